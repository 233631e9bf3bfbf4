import type { EventReceiver } from "@latchkey/api";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Copyable } from "../../components/copy-button.tsx";
import { DangerousAction, DangerZone } from "../../components/danger-zone.tsx";
import { RecordTime } from "../../components/date-time.tsx";
import { Details } from "../../components/details.tsx";
import { RotateSecretDialog } from "../../components/dialogs/rotate-secret-dialog.tsx";
import { Form } from "../../components/forms/form.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { Page, PageQuery, Section } from "../../components/page.tsx";
import { RefusedUrls } from "../../components/refused-urls.tsx";
import { navigate, to } from "../../router.tsx";
import { RequireOperation } from "../../session/require-operation.tsx";
import { useSession } from "../../session/session.ts";
import { Deliveries, deliveriesKey } from "./deliveries.tsx";
import { draftOf, ReceiverFields, toInput } from "./receiver-fields.tsx";

/** One receiver of webhooks. */
export function ReceiverPage({ id }: { readonly id: string }) {
  const { latchkey, may } = useSession();
  const query = useQuery({
    queryKey: ["event-receivers", id],
    queryFn: ({ signal }) => latchkey.getEventReceiver({ id }, { signal }),
  });
  return (
    <Page
      title={query.data?.name ?? "Receiver"}
      back={{ href: to("event-receivers"), label: "Events" }}
    >
      <PageQuery query={query}>
        {(receiver) => (
          <>
            <RefusedUrls urls={[receiver.url]} />
            <div className="card">
              <Details
                rows={[
                  ["ID", <Copyable key="id" text={receiver.id} what="ID" />],
                  ["URL", <code key="url">{receiver.url}</code>],
                  ["Events", receiver.kinds.join(", ")],
                  ["Created", <RecordTime key="created" time={receiver.created_at} />],
                  ["Updated", <RecordTime key="updated" time={receiver.updated_at} />],
                ]}
              />
            </div>
            <Sent receiver={receiver} />
            {may("updateEventReceiver") && (
              <>
                <EditReceiver key={receiver.updated_at} receiver={receiver} />
                <ReceiverDangerZone receiver={receiver} />
              </>
            )}
          </>
        )}
      </PageQuery>
    </Page>
  );
}

function Sent({ receiver: { id, name } }: { readonly receiver: EventReceiver }) {
  const { latchkey } = useSession();
  const queries = useQueryClient();
  const test = useMutation({
    mutationFn: () => latchkey.testEventReceiver({ id }),
    onSettled: () => queries.invalidateQueries({ queryKey: deliveriesKey(id) }),
  });
  const [isRotating, setRotating] = useState(false);
  return (
    <>
      <ErrorNotice error={test.error} />
      <Deliveries
        id={id}
        actions={
          <RequireOperation id="rotateEventReceiverSecret">
            <Button onPress={() => setRotating(true)}>Rotate secret</Button>
            <Button onPress={() => test.mutate()} isPending={test.isPending}>
              Send a test
            </Button>
          </RequireOperation>
        }
      />
      {isRotating && (
        <RotateSecretDialog
          name={name}
          owner={{ receiver_id: id }}
          what="webhook secret"
          rotate={async (overlap) => {
            const rotated = await latchkey.rotateEventReceiverSecret({ id, body: { overlap } });
            return rotated.secret;
          }}
          onClose={() => setRotating(false)}
        />
      )}
    </>
  );
}

function EditReceiver({ receiver }: { readonly receiver: EventReceiver }) {
  const { latchkey } = useSession();
  const [if_unchanged, setOpened] = useState(receiver);
  const [draft, setDraft] = useState(() => draftOf(receiver));
  const save = async (): Promise<void> => {
    const input = { id: receiver.id, body: toInput(draft) };
    setOpened(await latchkey.updateEventReceiver(input, { if_unchanged }));
  };
  return (
    <Section title="Settings">
      <Form onSubmit={save} submitLabel="Save changes" isRecord>
        <ReceiverFields draft={draft} onChange={setDraft} />
      </Form>
    </Section>
  );
}

function ReceiverDangerZone({ receiver: { id, name } }: { readonly receiver: EventReceiver }) {
  const { latchkey } = useSession();
  return (
    <DangerZone>
      <DangerousAction
        title="Delete the receiver."
        effect="It gets no more events."
        label="Delete receiver"
        question={`Delete ${name}?`}
        onConfirm={async () => {
          await latchkey.deleteEventReceiver({ id });
          navigate(to("event-receivers"));
        }}
      >
        <p>Events that it did not accept yet are not sent.</p>
      </DangerousAction>
    </DangerZone>
  );
}
