import { withClient } from "../../api/admin/client-text.ts";
import { mintFlowId, writeHandle } from "../../crypto/flow-id.ts";
import { webhookHeaders } from "../../crypto/webhook-signature.ts";
import { findRequestTexts } from "../../flows/request-texts.ts";
import { backoffSeconds, describeReply, startDeliveries } from "../../jobs/deliveries.ts";
import type { RepeatedJob } from "../../jobs/repeat.ts";
import type { Client } from "../../oauth/client.ts";
import { type Outbound, urlOwner } from "../../outbound/outbound.ts";
import type { Metrics } from "../../telemetry/metrics.ts";
import type { BackchannelContext } from "./context.ts";
import { writeAuthReqId } from "./grant-type.ts";
import { describeBackchannelQuestion } from "./rules/answer.ts";
import type { BackchannelRequest } from "./rules/authentication-request.ts";
import type { BackchannelDelivery } from "./store.ts";

/** A request is only valid for minutes, so the waits between attempts stay short. */
const MAX_BACKOFF_SECONDS = 30;

/** Sends the notifications of backchannel authentications from the outbox, until they are delivered or the request expires. */
export function startBackchannelDeliveries(context: BackchannelContext): RepeatedJob {
  const counters = countAttempts(context.metrics);
  return startDeliveries(
    "backchannel-deliveries",
    context.backchannel.deliveries,
    (delivery) => attempt(delivery, counters, context),
    context,
    (delivery) => receiverOf(delivery, context),
  );
}

/** Counters of attempts: `asked` to the app that asks the user, `answered` to the client. */
export function countAttempts(metrics: Metrics) {
  const family = metrics.counter(
    "latchkey_backchannel_deliveries_total",
    "Attempts to notify of a backchannel authentication, the app that asks the user (asked) or the client of the answer (answered): delivered or failed.",
    ["kind", "outcome"],
  );
  const ofKind = (kind: BackchannelDelivery["kind"]) => ({
    delivered: family.with({ kind, outcome: "delivered" }),
    failed: family.with({ kind, outcome: "failed" }),
  });
  return { asked: ofKind("asked"), answered: ofKind("answered") };
}

async function receiverOf(
  { request_id, kind }: BackchannelDelivery,
  { config, now, store, backchannel }: BackchannelContext,
): Promise<string | undefined> {
  if (kind === "asked") return config["urls.backchannel_authentication"];
  const request = await backchannel.requests.find(request_id, now());
  const client = request && (await store.clients.find(request.client_id));
  return client?.backchannel_client_notification_endpoint;
}

type Reply = Awaited<ReturnType<Outbound["postJson"]>>;

/** Sends it once. The log has neither the URL, which may hold a secret, nor anything of the user. */
async function attempt(
  delivery: BackchannelDelivery,
  counters: ReturnType<typeof countAttempts>,
  context: BackchannelContext,
): Promise<void> {
  const { log, now, store, backchannel } = context;
  const { delivery_id, request_id, kind, attempts } = delivery;
  const request = await backchannel.requests.find(request_id, now());
  const client = request && (await store.clients.find(request.client_id));
  const isCurrent = client !== undefined && client.client_key === request?.client_key;
  const reply = isCurrent && request && (await post(delivery, request, client, context));
  if (!reply) return backchannel.deliveries.finish(delivery_id);

  const { delivered, outcome } = describeReply(reply);
  counters[kind][delivered ? "delivered" : "failed"].add();
  log[delivered ? "info" : "warn"]("backchannel authentication notification", {
    client_id: client.client_id,
    delivery_id,
    kind,
    attempts,
    delivered,
    outcome,
  });
  if (delivered || (kind === "answered" && isRefused(reply)))
    return backchannel.deliveries.finish(delivery_id);
  const due_at = now() + backoffSeconds(attempts, MAX_BACKOFF_SECONDS);
  return backchannel.deliveries.postpone(delivery_id, due_at);
}

/** §10.2: a client that refuses its own token, has no such endpoint or redirects, which is not followed, is not asked again. */
function isRefused(reply: Reply): boolean {
  return reply.ok ? reply.value.status < 500 : reply.error.reason === "redirected";
}

/** Undefined when there is nothing to send any more. */
async function post(
  delivery: BackchannelDelivery,
  request: BackchannelRequest,
  client: Client,
  context: BackchannelContext,
): Promise<Reply | undefined> {
  return delivery.kind === "asked"
    ? announce(delivery, request, client, context)
    : ping(request, client, context);
}

/** Tells the operator's app of a request, as a webhook of Standard Webhooks. */
async function announce(
  { delivery_id: id }: BackchannelDelivery,
  request: BackchannelRequest,
  client: Client,
  context: BackchannelContext,
): Promise<Reply | undefined> {
  const { config, now, outbound } = context;
  const url = config["urls.backchannel_authentication"];
  if (url === undefined || request.state !== "waiting") return undefined;
  const timestamp = new Date(request.requested_at * 1000).toISOString();
  const data = await questionText(request, client, context);
  const body = `{"type":"backchannel_authentication.requested","timestamp":"${timestamp}","data":${data}}`;
  const secrets = config["secrets.backchannel_authentication"];
  const headers = webhookHeaders({ id, timestamp: now(), body }, secrets);
  return outbound.postJsonToOperator(url, body, headers);
}

/** OpenID CIBA Core §10.2: notifies a client in ping mode that its user has answered. It then asks for its tokens. */
async function ping(
  request: BackchannelRequest,
  client: Client,
  context: BackchannelContext,
): Promise<Reply | undefined> {
  const { backchannel_client_notification_endpoint: url } = client;
  const { client_notification_token } = request.asked;
  if (url === undefined || client_notification_token === undefined) return undefined;
  const body = JSON.stringify({ auth_req_id: writeAuthReqId(request, context) });
  const authorization = `Bearer ${client_notification_token}`;
  return context.outbound.postJson(url, body, { authorization }, urlOwner(client));
}

/** The request as JSON for the app, with its challenge and its client. */
export async function questionText(
  backchannel: BackchannelRequest,
  client: Client,
  context: BackchannelContext,
): Promise<string> {
  const challenge = writeHandle(context.signer, "backchannel_challenge", backchannel.request_id);
  const texts = await findRequestTexts(backchannel.asked, client, context);
  return withClient({ ...describeBackchannelQuestion(backchannel, challenge), ...texts }, client);
}

/** The notification of the operator's app of a new request; undefined where the built-in page asks. */
export function announcementOf(
  request: BackchannelRequest,
  context: BackchannelContext,
): BackchannelDelivery | undefined {
  const url = context.config["urls.backchannel_authentication"];
  return url === undefined ? undefined : newDelivery("asked", request, context);
}

/** OpenID CIBA Core §10.2: the notification of a client in ping mode of the answer; undefined for others, which poll. */
export function pingOf(
  request: BackchannelRequest,
  client: Client,
  context: BackchannelContext,
): BackchannelDelivery | undefined {
  const { client_notification_token } = request.asked;
  const isNotified =
    client.backchannel_token_delivery_mode === "ping" && client_notification_token !== undefined;
  return isNotified ? newDelivery("answered", request, context) : undefined;
}

/** Retried as long as the request is valid. */
function newDelivery(
  kind: BackchannelDelivery["kind"],
  { request_id, valid_until }: BackchannelRequest,
  { now, now_ms }: BackchannelContext,
): BackchannelDelivery {
  return {
    delivery_id: mintFlowId(now_ms()),
    request_id,
    kind,
    attempts: 0,
    due_at: now(),
    expires_at: valid_until,
  };
}
