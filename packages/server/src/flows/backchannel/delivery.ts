import type { Context } from "../../context/context.ts";
import { mintFlowId } from "../../crypto/flow-id.ts";
import type { Client } from "../../oauth/client.ts";
import type { BackchannelRequest } from "../../openid/backchannel/authentication-request.ts";
import type { BackchannelDelivery } from "../../store/port/backchannel-store.ts";

/** The notification of the operator's app of a new request; undefined where the built-in page asks. */
export function announcementOf(
  request: BackchannelRequest,
  context: Context,
): BackchannelDelivery | undefined {
  const url = context.config["urls.backchannel_authentication"];
  return url === undefined ? undefined : newDelivery("asked", request, context);
}

/** OpenID CIBA Core §10.2: the notification of a client in ping mode of the answer; undefined for others, which poll. */
export function pingOf(
  request: BackchannelRequest,
  client: Client,
  context: Context,
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
  { now, now_ms }: Context,
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
