import { type EventReceiverInput, eventReceiverInput, TEST_EVENT } from "@latchkey/api";
import { randomUUID } from "node:crypto";
import { generateWebhookSecret } from "../../crypto/webhook-signature.ts";
import type { FeatureEndpoint } from "../../feature/feature.ts";
import { readJson, readOptionalJson } from "../../http/json.ts";
import { pageHeaders, readPage } from "../../http/pagination.ts";
import { refuse } from "../../http/refuse.ts";
import type { Request } from "../../http/request.ts";
import { json, noContent, noStore } from "../../http/response.ts";
import { readSecretOverlap } from "../../oauth/client/secret-overlap.ts";
import { rotateSecrets, tooManySecrets } from "../../oauth/client/secret-rotation.ts";
import { invalidRequest, type OAuthError } from "../../oauth/oauth-error.ts";
import { readInput } from "../../oauth/read-input.ts";
import { explainRefusedUrl } from "../../outbound/outbound.ts";
import { err, ok, type Result } from "../../result.ts";
import type { SignalsContext } from "./context.ts";
import {
  describeDelivery,
  describeReceiver,
  newReceiver,
  type Receiver,
} from "./rules/receiver.ts";
import { testBody } from "./rules/webhook-body.ts";
import { sendEvent } from "./sender.ts";
import { newDelivery } from "./store/delivery-table.ts";

type Endpoint = FeatureEndpoint<SignalsContext>;

/** GET /events/receivers. */
export const listEventReceivers: Endpoint = async ({ path, query }, { signals }) => {
  const page = readPage(query);
  const { items, total } = await signals.receivers.listWebhooks(page);
  const shown = items.map((one) => describeReceiver(one));
  return json(200, shown, pageHeaders(path, query, page, total));
};

/** POST /events/receivers: the secret is returned now and never again. */
export const createEventReceiver: Endpoint = async (request, context) => {
  const input = readReceiver(request, context);
  if (!input.ok) return refuse(input.error, request, context);
  const secret = generateWebhookSecret();
  const facts = { receiver_id: randomUUID(), secret, now: context.now() };
  const receiver = newReceiver(input.value, facts);
  const created = await context.signals.receivers.create(receiver);
  if (created !== "created") return refuse(tooManyReceivers, request, context);
  return json(201, describeReceiver(receiver, { secret }), noStore);
};

/** GET /events/receivers/{id}. */
export const getEventReceiver: Endpoint = async (request, context) => {
  const receiver = await findWebhook(request, context);
  return receiver === undefined
    ? refuse(unknownReceiver, request, context)
    : json(200, describeReceiver(receiver));
};

/** PUT /events/receivers/{id}: its secrets are kept. */
export const updateEventReceiver: Endpoint = async (request, context) => {
  const input = readReceiver(request, context);
  if (!input.ok) return refuse(input.error, request, context);
  const { name, url, kinds, enabled = true } = input.value;
  const changed = await changeWebhook(request, context, (present) => ({
    ...present,
    name,
    url,
    kinds,
    status: enabled ? "enabled" : "disabled",
    updated_at: context.now(),
  }));
  return changed === undefined
    ? refuse(unknownReceiver, request, context)
    : json(200, describeReceiver(changed));
};

/** DELETE /events/receivers/{id}. */
export const deleteEventReceiver: Endpoint = async (request, context) => {
  const receiver = await findWebhook(request, context);
  const isDeleted =
    receiver !== undefined && (await context.signals.receivers.delete(receiver.receiver_id));
  return isDeleted ? noContent() : refuse(unknownReceiver, request, context);
};

/** POST /events/receivers/{id}/secrets: webhooks are signed with both secrets for the overlap. */
export const rotateEventReceiverSecret: Endpoint = async (request, context) => {
  const body = readOptionalJson(request);
  const overlap = body.ok ? readSecretOverlap(body.value) : body;
  if (!overlap.ok) return refuse(overlap.error, request, context);
  const secret = generateWebhookSecret();
  const times = { overlap: overlap.value, now: context.now() };
  const changed = await changeWebhook(request, context, (present) => {
    const secrets = rotateSecrets(present.secrets, { secret, expires_at: undefined }, times);
    return secrets === undefined ? present : { ...present, secrets, updated_at: times.now };
  });
  if (changed === undefined) return refuse(unknownReceiver, request, context);
  if (changed.secrets[0]?.secret !== secret) return refuse(tooManySecrets, request, context);
  return json(201, describeReceiver(changed, { secret }), noStore);
};

/** POST /events/receivers/{id}/test: sends an event now, and only once. */
export const testEventReceiver: Endpoint = async (request, context) => {
  const receiver = await findWebhook(request, context);
  if (receiver === undefined) return refuse(unknownReceiver, request, context);
  const { receiver_id } = receiver;
  const content = testBody(TEST_EVENT, receiver_id, context.now());
  const written = { receiver_id, kind: TEST_EVENT, content, is_sent: false }; // No job sends it as well.
  const test = { ...newDelivery(written, context.now_ms()), attempts: 1 };
  await context.signals.deliveries.add(test);
  return json(200, describeDelivery(await sendEvent(test, context)));
};

/** GET /events/receivers/{id}/deliveries: of a receiver of webhooks, or of a stream. */
export const listEventDeliveries: Endpoint = async (request, context) => {
  const { path, query, params } = request;
  const { receivers, deliveries } = context.signals;
  const receiver = await receivers.find(params["id"] ?? "");
  if (receiver === undefined) return refuse(unknownReceiver, request, context);
  const page = readPage(query);
  const { items, total } = await deliveries.list(receiver.receiver_id, page);
  return json(200, items.map(describeDelivery), pageHeaders(path, query, page, total));
};

/** POST /events/receivers/{id}/deliveries/{delivery}/resend. */
export const resendEvent: Endpoint = async (request, context) => {
  const { receivers, deliveries } = context.signals;
  const receiver = await receivers.find(request.params["id"] ?? "");
  if (receiver === undefined) return refuse(unknownReceiver, request, context);
  const { receiver_id, method, status } = receiver;
  const now = context.now();
  const due_at = method === "poll" || status !== "enabled" ? undefined : now;
  const wanted = request.params["delivery"] ?? "";
  const again = DELIVERY_ID.test(wanted)
    ? await deliveries.resend(receiver_id, wanted, { now, due_at })
    : undefined;
  if (again === undefined) return refuse(unknownDelivery, request, context);
  context.deliveries_due.notify();
  return json(200, describeDelivery(again));
};

/** POST /events/receivers/{id}/deliveries/{delivery}/skip. */
export const skipEvent: Endpoint = async (request, context) => {
  const { receivers, deliveries } = context.signals;
  const receiver = await receivers.find(request.params["id"] ?? "");
  if (receiver === undefined) return refuse(unknownReceiver, request, context);
  const wanted = request.params["delivery"] ?? "";
  const given = { now: context.now(), outcome: "It was skipped by an operator." };
  const skipped = DELIVERY_ID.test(wanted)
    ? await deliveries.skip(receiver, wanted, given)
    : undefined;
  if (skipped === undefined) return refuse(unknownDelivery, request, context);
  if (skipped === "settled") return refuse(notPending, request, context);
  context.deliveries_due.notify();
  return json(200, describeDelivery(skipped));
};

const DELIVERY_ID = /^[\w-]{22}$/;

async function findWebhook(
  { params }: Request,
  { signals }: SignalsContext,
): Promise<Receiver | undefined> {
  const found = await signals.receivers.find(params["id"] ?? "");
  return found?.method === "webhook" ? found : undefined;
}

/** Undefined when there is no such receiver of webhooks; a stream is its client's to change. */
async function changeWebhook(
  { params }: Request,
  { signals, now }: SignalsContext,
  next: (present: Receiver) => Receiver,
): Promise<Receiver | undefined> {
  const changed = await signals.receivers.change(
    params["id"] ?? "",
    (present) => (present.method === "webhook" ? next(present) : present),
    now(),
  );
  return changed?.method === "webhook" ? changed : undefined;
}

/** A URL that no request is sent to is refused at once, where its text shows it. */
function readReceiver(
  request: Request,
  { outbound }: SignalsContext,
): Result<EventReceiverInput, OAuthError> {
  const body = readJson(request);
  const input = body.ok ? readInput(body.value, eventReceiverInput) : body;
  if (!input.ok) return input;
  const reason = explainRefusedUrl(input.value.url, "registered", outbound);
  return reason === undefined
    ? ok(input.value)
    : err(invalidRequest(`No webhooks can be sent to this url. ${reason}`));
}

const unknownReceiver: OAuthError = {
  error: "not_found",
  error_description: "No event receiver has this id.",
};

const unknownDelivery: OAuthError = {
  error: "not_found",
  error_description: "The receiver has no event with this id.",
};

const notPending: OAuthError = {
  error: "conflict",
  error_description: "The event is not pending: it was delivered, or given up.",
};

const tooManyReceivers: OAuthError = {
  error: "conflict",
  error_description: "There are 100 event receivers. Delete one that is not needed any more.",
};
