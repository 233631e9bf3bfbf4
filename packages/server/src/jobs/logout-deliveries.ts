import type { Context } from "../context/context.ts";
import { signJwt } from "../crypto/jwt.ts";
import { keySets } from "../context/keyring.ts";
import type { Client } from "../oauth/client.ts";
import { logoutTokenClaims } from "../openid/logout-notice.ts";
import type { LogoutDelivery } from "../store/port/session-store.ts";
import { idTokenAlgorithm } from "../grants/issue-grant-tokens.ts";
import { urlOwner } from "../outbound/outbound.ts";
import { backoffSeconds, describeReply, startDeliveries } from "./deliveries.ts";
import type { RepeatedJob } from "./repeat.ts";

const MAX_BACKOFF_SECONDS = 300;

/** Sends back-channel logouts from the outbox to clients, until they are delivered or expire. */
export function startLogoutDeliveries(context: Context): RepeatedJob {
  return startDeliveries(
    "logout-deliveries",
    context.store.logout_deliveries,
    (delivery) => attempt(delivery, context),
    context,
    async ({ client_id }) => (await context.store.clients.find(client_id))?.backchannel_logout_uri,
  );
}

async function attempt(delivery: LogoutDelivery, context: Context): Promise<void> {
  const { server_metrics, log, now, store } = context;
  const { delivery_id, client_id, attempts } = delivery;
  const client = await store.clients.find(client_id);
  const uri = client?.backchannel_logout_uri;
  if (client?.client_key !== delivery.client_key || uri === undefined) {
    return store.logout_deliveries.finish(delivery_id);
  }

  const logout_token = await signLogoutToken(delivery, client, context);
  const reply = await context.outbound.postForm(uri, { logout_token }, urlOwner(client));
  const { delivered, outcome } = describeReply(reply);
  server_metrics.logout_deliveries[delivered ? "delivered" : "failed"].add();
  log[delivered ? "info" : "warn"]("back-channel logout", {
    client_id,
    delivery_id,
    attempts,
    delivered,
    outcome,
  });

  if (delivered) return store.logout_deliveries.finish(delivery_id);
  return store.logout_deliveries.postpone(
    delivery_id,
    now() + backoffSeconds(attempts, MAX_BACKOFF_SECONDS),
  );
}

async function signLogoutToken(
  { delivery_id, client_id, sid }: LogoutDelivery,
  client: Client,
  { config, keyring, now }: Context,
): Promise<string> {
  const issuer = config["urls.self.issuer"];
  const key = await keyring.signingKey(keySets.id_token, idTokenAlgorithm(client, config));
  const claims = logoutTokenClaims({ issuer, client_id, sid, jti: delivery_id, now: now() });
  return signJwt(key, claims, { typ: "logout+jwt" });
}
