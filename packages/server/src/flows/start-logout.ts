import { storedFlowLifespan } from "../grants/lifespans.ts";
import { findSession } from "./find-session.ts";
import { readIdToken } from "../grants/read-id-token.ts";
import { limitRate } from "./limit-rate.ts";
import { placeUrl } from "./page-urls.ts";
import { showError } from "./error-page.ts";
import type { Context } from "../context/context.ts";
import { mintFlowId, writeHandle } from "../crypto/flow-id.ts";
import { redirect, type Response } from "../http/response.ts";
import type { Request } from "../http/request.ts";
import { parametersText } from "../http/form.ts";
import type { LogoutRequest } from "../interaction/logout-request.ts";
import type { Client } from "../oauth/client.ts";
import type { FormFields } from "../oauth/form-fields.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { decideLogoutStart, type LogoutStartDecision } from "../openid/logout.ts";
import { parseLogoutHint } from "../openid/logout-hint.ts";
import { withQuery } from "../openid/urls.ts";

/** Starts a logout: redirects the user to the logout app, unless there is no session. */
export async function startLogout(
  params: FormFields,
  request: Request,
  context: Context,
): Promise<Response> {
  const { config, now, store } = context;
  const hintText = params.get("id_token_hint");
  const claims = hintText === undefined ? undefined : await readIdToken(hintText, context);
  const issuer = config["urls.self.issuer"];
  const hint = hintText === undefined ? undefined : parseLogoutHint(claims, { issuer, now: now() });

  // The session of this browser comes first; the hint is used only without one.
  const own = await findSession(request, context);
  const session =
    own ?? (hint?.ok ? await store.login_sessions.find(hint.value.sid, now()) : undefined);
  const client_id = params.get("client_id");
  if (hint?.ok && client_id !== undefined && !hint.value.aud.includes(client_id)) {
    return showError(anotherClient, request, context); // RP-Initiated Logout §2
  }
  const decision = decideLogoutStart({
    hint,
    client: await firstKnown(namedBy(hint, client_id), context),
    session: hint?.ok === false ? undefined : session,
    post_logout_redirect_uri: params.get("post_logout_redirect_uri"),
    state: params.get("state"),
    default_redirect: placeUrl("post_logout_redirect", config),
  });
  switch (decision.kind) {
    case "reject":
      return showError(decision.error, request, context);
    case "redirect":
      return { ...redirect(decision.to), note: { rule: "nobody_to_log_out" } };
    case "ask":
      return askLogout(decision, request, context);
  }
}

async function askLogout(
  { kind: _kind, ...asked }: Extract<LogoutStartDecision, { kind: "ask" }>,
  request: Request,
  context: Context,
): Promise<Response> {
  const limited = limitRate(request, context);
  if (limited !== undefined) return limited;
  const { config, observer, signer, now, now_ms, store } = context;
  const requested_at = now();
  const parameters = parametersText(request);
  const logout: LogoutRequest = {
    ...asked,
    logout_id: mintFlowId(now_ms(), observer.admits()),
    version: 0,
    state: "waiting",
    request_url: `/oauth2/sessions/logout${parameters === "" ? "" : `?${parameters}`}`,
    requested_at,
  };
  await store.logout_requests.begin(logout, requested_at + storedFlowLifespan(config));
  const logout_challenge = writeHandle(signer, "logout_challenge", logout.logout_id);
  const { logout_id: flow_id, client_id, subject } = logout;
  const note = { flow_id, client_id, subject, rule: "logout_asked" };
  return { ...redirect(withQuery(placeUrl("logout", config), { logout_challenge })), note };
}

/** The clients that the hint is for; without a hint, the one that the request names. */
function namedBy(
  hint: ReturnType<typeof parseLogoutHint> | undefined,
  client_id: string | undefined,
): readonly string[] {
  if (hint !== undefined) return hint.ok ? hint.value.aud : [];
  return client_id === undefined ? [] : [client_id];
}

const anotherClient: OAuthError = {
  error: "invalid_request",
  error_description: "The client_id is not the client that the id_token_hint was issued to.",
};

async function firstKnown(ids: readonly string[], { store }: Context): Promise<Client | undefined> {
  for (const id of ids) {
    const client = await store.clients.find(id);
    if (client !== undefined) return client;
  }
  return undefined;
}
