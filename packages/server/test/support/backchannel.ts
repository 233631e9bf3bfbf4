import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import type {
  AcceptBackchannelRequest,
  BackchannelAuthenticationRequest,
  BackchannelAuthenticationResponse,
  BackchannelRequest,
} from "@latchkey/api";
import { fieldsOf } from "../operations/refusal.ts";
import { type App, registerApp } from "./app.ts";
import type { ReceivedRequest } from "./receiver.ts";
import type { TestServer } from "./server.ts";

/** OpenID CIBA Core §4. */
export const CIBA = "urn:openid:params:grant-type:ciba";

/** A secret of Standard Webhooks, for tests only. */
export const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, "k").toString("base64")}`;

type World = Pick<TestServer, "latchkey">;

/** Registers the app of a bank, which asks for users who are not at its browser. */
export function registerBank(
  latchkey: World["latchkey"],
  description: Parameters<typeof registerApp>[1] = {},
): Promise<App> {
  return registerApp(latchkey, {
    client_id: "bank",
    client_name: "Bank",
    redirect_uris: [],
    grant_types: [CIBA, "refresh_token"],
    ...description,
  });
}

type Asked = Partial<BackchannelAuthenticationRequest> & Readonly<Record<string, unknown>>;

/** The bank asks for alice; returns the response, successful or not. */
export function ask({ latchkey }: World, { client_id, authorization }: App, form: Asked = {}) {
  const asked = { scope: "openid", login_hint: "alice", ...form };
  return authorization === undefined
    ? latchkey.call("startBackchannelAuthentication", { client_id, ...asked })
    : latchkey.call("startBackchannelAuthentication", asked, { authorization });
}

/** The response to a request for alice. */
export async function started(
  world: World,
  app: App,
  form: Asked = {},
): Promise<BackchannelAuthenticationResponse> {
  const reply = await ask(world, app, form);
  assert.ok(reply.ok, JSON.stringify(reply.body));
  return reply.body;
}

/** The request that a user was asked last. */
export async function newestFor({ latchkey }: World, user = "alice"): Promise<BackchannelRequest> {
  const [newest] = await latchkey.listBackchannelRequests({ user });
  assert.ok(newest, `nothing is asked of ${user}`);
  return newest;
}

/** The app of the operator accepts what alice was asked last. */
export async function acceptNewest(
  world: World,
  body: Partial<AcceptBackchannelRequest> = {},
): Promise<void> {
  const { challenge: backchannel_challenge, requested_scope: grant_scope } = await newestFor(world);
  await world.latchkey.acceptBackchannelRequest({
    backchannel_challenge,
    body: { subject: "alice", grant_scope, ...body },
  });
}

/** The bank asks for its tokens; returns the response, successful or not. */
export function poll(
  { latchkey }: World,
  { client_id, authorization }: App,
  auth_req_id: string,
  resource: readonly string[] = [],
) {
  const form = { grant_type: CIBA, auth_req_id, resource };
  return authorization === undefined
    ? latchkey.call("oauth2Token", { client_id, ...form })
    : latchkey.call("oauth2Token", form, { authorization });
}

/** The error that the bank gets, or undefined with its tokens. */
export async function errorOf(world: World, app: App, auth_req_id: string): Promise<unknown> {
  const { ok, status, body } = await poll(world, app, auth_req_id);
  if (ok) return undefined;
  assert.ok(status === 400 || status === 401, "RFC 6749 §5.2");
  return fieldsOf(body)["error"];
}

/** Whether a webhook has the signature of the secret: Standard Webhooks. */
export function isSigned({ headers, body }: ReceivedRequest, secret = WEBHOOK_SECRET): boolean {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const content = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
  const signature = createHmac("sha256", key).update(content).digest("base64");
  return String(headers["webhook-signature"]).split(" ").includes(`v1,${signature}`);
}
