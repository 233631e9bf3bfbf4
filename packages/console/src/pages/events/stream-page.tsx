import { type EventStream, streamStatuses } from "@latchkey/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Copyable } from "../../components/copy-button.tsx";
import { DangerousAction, DangerZone } from "../../components/danger-zone.tsx";
import { RecordTime } from "../../components/date-time.tsx";
import { Details } from "../../components/details.tsx";
import { RadioChoice } from "../../components/forms/choices.tsx";
import { Form } from "../../components/forms/form.tsx";
import { TextField } from "../../components/forms/text-field.tsx";
import { Page, PageQuery, Section } from "../../components/page.tsx";
import { navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { NotFound } from "../not-found.tsx";
import { Deliveries } from "./deliveries.tsx";

const MAX_LISTED = 500;

/** One stream of Shared Signals. */
export function StreamPage({ id }: { readonly id: string }) {
  const { latchkey, may } = useSession();
  const query = useQuery({
    queryKey: ["event-streams", id],
    queryFn: async ({ signal }) => {
      const streams = await latchkey.listEventStreams({ limit: MAX_LISTED }, { signal });
      return streams.find((one) => one.id === id) ?? null;
    },
  });
  if (query.data === null) return <NotFound />;
  return (
    <Page
      title={query.data?.client_id ?? "Stream"}
      back={{ href: to("event-receivers"), label: "Events" }}
    >
      <PageQuery query={query}>
        {(stream) =>
          stream !== null && (
            <>
              <div className="card">
                <Details
                  rows={[
                    ["ID", <Copyable key="id" text={stream.id} what="ID" />],
                    ["Status", stream.status],
                    ["Reason", stream.reason],
                    ["Delivery", stream.method],
                    ["URL", stream.endpoint_url],
                    ["Description", stream.description],
                    ["Events", stream.events.join(" ")],
                    ["Waiting", stream.pending],
                    [
                      "Oldest waiting",
                      stream.oldest_pending !== null && (
                        <RecordTime key="oldest" time={stream.oldest_pending.created_at} />
                      ),
                    ],
                    ["Its last outcome", stream.oldest_pending?.outcome ?? ""],
                    ["Created", <RecordTime key="created" time={stream.created_at} />],
                    ["Last active", <RecordTime key="active" time={stream.active_at} />],
                  ]}
                />
              </div>
              <Deliveries id={id} />
              {may("setEventStreamStatus") && (
                <>
                  <StreamStatusForm key={stream.status} stream={stream} />
                  <StreamDangerZone stream={stream} />
                </>
              )}
            </>
          )
        }
      </PageQuery>
    </Page>
  );
}

const effects = {
  enabled: "Events are sent.",
  paused: "Events are kept, and sent later.",
  disabled: "Events are neither sent nor kept.",
} as const;

function StreamStatusForm({ stream }: { readonly stream: EventStream }) {
  const { latchkey } = useSession();
  const [status, setStatus] = useState(stream.status);
  const [reason, setReason] = useState("");
  const body = { status, ...(reason !== "" && { reason }) };
  return (
    <Section title="Status">
      <Form
        onSubmit={() => latchkey.setEventStreamStatus({ id: stream.id, body })}
        submitLabel="Set status"
        isRecord
      >
        <RadioChoice
          label="Status"
          options={streamStatuses.map((value) => ({ value, label: value, hint: effects[value] }))}
          value={status}
          onChange={setStatus}
        />
        <TextField
          label="Reason"
          name="reason"
          value={reason}
          onChange={setReason}
          hint="The receiver gets it."
        />
      </Form>
    </Section>
  );
}

function StreamDangerZone({ stream: { id, client_id } }: { readonly stream: EventStream }) {
  const { latchkey } = useSession();
  return (
    <DangerZone>
      <DangerousAction
        title="Delete the stream."
        effect="Its events are deleted with it."
        label="Delete stream"
        question={`Delete the stream of ${client_id}?`}
        onConfirm={async () => {
          await latchkey.deleteEventStream({ id });
          navigate(to("event-receivers"));
        }}
      >
        <p>The client may create another one, unless it loses the scope ssf.manage.</p>
      </DangerousAction>
    </DangerZone>
  );
}
