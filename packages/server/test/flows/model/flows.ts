/** From the authorization endpoint by way of login and consent to a code. */

import {
  type ConsentAnswer,
  type Flow,
  type Grant,
  isOver,
  type LoginAnswer,
  type Model,
  nowOf,
  type User,
  refuseAnswer,
  sessionOf,
  timesOf,
  ttl,
} from "./state.ts";
import { issue } from "./tokens.ts";

const UNSAID = 30 * 24 * 3600;

/** A client asks: the login provider is asked in turn, or the client hears why not. */
export function authorize(
  model: Model,
  asked: Pick<Flow, "prompt" | "scope" | "hybrid">,
): { skip: boolean; subject: User | "" } | "login_required" {
  const session = asked.prompt === "login" ? undefined : sessionOf(model);
  if (session === undefined && asked.prompt === "none") return "login_required";
  model.flows.push({
    ...asked,
    requested_at: nowOf(model),
    ...timesOf(model),
    ...begin(model, session),
  });
  return { skip: session !== undefined, subject: session?.user ?? "" };
}

/** A flow at its beginning, in a browser with this session. */
export function begin(model: Model, session: Flow["known"]) {
  return {
    sid: session === undefined ? model.named++ : (model.cookie ?? -1),
    known: session,
    login: "waiting",
    consent_skip: false,
    refusal: {},
    released: false,
    swept: false,
  } as const;
}

/** The status the login provider gets for its yes, or for its no. */
export function answerLogin(model: Model, flow: Flow, answer: LoginAnswer | undefined): number {
  const refusal = refuseAnswer(model, flow, flow.login);
  if (refusal !== undefined) return refusal;
  if (answer !== undefined && flow.known !== undefined && flow.known.user !== answer.user)
    return 400;
  flow.login = answer === undefined ? "rejected" : "accepted";
  if (answer !== undefined) flow.login_answer = answer;
  return 200;
}

/** The same for the consent provider. */
export function answerConsent(model: Model, flow: Flow, answer: ConsentAnswer | undefined): number {
  const refusal = refuseAnswer(model, flow, flow.consent ?? "waiting");
  if (refusal !== undefined) return refusal;
  flow.consent = answer === undefined ? "rejected" : "accepted";
  if (answer !== undefined) flow.consent_answer = answer;
  return 200;
}

/** What comes of an answer that a browser brings back: where it goes on to, or what the client hears. */
type Used = "consent" | "code" | "page" | Refused;
type Refused =
  | "invalid_request"
  | "access_denied"
  | "request_unauthorized"
  | "request_forbidden"
  | "login_required"
  | "consent_required";

/** The browser is back from the login provider. */
export function useLogin(model: Model, flow: Flow, bound: boolean): Used {
  if (!flow.swept && flow.login === "used") return useAgain(model, flow, bound, "login");
  const refused = refuseUse(model, flow, "login", bound);
  if (refused !== undefined) return refused;
  flow.login = "used";
  const hasEnded = sessionOf(model) === undefined || model.cookie !== flow.sid;
  if (flow.known !== undefined && hasEnded) return (flow.refusal.login = "login_required");
  const { user, remember, remember_for } = flow.login_answer ?? assertNever();
  const isConsented = isCovered(model, flow, user);
  if (flow.known === undefined) {
    if (sessionOf(model) !== undefined) {
      model.sessions.delete(model.cookie ?? -1); // One browser, one session.
      model.cookie = undefined;
    }
    if (remember) {
      const expires_at = nowOf(model) + (remember_for || UNSAID);
      model.sessions.set(flow.sid, { user, authenticated_at: nowOf(model), expires_at });
      model.cookie = flow.sid;
    }
  }
  if (!isConsented && flow.prompt === "none") return (flow.refusal.login = "consent_required");
  flow.consent = "waiting";
  flow.consent_skip = isConsented;
  return "consent";
}

/** The browser is back from the consent provider. */
export function useConsent(model: Model, flow: Flow, bound: boolean): Used {
  if (!flow.swept && flow.consent === "used") return useAgain(model, flow, bound, "consent");
  const refused = refuseUse(model, flow, "consent", bound);
  if (refused !== undefined) return refused;
  flow.consent = "used";
  flow.released = true;
  const { scope, remember, remember_for } = flow.consent_answer ?? assertNever();
  const granted_at = nowOf(model);
  const lasts = remember_for === 0 ? Number.MAX_SAFE_INTEGER : flow.requested_at + remember_for;
  const remembered_until = remember && !flow.consent_skip ? lasts : 0;
  const grant: Grant = {
    flow: model.flows.indexOf(flow),
    user: flow.login_answer?.user ?? assertNever(),
    scope,
    granted_at,
    first_epoch: model.epoch,
    epoch: model.epoch,
    remembered_until,
    generation: 0,
    generation_at_ms: model.now_ms,
    redeemed_at_ms: 0,
    expires_at: Math.max(
      granted_at + ttl.access_token,
      remembered_until,
      model.devices[flow.device ?? -1]?.expires_at ?? 0,
    ),
    revoked: false,
    gone: false,
  };
  if (remembered_until > 0) supersede(model, grant);
  model.grants.push(grant);
  if (flow.hybrid) issue(model, grant, "access_token");
  return "code";
}

/** What the browser sees: where a device has no redirect URI, the user reads it. */
export function seenBy({ device }: Flow, used: Used): Used | "done" | "denied" {
  if (device === undefined || used === "consent") return used;
  if (used === "code") return "done";
  return used === "access_denied" ? "denied" : "page";
}

/** Whether the consent provider's answer is still to be used. */
function isOpen({ consent }: Flow): boolean {
  return consent !== undefined && consent !== "used";
}

/** A browser that has not dropped the flow's cookie gets the response again. One that got a code has dropped it. */
function useAgain(model: Model, flow: Flow, bound: boolean, question: "login" | "consent"): Used {
  if (!bound || flow.released || isOver(model, flow)) return "invalid_request";
  const refusal = flow.refusal[question];
  if (refusal === undefined)
    return question === "login" && isOpen(flow) ? "consent" : "invalid_request";
  flow.released = true;
  return flow.device === undefined ? refusal : "access_denied";
}

/** A new answer to be remembered takes the place of older ones, whose tokens live on. */
function supersede(model: Model, { user }: Grant): void {
  const lastToken = nowOf(model) + Math.max(ttl.access_token, ttl.refresh_token);
  for (const older of model.grants) {
    if (older.user !== user || older.remembered_until === 0) continue;
    older.remembered_until = 0;
    older.expires_at = Math.min(older.expires_at, lastToken);
  }
}

function refuseUse(
  model: Model,
  flow: Flow,
  question: "login" | "consent",
  bound: boolean,
): Used | undefined {
  if (flow.swept) return "page";
  const isLate = isOver(model, flow);
  if (question === "consent" && isLate) return "request_unauthorized";
  if (flow[question] === "rejected") {
    flow[question] = "used";
    flow.released ||= bound;
    return (flow.refusal[question] = "access_denied");
  }
  if (isLate) return "request_unauthorized";
  return bound ? undefined : "request_forbidden";
}

/** Whether an answer that the user wants remembered covers what is asked. The newest one counts. */
function isCovered(model: Model, { prompt, scope }: Flow, user: User): boolean {
  const previous = model.grants.findLast(
    (grant) => !grant.gone && grant.user === user && grant.remembered_until > nowOf(model),
  );
  if (prompt === "consent" || previous === undefined) return false;
  return scope.split(" ").every((word) => previous.scope.split(" ").includes(word));
}

function assertNever(): never {
  throw new Error("The model used an answer that was not given.");
}
