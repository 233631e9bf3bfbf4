import type { EventDelivery } from "@latchkey/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Badge } from "../../components/details.tsx";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.tsx";
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
  const onSettled = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: deliveriesKey(id) }),
      queries.invalidateQueries({ queryKey: ["event-streams"] }),
    ]);
  const resend = useMutation({
    mutationFn: (delivery: string) => latchkey.resendEvent({ id, delivery }),
    onSettled,
  });
  const skip = useMutation({
    mutationFn: (delivery: string) => latchkey.skipEvent({ id, delivery }),
    onSettled,
  });
  const [skipping, setSkipping] = useState<EventDelivery | undefined>(undefined);
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
      cell: (delivery) => (
        <>
          <RequireOperation id="resendEvent">
            <Button onPress={() => resend.mutate(delivery.id)} isPending={resend.isPending}>
              {delivery.status === "pending" ? "Send now" : "Send again"}
            </Button>
          </RequireOperation>
          {delivery.status === "pending" && (
            <RequireOperation id="skipEvent">
              <Button onPress={() => setSkipping(delivery)}>Skip</Button>
            </RequireOperation>
          )}
        </>
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
      {skipping !== undefined && (
        <ConfirmDialog
          title={`Skip ${shortKind(skipping.kind)}?`}
          submitLabel="Skip event"
          onConfirm={() => skip.mutateAsync(skipping.id)}
          onClose={() => setSkipping(undefined)}
        >
          <p>
            The receiver does not get it, unless it is sent again. Later events of its user are
            sent.
          </p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

/** The end of the URI of an event of a stream. */
function shortKind(kind: string): string {
  return kind.replace(/^.*\//, "");
}
