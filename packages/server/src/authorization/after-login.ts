import { clearSessionCookie, releaseFlow, writeSessionCookie } from "../browser/cookies.ts";
import { placeUrl } from "../browser/places.ts";
import type { Context } from "../context.ts";
import { writeHandle } from "../crypto/flow-id.ts";
import { redirect } from "../http/answer.ts";
import type { Answer, Request } from "../http/endpoint.ts";
import { decideAfterLogin } from "../interaction/after-login.ts";
import type { Flow } from "../interaction/flow.ts";
import type { LoginAnswer } from "../interaction/login-answer.ts";
import { useLogin } from "../interaction/login-request.ts";
import type { SessionChange } from "../interaction/login-session.ts";
import { type ConsentDecision, decideConsent } from "../interaction/next-step.ts";
import { usedBefore } from "../interaction/use.ts";
import type { Client } from "../oauth/client.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { withQuery } from "../openid/with-query.ts";
import { findSession } from "./begin.ts";
import { type BrowserStep, notTaken, type Taken } from "./step-in-flow.ts";
import { nameFor } from "./names.ts";
import { destinationOf, noting, refuseClient, withCookies } from "./respond.ts";

/** The second step: the browser is back from the login provider, and goes on to the consent provider. */
export const continueAfterLogin: BrowserStep<LoginAnswer> = {
  handle: "login_verifier",
  use: useLogin,
  refused: "login_provider_refused",
  goOn: askConsent,
};

async function askConsent(
  flow: Flow,
  answer: LoginAnswer,
  client: Client,
  request: Request,
  context: Context,
): Promise<Taken> {
  const { config, signer, now, store } = context;
  const refuse = (error: OAuthError, cookies: readonly string[] = []): Answer =>
    refuseClient(destinationOf(flow), error, cookies, context);
  const name = nameFor(client, answer.subject, answer.force_subject_identifier, context);
  if (!name.ok) return notTaken(refuse(name.error));

  const session = await findSession(request, context);
  const login = decideAfterLogin({
    flow,
    answer,
    id_token_subject: name.value,
    session,
    now: now(),
  });
  const consent = await considerConsent(flow, answer, client, context);
  const refusal = login.kind === "refuse" ? login : consent.kind === "refuse" ? consent : undefined;

  const skip = consent.kind === "ask" && consent.skip;
  const written = await (refusal === undefined
    ? store.flows.askConsent({ ...flow, consent: { skip, state: "waiting" } })
    : store.flows.advance(flow));
  if (!written) return notTaken(refuse(usedBefore.error));
  if (flow.return_to !== undefined && refusal === undefined) {
    return { written, answer: await returnToPage(flow, answer, login.session, context) };
  }
  const cookies = await changeSession(login.session, context);
  if (refusal !== undefined) return { written, answer: refuse(refusal.error, cookies) };

  const consent_challenge = writeHandle(signer, "consent_challenge", flow.flow_id);
  const page = placeUrl(flow.integration === undefined ? "consent" : "workspace_consent", config);
  const isAskedAnew = flow.request.prompt.includes("consent");
  const rule = skip ? "consent_remembered" : isAskedAnew ? "fresh_consent_asked" : "consent_needed";
  const onward = withCookies(redirect(withQuery(page, { consent_challenge })), cookies);
  const note = { rule, subject: answer.subject, client_id: flow.client_id };
  return { written, answer: noting(onward, note) };
}

/** How long a page of ours knows who is there, if they did not ask to be remembered longer. Seconds. */
const VISIT = 3_600;

/** Goes back to a page of ours, which then knows who is there: for as long as they said, or for this visit. */
async function returnToPage(
  flow: Flow,
  { subject, authenticated_at }: LoginAnswer,
  change: SessionChange,
  context: Context,
): Promise<Answer> {
  const { sid } = flow.login;
  const expires_at = context.now() + VISIT;
  const visit = { sid, subject, authenticated_at, expires_at };
  const remembered: SessionChange =
    change.kind === "forget" ? { kind: "remember", session: visit, max_age: undefined } : change;
  const cookies = [
    releaseFlow(flow.flow_id, context),
    ...(await changeSession(remembered, context)),
  ];
  const onward = withCookies(redirect(flow.return_to ?? "/", 303), cookies);
  return noting(onward, { rule: "signed_in", subject });
}

/** Whether the person must be asked. Where an integration shall go, only they can say. */
async function considerConsent(
  flow: Flow,
  answer: LoginAnswer,
  client: Client,
  { config, now, store }: Context,
): Promise<ConsentDecision> {
  if (flow.integration !== undefined || flow.return_to !== undefined)
    return { kind: "ask", skip: false };
  const previous = await store.grants.findRemembered(answer.subject, client, now());
  const scope_strategy = config["strategies.scope"];
  return decideConsent({ request: flow.request, client, previous, scope_strategy, now: now() });
}

/** Carries a change out in the store, and answers the cookies that tell the browser. */
async function changeSession(change: SessionChange, context: Context): Promise<string[]> {
  const { login_sessions } = context.store;
  switch (change.kind) {
    case "keep":
      return [];
    case "remember":
      await login_sessions.remember(change.session);
      return [writeSessionCookie(change.session.sid, change.max_age, context)];
    case "forget":
      if (change.sid === undefined) return [];
      await login_sessions.forget(change.sid);
      return clearSessionCookie(context);
  }
}
