import { explainRule, fixFor } from "./explain.ts";
import type { Explanations } from "./explanations.ts";
import type { ObservedFlow, StepFacts } from "./observation.ts";
import { effectOf } from "./outcome.ts";
import type { Reading } from "./read-observed-request.ts";

/** The state of the flows after these steps, which are in order of time. */
export function summarizeFlows(
  readings: readonly Reading[],
  explanations: Explanations,
): ObservedFlow[] {
  const byFlow = Map.groupBy(readings, ({ step }) => step.flow_id);
  return [...byFlow].map(([flow_id, steps]) => summarize(flow_id, steps, explanations));
}

function summarize(
  flow_id: string,
  readings: readonly Reading[],
  explanations: Explanations,
): ObservedFlow {
  const times = readings.map(({ step }) => step.at_ms);
  const facts = decisiveStep(readings.map(({ step }) => step.facts));
  const { outcome, settled } = effectOf(facts);
  const fix = outcome === "failed" ? fixFor(facts, explanations) : undefined;
  return {
    flow_id,
    // Steps of login and consent apps have the kind authorization; only steps of the workspace API have the kind workspace.
    kind: readings.find(({ kind }) => kind !== "authorization")?.kind ?? "authorization",
    client_id: firstOf(readings.map(({ client_id }) => client_id)),
    subject: firstOf(readings.map(({ subject }) => subject)),
    started_at_ms: Math.min(...times),
    updated_at_ms: Math.max(...times),
    outcome,
    settled,
    headline: headlineFor(facts, explanations),
    fix,
  };
}

/** The last response to the client, or else the last step. */
function decisiveStep(steps: readonly StepFacts[]): StepFacts {
  const decisive = steps.findLast((facts) => effectOf(facts).settled) ?? steps.at(-1);
  if (decisive === undefined) throw new Error("A flow has no steps.");
  return decisive;
}

function headlineFor(facts: StepFacts, explanations: Explanations): string {
  const isRefusal = facts.error !== undefined || facts.status >= 400;
  return isRefusal
    ? explainRule(facts, explanations).because
    : (headlines[facts.rule] ?? headlines[facts.name] ?? "The flow is in progress.");
}

function firstOf(texts: readonly (string | undefined)[]): string | undefined {
  return texts.find((text) => text !== undefined && text !== "");
}

const headlines: Readonly<Record<string, string>> = {
  authorize: "The browser was redirected to the login app.",
  login_fetched: "The user is at the login app.",
  login_accepted: "The user signed in; the browser is returning.",
  login_rejected: "The login app rejected the sign-in; the browser is returning.",
  after_login: "The browser was redirected to the consent app.",
  consent_fetched: "The user is at the consent app.",
  consent_accepted: "The user gave consent; the browser is returning.",
  consent_rejected: "The user denied the request; the browser is returning.",
  after_consent: "The client received its response.",
  device_asked: "The device displays a user code.",
  user_code_fetched: "The user entered the code of the device.",
  user_code_accepted: "The user confirmed the code; the browser is returning.",
  user_code_rejected: "The user does not know the device.",
  after_user_code: "The browser was redirected to the login app.",
  device_granted: "The user can return to the device.",
  device_code_redeemed: "The device received its tokens.",
  backchannel_asked: "The user is asked on another device.",
  backchannel_fetched: "The app that asks the user has read the request.",
  backchannel_accepted: "The user allowed it, so the client gets its tokens when it asks.",
  backchannel_rejected: "The user denied the request.",
  auth_req_id_redeemed: "The client received its tokens.",
  code_redeemed: "The client redeemed its code.",
  token_issued: "The client received a token.",
  token_exchanged: "A client exchanged a token.",
  assertion_accepted: "The client received a token for an assertion.",
  refreshed: "The client refreshed its tokens.",
  revoked: "The client revoked its tokens.",
  logout: "The browser was redirected to the logout app.",
  logout_fetched: "The user is at the logout app.",
  logout_accepted: "The user confirmed the logout; the browser is returning.",
  logout_rejected: "The user declined the logout.",
  after_logout: "The user signed out.",
  another_person_is_here:
    "Another user has signed in to the browser since, so no session was ended.",
  nobody_to_log_out: "The browser had no session to end.",
  signed_in: "The user signed in to a page of this server.",
};
