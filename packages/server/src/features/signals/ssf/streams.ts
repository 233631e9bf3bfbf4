import {
  newStream,
  ssfStatusChange,
  ssfSubject,
  ssfVerification,
  type SsfStreamChange,
  streamChange,
} from "@latchkey/api";
import { randomUUID } from "node:crypto";
import { readJson } from "../../../http/json.ts";
import { refuse } from "../../../http/refuse.ts";
import type { Request } from "../../../http/request.ts";
import { json, noContent, type Response } from "../../../http/response.ts";
import type { Client } from "../../../oauth/client.ts";
import { invalidRequest, type OAuthError, tooManyRequests } from "../../../oauth/oauth-error.ts";
import { readInput } from "../../../oauth/read-input.ts";
import { explainRefusedUrl } from "../../../outbound/outbound.ts";
import { err, ok, type Result } from "../../../result.ts";
import type { SignalsContext } from "../context.ts";
import { verificationNotice } from "../notices.ts";
import type { Receiver } from "../rules/receiver.ts";
import {
  contradictedProperty,
  describeStream,
  MIN_VERIFICATION_INTERVAL,
  readConfiguration,
  readStreamChange,
  readSubject,
  subjectDigest,
} from "../rules/stream.ts";
import { ofReceiver } from "./authorize.ts";
import { streamFacts } from "./configuration.ts";

type Configured = ReturnType<typeof readConfiguration>;

/** POST /ssf/streams: §8.1.1.1. */
export const createSsfStream = ofReceiver("manage", async (client, request, context) => {
  const body = readJson(request);
  const input = body.ok ? readInput(body.value, newStream) : body;
  const configured = input.ok ? reachable(readConfiguration(input.value), context) : input;
  if (!configured.ok) return refuse(configured.error, request, context);
  const now = context.now();
  const stream: Receiver = {
    ...configured.value,
    receiver_id: randomUUID(),
    client_id: client.client_id,
    client_key: client.client_key,
    status: "enabled",
    name: "",
    reason: undefined,
    secrets: [],
    created_at: now,
    updated_at: now,
    active_at: now,
    verified_at: 0,
  };
  const created = await context.signals.receivers.create(stream);
  if (created !== "created") return refuse(oneStream, request, context);
  return json(201, describeStream(stream, streamFacts(context)));
});

/** GET /ssf/streams: §8.1.1.2, one stream, or the list of them. */
export const getSsfStream = ofReceiver("read", async (client, request, context) => {
  const stream = await findActive(client, context);
  const wanted = request.query.get("stream_id");
  const described = stream && describeStream(stream, streamFacts(context));
  if (wanted === null) return json(200, described === undefined ? [] : [described]);
  return described?.stream_id === wanted
    ? json(200, described)
    : refuse(unknownStream, request, context);
});

/** PATCH /ssf/streams: §8.1.1.3. */
export const updateSsfStream = ofReceiver("manage", (client, request, context) =>
  changeStream(client, request, context, readStreamChange),
);

/** PUT /ssf/streams: §8.1.1.4. */
export const replaceSsfStream = ofReceiver("manage", (client, request, context) =>
  changeStream(client, request, context, readConfiguration),
);

/** DELETE /ssf/streams: §8.1.1.5. */
export const deleteSsfStream = ofReceiver("manage", async (client, request, context) => {
  const stream = await streamOf(client, request.query.get("stream_id"), context);
  if (!stream.ok) return refuse(stream.error, request, context);
  await context.signals.receivers.delete(stream.value.receiver_id);
  return noContent();
});

/** GET /ssf/status: §8.1.2.1. */
export const getSsfStatus = ofReceiver("read", async (client, request, context) => {
  const stream = await streamOf(client, request.query.get("stream_id"), context);
  return stream.ok
    ? json(200, describeStatus(stream.value))
    : refuse(stream.error, request, context);
});

/** POST /ssf/status: §8.1.2.2. */
export const setSsfStatus = ofReceiver("manage", async (client, request, context) => {
  const body = readJson(request);
  const input = body.ok ? readInput(body.value, ssfStatusChange) : body;
  if (!input.ok) return refuse(input.error, request, context);
  const { stream_id, status, reason } = input.value;
  const stream = await streamOf(client, stream_id, context);
  if (!stream.ok) return refuse(stream.error, request, context);
  const changed = await context.signals.receivers.change(
    stream_id,
    (present) => ({ ...present, status, reason, updated_at: context.now() }),
    context.now(),
  );
  if (changed === undefined) return refuse(unknownStream, request, context);
  context.deliveries_due.notify();
  return json(200, describeStatus(changed));
});

/** POST /ssf/subjects/add: §8.1.3.2. It undoes a removal; every user of the client is in its stream anyway. */
export const addSsfSubject = ofReceiver("manage", async (client, request, context) => {
  const subject = await readSubjectOf(client, request, context);
  if (!subject.ok) return refuse(subject.error, request, context);
  const { receiver_id, digest } = subject.value;
  await context.signals.deliveries.addSubject(receiver_id, digest);
  return { status: 200, headers: {}, body: "" };
});

/** POST /ssf/subjects/remove: §8.1.3.3. */
export const removeSsfSubject = ofReceiver("manage", async (client, request, context) => {
  const subject = await readSubjectOf(client, request, context);
  if (!subject.ok) return refuse(subject.error, request, context);
  const { receiver_id, digest } = subject.value;
  const isRemoved = await context.signals.deliveries.removeSubject(receiver_id, digest);
  return isRemoved ? noContent() : refuse(tooManySubjects, request, context);
});

/** POST /ssf/verify: §8.1.4.2. */
export const verifySsfStream = ofReceiver("manage", async (client, request, context) => {
  const body = readJson(request);
  const input = body.ok ? readInput(body.value, ssfVerification) : body;
  if (!input.ok) return refuse(input.error, request, context);
  const { stream_id, state } = input.value;
  const stream = await streamOf(client, stream_id, context);
  if (!stream.ok) return refuse(stream.error, request, context);
  if (stream.value.status === "disabled") return refuse(disabled, request, context);
  const notice = verificationNotice(stream.value, state, context.now_ms());
  const times = { now: context.now(), interval: MIN_VERIFICATION_INTERVAL };
  const isSent = await context.signals.receivers.verify(stream_id, notice, times);
  if (!isSent) {
    const since = context.now() - stream.value.verified_at;
    return refuse(tooSoon(Math.max(1, MIN_VERIFICATION_INTERVAL - since)), request, context);
  }
  context.deliveries_due.notify();
  return noContent();
});

async function changeStream(
  client: Client,
  request: Request,
  context: SignalsContext,
  read: (change: SsfStreamChange, present: Receiver) => Configured,
): Promise<Response> {
  const body = readJson(request);
  const input = body.ok ? readInput(body.value, streamChange) : body;
  if (!input.ok) return refuse(input.error, request, context);
  const stream = await streamOf(client, input.value.stream_id, context);
  if (!stream.ok) return refuse(stream.error, request, context);
  const facts = streamFacts(context);
  const contradicted = contradictedProperty(input.value, describeStream(stream.value, facts));
  if (contradicted !== undefined)
    return refuse(
      invalidRequest(`The field ${contradicted} is set by the server.`),
      request,
      context,
    );
  const checked = reachable(read(input.value, stream.value), context);
  if (!checked.ok) return refuse(checked.error, request, context);
  const changed = await context.signals.receivers.change(
    stream.value.receiver_id,
    (present) => {
      const configured = read(input.value, present);
      return configured.ok
        ? { ...present, ...configured.value, updated_at: context.now() }
        : present;
    },
    context.now(),
  );
  return changed === undefined
    ? refuse(unknownStream, request, context)
    : json(200, describeStream(changed, facts));
}

/** A URL that no request is sent to is refused at once, where its text shows it. */
function reachable(configured: Configured, { outbound }: SignalsContext): Configured {
  const url = configured.ok ? configured.value.url : undefined;
  const reason = url === undefined ? undefined : explainRefusedUrl(url, "delegated", outbound);
  return reason === undefined
    ? configured
    : err(invalidRequest(`No events can be pushed to this endpoint_url. ${reason}`));
}

/** The stream of the client that calls. That of another client is unknown to it. */
export async function streamOf(
  client: Client,
  stream_id: string | null,
  context: SignalsContext,
): Promise<Result<Receiver, OAuthError>> {
  if (stream_id === null || stream_id === "")
    return err(invalidRequest("The parameter stream_id is missing."));
  const stream = await findActive(client, context);
  return stream?.receiver_id === stream_id ? ok(stream) : err(unknownStream);
}

/** §8.1.1 `inactivity_timeout`: each request of the receiver restarts it. */
async function findActive(
  { client_id }: Client,
  { now, signals }: SignalsContext,
): Promise<Receiver | undefined> {
  const stream = await signals.receivers.findByClient(client_id);
  if (stream !== undefined) await signals.receivers.touch(stream, now());
  return stream;
}

async function readSubjectOf(
  client: Client,
  request: Request,
  context: SignalsContext,
): Promise<Result<{ readonly receiver_id: string; readonly digest: string }, OAuthError>> {
  const body = readJson(request);
  const input = body.ok ? readInput(body.value, ssfSubject) : body;
  if (!input.ok) return input;
  const stream = await streamOf(client, input.value.stream_id, context);
  if (!stream.ok) return stream;
  const subject = readSubject(input.value.subject);
  if (!subject.ok) return subject;
  return ok({ receiver_id: stream.value.receiver_id, digest: subjectDigest(subject.value) });
}

function describeStatus({ receiver_id: stream_id, status, reason }: Receiver) {
  return { stream_id, status, ...(reason !== undefined && { reason }) };
}

const unknownStream: OAuthError = {
  error: "not_found",
  error_description: "The client has no stream with this stream_id.",
};

const oneStream: OAuthError = {
  error: "conflict",
  error_description: "The client has a stream already. Change it, or delete it first.",
};

const disabled = invalidRequest("The stream is disabled: no events are sent.");

const tooManySubjects: OAuthError = {
  error: "too_many_requests",
  error_description: "10000 subjects are removed from the stream. Add some again first.",
};

function tooSoon(seconds: number): OAuthError {
  return tooManyRequests("A verification event was requested a moment ago.", seconds);
}
