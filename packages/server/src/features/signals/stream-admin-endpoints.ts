import { eventStreamStatus } from "@latchkey/api";
import type { FeatureEndpoint } from "../../feature/feature.ts";
import { readJson } from "../../http/json.ts";
import { pageHeaders, readPage } from "../../http/pagination.ts";
import { refuse } from "../../http/refuse.ts";
import { json, noContent } from "../../http/response.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { readInput } from "../../oauth/read-input.ts";
import type { SignalsContext } from "./context.ts";
import { statusNotice } from "./notices.ts";
import { describeEventStream, type Receiver } from "./rules/receiver.ts";
import { MAX_PENDING } from "./rules/stream.ts";

type Endpoint = FeatureEndpoint<SignalsContext>;

/** GET /events/streams. */
export const listEventStreams: Endpoint = async ({ path, query }, context) => {
  const page = readPage(query);
  const { items, total } = await context.signals.receivers.listStreams(page);
  const shown = await Promise.all(items.map((one) => describe(one, context)));
  return json(200, shown, pageHeaders(path, query, page, total));
};

/** PUT /events/streams/{id}/status: SSF 1.0 §8.1.5, the receiver gets an event. */
export const setEventStreamStatus: Endpoint = async (request, context) => {
  const body = readJson(request);
  const input = body.ok ? readInput(body.value, eventStreamStatus) : body;
  if (!input.ok) return refuse(input.error, request, context);
  const { status, reason } = input.value;
  const changed = await context.signals.receivers.change(
    request.params["id"] ?? "",
    (present) =>
      present.method === "webhook" || (present.status === status && present.reason === reason)
        ? present
        : { ...present, status, reason, updated_at: context.now() },
    context.now(),
    (stream) => statusNotice(stream, context.now_ms()),
  );
  if (changed === undefined || changed.method === "webhook")
    return refuse(unknownStream, request, context);
  context.deliveries_due.notify();
  return json(200, await describe(changed, context));
};

/** DELETE /events/streams/{id}. */
export const deleteEventStream: Endpoint = async (request, context) => {
  const { receivers } = context.signals;
  const stream = await receivers.find(request.params["id"] ?? "");
  const isDeleted =
    stream !== undefined &&
    stream.method !== "webhook" &&
    (await receivers.delete(stream.receiver_id));
  return isDeleted ? noContent() : refuse(unknownStream, request, context);
};

async function describe(stream: Receiver, { now, signals: { deliveries } }: SignalsContext) {
  const { receiver_id } = stream;
  const pending = await deliveries.countPending(receiver_id, MAX_PENDING);
  const asked = { now: now(), limit: 1, is_enabled: true };
  const [oldest] = pending === 0 ? [] : await deliveries.fetch(receiver_id, asked);
  return describeEventStream(stream, pending, oldest);
}

const unknownStream: OAuthError = {
  error: "not_found",
  error_description: "No stream has this id.",
};
