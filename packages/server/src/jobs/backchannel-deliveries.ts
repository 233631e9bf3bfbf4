import { questionText } from "../api/admin/backchannel/requests.ts";
import type { Context } from "../context/context.ts";
import { webhookHeaders } from "../crypto/webhook-signature.ts";
import { writeAuthReqId } from "../flows/backchannel/auth-req-id.ts";
import type { Client } from "../oauth/client.ts";
import type { BackchannelRequest } from "../openid/backchannel/authentication-request.ts";
import { type Outbound, urlOwner } from "../outbound/outbound.ts";
import type { BackchannelDelivery } from "../store/port/backchannel-store.ts";
import { backoffSeconds, describeReply, startDeliveries } from "./deliveries.ts";
import type { RepeatedJob } from "./repeat.ts";

/** A request is only valid for minutes, so the waits between attempts stay short. */
const MAX_BACKOFF_SECONDS = 30;

/** Sends the notifications of backchannel authentications from the outbox, until they are delivered or the request expires. */
export function startBackchannelDeliveries(context: Context): RepeatedJob {
  return startDeliveries(
    "backchannel-deliveries",
    context.store.backchannel_deliveries,
    (delivery) => attempt(delivery, context),
    context,
    (delivery) => receiverOf(delivery, context),
  );
}

async function receiverOf(
  { request_id, kind }: BackchannelDelivery,
  { config, now, store }: Context,
): Promise<string | undefined> {
  if (kind === "asked") return config["urls.backchannel_authentication"];
  const request = await store.backchannel_requests.find(request_id, now());
  const client = request && (await store.clients.find(request.client_id));
  return client?.backchannel_client_notification_endpoint;
}

type Reply = Awaited<ReturnType<Outbound["postJson"]>>;

/** Sends it once. The log has neither the URL, which may hold a secret, nor anything of the user. */
async function attempt(delivery: BackchannelDelivery, context: Context): Promise<void> {
  const { log, now, server_metrics, store } = context;
  const { delivery_id, request_id, kind, attempts } = delivery;
  const request = await store.backchannel_requests.find(request_id, now());
  const client = request && (await store.clients.find(request.client_id));
  const isCurrent = client !== undefined && client.client_key === request?.client_key;
  const reply = isCurrent && request && (await post(delivery, request, client, context));
  if (!reply) return store.backchannel_deliveries.finish(delivery_id);

  const { delivered, outcome } = describeReply(reply);
  server_metrics.backchannel_deliveries[kind][delivered ? "delivered" : "failed"].add();
  log[delivered ? "info" : "warn"]("backchannel authentication notification", {
    client_id: client.client_id,
    delivery_id,
    kind,
    attempts,
    delivered,
    outcome,
  });
  if (delivered || (kind === "answered" && isRefused(reply)))
    return store.backchannel_deliveries.finish(delivery_id);
  const due_at = now() + backoffSeconds(attempts, MAX_BACKOFF_SECONDS);
  return store.backchannel_deliveries.postpone(delivery_id, due_at);
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
  context: Context,
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
  context: Context,
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
  context: Context,
): Promise<Reply | undefined> {
  const { backchannel_client_notification_endpoint: url } = client;
  const { client_notification_token } = request.asked;
  if (url === undefined || client_notification_token === undefined) return undefined;
  const body = JSON.stringify({ auth_req_id: writeAuthReqId(request, context) });
  const authorization = `Bearer ${client_notification_token}`;
  return context.outbound.postJson(url, body, { authorization }, urlOwner(client));
}
