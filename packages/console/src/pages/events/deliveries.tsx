import type { EventDelivery } from "@latchkey/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../../components/button.tsx";
import { Badge } from "../../components/details.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { Section } from "../../components/page.tsx";
import { timeColumn } from "../../components/tables/columns.tsx";
import { type Column, Table } from "../../components/tables/table.tsx";
import { usePagedList } from "../../queries/lists.ts";
import { RequireOperation } from "../../session/require-operation.tsx";
import { useSession } from "../../session/session.ts";

const tones = { delivered: "good", pending: "brass", failed: "bad" } as const;

/** What the queries of the deliveries of a receiver or a stream are named by. */
export function deliveriesKey(id: string): readonly string[] {
  return ["event-receivers", id, "deliveries"];
}

/** The events for a receiver or a stream, each of which can be sent again. */
export function Deliveries({ id, actions }: { readonly id: string; readonly actions?: ReactNode }) {
  const { latchkey } = useSession();
  const list = usePagedList<EventDelivery>(deliveriesKey(id), (request, options) =>
    latchkey.call("listEventDeliveries", { id, ...request }, options),
  );
  const queries = useQueryClient();
  const resend = useMutation({
    mutationFn: (delivery: string) => latchkey.resendEvent({ id, delivery }),
    onSettled: () => queries.invalidateQueries({ queryKey: deliveriesKey(id) }),
  });
  const columns: readonly Column<EventDelivery>[] = [
    { title: "Event", cell: ({ kind }) => <code>{shortKind(kind)}</code> },
    { title: "Status", cell: ({ status }) => <Badge tone={tones[status]}>{status}</Badge> },
    { title: "Attempts", wideOnly: true, alignEnd: true, cell: ({ attempts }) => attempts },
    { title: "Outcome", wideOnly: true, cell: ({ outcome }) => outcome },
    timeColumn("Created", ({ created_at }) => created_at),
    {
      title: "Actions",
      titleHidden: true,
      alignEnd: true,
      cell: (delivery) =>
        delivery.status !== "pending" && (
          <RequireOperation id="resendEvent">
            <Button onPress={() => resend.mutate(delivery.id)} isPending={resend.isPending}>
              Send again
            </Button>
          </RequireOperation>
        ),
    },
  ];
  return (
    <Section
      title="Deliveries"
      lead="The events of the last seven days, the newest first."
      actions={actions}
    >
      <ErrorNotice error={resend.error} />
      <Table
        label="Deliveries"
        noun="event"
        list={list}
        columns={columns}
        keyOf={(delivery) => delivery.id}
        empty={{ title: "No events yet", children: <p>Events appear here when they happen.</p> }}
      />
    </Section>
  );
}

/** The end of the URI of an event of a stream. */
function shortKind(kind: string): string {
  return kind.replace(/^.*\//, "");
}
