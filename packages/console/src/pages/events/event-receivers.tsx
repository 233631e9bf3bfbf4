import type { EventReceiver, EventStream } from "@latchkey/api";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { RelativeTime } from "../../components/date-time.tsx";
import { Badge } from "../../components/details.tsx";
import { FormDialog } from "../../components/dialogs/form-dialog.tsx";
import { NewSecretDialog } from "../../components/dialogs/new-secret-dialog.tsx";
import { missingText } from "../../components/forms/missing.ts";
import { Page, Section } from "../../components/page.tsx";
import { timeColumn } from "../../components/tables/columns.tsx";
import { type Column, Table } from "../../components/tables/table.tsx";
import { usePagedList } from "../../queries/lists.ts";
import { Link, navigate, to } from "../../router.tsx";
import { RequireOperation } from "../../session/require-operation.tsx";
import { useSession } from "../../session/session.ts";
import { newDraft, ReceiverFields, toInput } from "./receiver-fields.tsx";

const columns: readonly Column<EventReceiver>[] = [
  {
    title: "Name",
    cell: ({ id, name }) => (
      <Link className="named" href={to("event-receivers", id)}>
        {name}
      </Link>
    ),
  },
  { title: "URL", wideOnly: true, cell: ({ url }) => <code>{url}</code> },
  { title: "Events", alignEnd: true, cell: ({ kinds }) => kinds.length },
  {
    title: "Status",
    cell: ({ enabled }) => (
      <Badge tone={enabled ? "good" : "quiet"}>{enabled ? "enabled" : "disabled"}</Badge>
    ),
  },
  timeColumn("Updated", ({ updated_at }) => updated_at),
];

const tones = { enabled: "good", paused: "brass", disabled: "quiet" } as const;

const streamColumns: readonly Column<EventStream>[] = [
  {
    title: "Client",
    cell: ({ id, client_id }) => (
      <Link className="named" href={to("event-streams", id)}>
        <code>{client_id}</code>
      </Link>
    ),
  },
  { title: "Delivery", cell: ({ method }) => method },
  { title: "Status", cell: ({ status }) => <Badge tone={tones[status]}>{status}</Badge> },
  { title: "Waiting", alignEnd: true, cell: ({ pending }) => pending },
  {
    title: "Oldest waiting",
    wideOnly: true,
    cell: ({ oldest_pending }) =>
      oldest_pending !== null && <RelativeTime time={oldest_pending.created_at} />,
  },
  {
    title: "Reason",
    wideOnly: true,
    cell: ({ reason, oldest_pending }) => reason ?? oldest_pending?.outcome,
  },
  timeColumn("Last active", ({ active_at }) => active_at),
];

/** The receivers of webhooks about events, and the streams of clients. */
export function EventReceivers() {
  const { latchkey } = useSession();
  const list = usePagedList<EventReceiver>(["event-receivers"], (request, options) =>
    latchkey.call("listEventReceivers", request, options),
  );
  const streams = usePagedList<EventStream>(["event-streams"], (request, options) =>
    latchkey.call("listEventStreams", request, options),
  );
  const [isCreating, setCreating] = useState(false);
  const create = (
    <RequireOperation id="createEventReceiver">
      <Button kind="primary" onPress={() => setCreating(true)}>
        New receiver
      </Button>
    </RequireOperation>
  );
  return (
    <Page
      title="Events"
      lead="Webhooks to your servers when a user signs out, a password changes or an account is disabled."
      actions={create}
    >
      <Table
        label="Receivers"
        noun="receiver"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        empty={{
          title: "No receivers yet",
          children: (
            <>
              <p>A receiver gets signed webhooks about the events that you choose.</p>
              {create}
            </>
          ),
        }}
      />
      <Section
        title="Streams"
        lead="Streams of OpenID Shared Signals, which clients with the scope ssf.manage create."
      >
        <Table
          label="Streams"
          noun="stream"
          list={streams}
          columns={streamColumns}
          keyOf={({ id }) => id}
          empty={{ title: "No streams yet", children: <p>No client has created a stream.</p> }}
        />
      </Section>
      {isCreating && <NewReceiver onClose={() => setCreating(false)} />}
    </Page>
  );
}

function NewReceiver({ onClose }: { readonly onClose: () => void }) {
  const { latchkey } = useSession();
  const [draft, setDraft] = useState(newDraft);
  const [created, setCreated] = useState<EventReceiver | undefined>(undefined);
  if (created?.secret !== undefined) {
    return (
      <NewSecretDialog
        title={`The secret of ${created.name}`}
        owner={{ receiver_id: created.id }}
        secret={created.secret}
        secret_name="webhook_secret"
        file_name={`${created.id}.json`}
        onClose={() => navigate(to("event-receivers", created.id))}
      />
    );
  }
  return (
    <FormDialog
      isRecord
      title="New receiver"
      submitLabel="Create receiver"
      missing={
        missingText(draft.name, "Enter a name first.") ??
        missingText(draft.url, "Enter the URL first.")
      }
      onSubmit={async () =>
        setCreated(await latchkey.createEventReceiver({ body: toInput(draft) }))
      }
      onClose={onClose}
    >
      <ReceiverFields draft={draft} onChange={setDraft} />
    </FormDialog>
  );
}
