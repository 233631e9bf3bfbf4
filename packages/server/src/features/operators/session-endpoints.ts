import { type OperatorSession, operatorSessionInput, read } from "@latchkey/api";
import { clearCookie, readCookie, writeCookie } from "@latchkey/sign-in";
import type { FeatureEndpoint } from "../../feature/feature.ts";
import { findToken } from "../../grants/find-token.ts";
import { readOptionalJson } from "../../http/json.ts";
import { bearerError, refuse } from "../../http/refuse.ts";
import { json, noContent, noStore } from "../../http/response.ts";
import { bearerTokenIn } from "../../oauth/bearer-token.ts";
import { type Grant, isGrantedTokenActive } from "../../oauth/grant.ts";
import { describeProblem, type OAuthError } from "../../oauth/oauth-error.ts";
import { timestamp } from "../../oauth/timestamp.ts";
import type { OperatorsContext } from "./context.ts";
import { ownClientIds } from "./own-clients.ts";
import { cookieName, cookieOptions } from "./session-cookie.ts";
import { hashSessionToken, mintSessionToken } from "./session-token.ts";

type Endpoint = FeatureEndpoint<OperatorsContext>;

/**
 * POST /operator-session. The access token is in a header that no form of another page can send, so no user can be signed in as
 * another user. It is of one of the server's own clients, which no other client can get a token as.
 */
export const createOperatorSession: Endpoint = async (request, context) => {
  const body = readOptionalJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const input = read(operatorSessionInput, body.value ?? {});
  if (!input.ok) return refuse(describeProblem(input.error), request, context);
  const presented = bearerTokenIn(request.headers["authorization"]);
  if (presented === undefined) return bearerError({ reason: "token_missing" });
  const grant = await findOwnGrant(presented, context);
  if (grant === undefined) return bearerError({ reason: "token_inactive" });

  const { config, operators, store, now } = context;
  await store.grants.revoke(grant, now());
  const operator = await operators.operators.find(grant.subject);
  if (operator === undefined) return refuse(noRole, request, context);
  const use = input.value.cookie === true ? "cookie" : "bearer";
  const token = mintSessionToken();
  const expires_at = now() + config["ttl.operator_session"];
  await operators.sessions.create({
    token_hash: hashSessionToken(token),
    subject: grant.subject,
    use,
    // The command stays logged in when the browser in which its code was entered is signed out.
    sid: use === "cookie" ? await rememberedSid(grant, context) : undefined,
    created_at: now(),
    expires_at,
  });
  const { subject, name, role, workspaces } = operator;
  const session: OperatorSession = {
    subject,
    name,
    role,
    ...(workspaces !== undefined && { workspaces }),
    expires_at: timestamp(expires_at),
  };
  if (use === "bearer") return json(201, { ...session, token }, noStore);
  const max_age = config["ttl.operator_session"];
  const cookie = writeCookie(cookieName(config), token, { ...cookieOptions(config), max_age });
  return json(201, session, { ...noStore, "Set-Cookie": cookie });
};

/** DELETE /operator-session. */
export const endOperatorSession: Endpoint = async (request, { config, operators }) => {
  const { headers } = request;
  const name = cookieName(config);
  const token = bearerTokenIn(headers["authorization"]) ?? readCookie(headers["cookie"], name);
  if (token !== undefined) await operators.sessions.end(hashSessionToken(token));
  const cleared = clearCookie(name, cookieOptions(config));
  const done = noContent();
  return { ...done, headers: { ...done.headers, "Set-Cookie": cleared } };
};

/** The grant of an access token that a user of one of our own clients got by signing in. */
async function findOwnGrant(
  presented: string,
  context: OperatorsContext,
): Promise<Grant | undefined> {
  const token = await findToken(presented, context);
  if (token === undefined || !("grant" in token) || token.token_use !== "access_token")
    return undefined;
  const { client_id } = token.grant;
  if (client_id !== ownClientIds.console && client_id !== ownClientIds.command) return undefined;
  const client = await context.store.clients.find(client_id);
  return isGrantedTokenActive(token, client, context.now()) ? token.grant : undefined;
}

/** Only a login that is remembered has a session, which can end before that of the console. */
async function rememberedSid(
  { sid }: Grant,
  { store, now }: OperatorsContext,
): Promise<string | undefined> {
  return (await store.login_sessions.find(sid, now())) === undefined ? undefined : sid;
}

const noRole: OAuthError = {
  error: "request_forbidden",
  error_description:
    "You signed in, but have no role on this server. An administrator adds one: latchkey operators add.",
};
