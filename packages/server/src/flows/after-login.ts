import { clearSessionCookie, writeSessionCookie } from "./cookies.ts";
import type { Context, StepResult } from "../context/context.ts";
import { writeHandle } from "../crypto/flow-id.ts";
import { redirect, type Response } from "../http/response.ts";
import type { Request } from "../http/request.ts";
import { continueSession, decideAfterLogin } from "../interaction/after-login.ts";
import type { Flow } from "../interaction/flow.ts";
import type { LoginAnswer } from "../interaction/login-answer.ts";
import { useLogin } from "../interaction/login-transitions.ts";
import { isPersistent, type SessionChange } from "../interaction/login-session.ts";
import { type ConsentDecision, decideConsent } from "../interaction/next-step.ts";
import { alreadyUsed } from "../interaction/verifier-use.ts";
import type { Client } from "../oauth/client.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { withQuery } from "../openid/urls.ts";
import { findSession } from "./find-session.ts";
import { kindOf } from "../context/flow-kind.ts";
import { type BrowserStep, lostRace, type StepInput, storedNothing } from "./flow-step.ts";
import { loadConsentFacts } from "./remembered-consent.ts";
import { subjectIdentifierFor } from "../grants/subject-identifier.ts";
import { noting, withCookies } from "./authorization-response.ts";

/** The second step: the browser returns from the login app and is redirected to the consent app. */
export const continueAfterLogin: BrowserStep<LoginAnswer> = {
  from: "login",
  use: useLogin,
  rejected_rule: "login_provider_refused",
  proceed: askConsent,
  repeat: askConsentAgain,
};

async function askConsent(
  { client, request, ...step }: StepInput & { readonly answer: LoginAnswer },
  context: Context,
): Promise<StepResult> {
  const { now, store } = context;
  const { continues } = step.answer;
  const continued =
    continues === undefined ? undefined : await store.login_sessions.find(continues, now());
  const { flow, answer } = continued === undefined ? step : continueSession(step, continued);
  const fail = (error: OAuthError, cookies: readonly string[] = []): Promise<Response> =>
    kindOf(flow, context).fail({ flow, error, cookies, request }, context);
  const sub = subjectIdentifierFor(
    client,
    answer.subject,
    answer.force_subject_identifier,
    context,
  );
  if (!sub.ok) return storedNothing(await fail(sub.error));

  const session = await findSession(request, context);
  const login = decideAfterLogin({
    flow,
    answer,
    id_token_subject: sub.value,
    session,
    continued,
    now: now(),
  });
  const consent = await considerConsent(flow, answer, client, context);
  const rejected =
    login.kind === "reject" ? login : consent.kind === "reject" ? consent : undefined;

  const skip = consent.kind === "ask" && consent.skip;
  const written = await (rejected === undefined
    ? store.flows.askConsent({ ...flow, consent: { skip, state: "waiting" } }, login.session)
    : store.flows.advance(withError(rejected.error, flow), login.session));
  if (!written) return lostRace(await fail(alreadyUsed.error));
  const cookies = sessionCookies(login.session, context);
  if (rejected !== undefined) return { written, response: await fail(rejected.error, cookies) };
  return { written, response: goToConsent(flow, answer, skip, cookies, context) };
}

/** The browser repeats this step because its response was lost. */
async function askConsentAgain({ flow, request }: StepInput, context: Context): Promise<Response> {
  const { login, consent } = flow;
  if (login.state !== "used" || login.answer === undefined || consent === undefined)
    throw new Error("A step was repeated that led nowhere.");
  const cookies = await sessionCookiesAgain(flow, login.answer, request, context);
  return goToConsent(flow, login.answer, consent.skip, cookies, context);
}

/** The flow with the error that the client is sent after the login. */
function withError(error: OAuthError, flow: Flow): Flow {
  const { login } = flow;
  return login.state === "used" ? { ...flow, login: { ...login, refusal: error } } : flow;
}

function goToConsent(
  flow: Flow,
  answer: LoginAnswer,
  skip: boolean,
  cookies: readonly string[],
  context: Context,
): Response {
  const kind = kindOf(flow, context);
  if (kind.afterLogin !== undefined) return kind.afterLogin({ flow, answer, cookies }, context);
  const { config, signer } = context;
  const consent_challenge = writeHandle(signer, "consent_challenge", flow.flow_id);
  const page = kind.consentUrl(config);
  const isAskedAnew = flow.request.prompt.includes("consent");
  const rule = skip ? "consent_remembered" : isAskedAnew ? "fresh_consent_asked" : "consent_needed";
  const onward = withCookies(redirect(withQuery(page, { consent_challenge })), cookies);
  const note = { rule, subject: answer.subject, client_id: flow.client_id };
  return noting(onward, note);
}

/** Whether the user must consent. */
async function considerConsent(
  flow: Flow,
  answer: LoginAnswer,
  client: Client,
  context: Context,
): Promise<ConsentDecision> {
  if (kindOf(flow, context).consent !== "unless_remembered") return { kind: "ask", skip: false };
  return decideConsent(await loadConsentFacts(flow, answer.subject, client, context));
}

/** The same for a repeated step: the browser gets the cookie if the session still exists and no later one replaced it. */
async function sessionCookiesAgain(
  { login: { sid, skip } }: Flow,
  answer: LoginAnswer,
  request: Request,
  context: Context,
): Promise<string[]> {
  if (skip && !answer.extend_session_lifespan) return [];
  const isSwitch = answer.continues !== undefined;
  const { now, store } = context;
  const [here, begun] = await Promise.all([
    findSession(request, context),
    store.login_sessions.find(sid, now()),
  ]);
  if (begun === undefined) return [];
  const isHere = here?.sid === sid;
  if (isHere && !skip && !isSwitch) return []; // the response had arrived; a cookie that is to last longer has the same sid
  if (here !== undefined && !isHere && !isSwitch) {
    await store.login_sessions.forget(sid);
    return [];
  }
  const max_age = isPersistent(answer) ? begun.expires_at - now() : undefined;
  return [writeSessionCookie(sid, max_age, context)];
}

/** The cookies that a change of the session sets or clears. */
function sessionCookies(change: SessionChange, context: Context): string[] {
  switch (change.kind) {
    case "keep":
      return [];
    case "extend":
    case "switch":
      return [writeSessionCookie(change.sid, change.max_age, context)];
    case "remember":
      return [writeSessionCookie(change.session.sid, change.max_age, context)];
    case "forget":
      return change.sid === undefined ? [] : [clearSessionCookie(context)];
  }
}
