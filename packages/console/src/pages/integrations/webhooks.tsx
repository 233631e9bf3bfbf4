import type { Integration, WebhookDelivery } from "@latchkey/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { RelativeTime } from "../../components/date-time.tsx";
import { Badge } from "../../components/details.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { Section } from "../../components/page.tsx";
import { RotateSecretDialog } from "../../components/dialogs/rotate-secret-dialog.tsx";
import { type Column, Table } from "../../components/tables/table.tsx";
import { usePagedList } from "../../queries/lists.ts";
import { RequireOperation } from "../../session/require-operation.tsx";
import { useSession } from "../../session/session.ts";

const tones = { delivered: "good", pending: "brass", failed: "bad" } as const;

const columns: readonly Column<WebhookDelivery>[] = [
  { title: "Type", cell: ({ type }) => <code>{type}</code> },
  { title: "Status", cell: ({ status }) => <Badge tone={tones[status]}>{status}</Badge> },
  { title: "Attempts", wideOnly: true, alignEnd: true, cell: ({ attempts }) => attempts },
  { title: "Outcome", wideOnly: true, cell: ({ outcome }) => outcome },
  {
    title: "Created",
    wideOnly: true,
    cell: ({ created_at }) => (
      <span className="quiet">
        <RelativeTime time={created_at} />
      </span>
    ),
  },
];

/** The webhooks of an integration: the last ones, a test, and their secret. */
export function Webhooks({ integration }: { readonly integration: Integration }) {
  const { latchkey } = useSession();
  const { id, name } = integration;
  const key = ["integrations", id, "webhook-deliveries"];
  const list = usePagedList<WebhookDelivery>(key, (request, options) =>
    latchkey.call("listWebhookDeliveries", { id, ...request }, options),
  );
  const queries = useQueryClient();
  const test = useMutation({
    mutationFn: () => latchkey.testWebhook({ id }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
  const [isRotating, setRotating] = useState(false);
  return (
    <Section
      title="Webhooks"
      lead="Sent when it is installed, changed, suspended or removed. The last seven days are listed."
      actions={
        <RequireOperation id="rotateWebhookSecret">
          <Button onPress={() => setRotating(true)}>Rotate webhook secret</Button>
          <Button onPress={() => test.mutate()} isPending={test.isPending}>
            Send a test
          </Button>
        </RequireOperation>
      }
    >
      <ErrorNotice error={test.error} />
      <Table
        label="Webhooks"
        noun="webhook"
        list={list}
        columns={columns}
        keyOf={(delivery) => delivery.id}
        empty={{
          title: "No webhooks yet",
          children: <p>Send a test to see whether the receiver accepts webhooks.</p>,
        }}
      />
      {isRotating && (
        <RotateSecretDialog
          name={name}
          owner={{ integration_id: id }}
          what="webhook secret"
          rotate={async (overlap) => {
            const rotated = await latchkey.rotateWebhookSecret({ id, body: { overlap } });
            return rotated.webhook_secret;
          }}
          onClose={() => setRotating(false)}
        />
      )}
    </Section>
  );
}
