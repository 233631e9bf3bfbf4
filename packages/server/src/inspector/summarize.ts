import { explainRule, fixFor } from "./explain.ts";
import type { ObservedFlow, StepFacts } from "./observation.ts";
import { effectOf } from "./outcome.ts";
import type { Reading } from "./read-observed-request.ts";

/** What these steps, in the order of their time, mean for the flows they belong to. */
export function summarizeFlows(readings: readonly Reading[]): ObservedFlow[] {
  const byFlow = Map.groupBy(readings, ({ step }) => step.flow_id);
  return [...byFlow].map(([flow_id, steps]) => summarize(flow_id, steps));
}

function summarize(flow_id: string, readings: readonly Reading[]): ObservedFlow {
  const times = readings.map(({ step }) => step.at_ms);
  const facts = decisiveStep(readings.map(({ step }) => step.facts));
  const { outcome, settled } = effectOf(facts);
  const fix = outcome === "failed" ? fixFor(facts) : undefined;
  return {
    flow_id,
    // A provider's page knows only of authorizations; the workspace API tells that it is one of its own.
    kind: readings.find(({ kind }) => kind !== "authorization")?.kind ?? "authorization",
    client_id: firstOf(readings.map(({ client_id }) => client_id)),
    subject: firstOf(readings.map(({ subject }) => subject)),
    started_at_ms: Math.min(...times),
    updated_at_ms: Math.max(...times),
    outcome,
    settled,
    headline: headlineFor(facts),
    fix,
  };
}

/** The last answer to the client; before there is one, the last step. */
function decisiveStep(steps: readonly StepFacts[]): StepFacts {
  const decisive = steps.findLast((facts) => effectOf(facts).settled) ?? steps.at(-1);
  if (decisive === undefined) throw new Error("A flow without steps was summarized.");
  return decisive;
}

function headlineFor(facts: StepFacts): string {
  const isRefusal = facts.error !== undefined || facts.status >= 400;
  return isRefusal
    ? explainRule(facts).because
    : (headlines[facts.rule] ?? headlines[facts.name] ?? "It is under way.");
}

function firstOf(texts: readonly (string | undefined)[]): string | undefined {
  return texts.find((text) => text !== undefined && text !== "");
}

const headlines: Readonly<Record<string, string>> = {
  authorize: "The browser was sent to the login provider.",
  login_fetched: "The person is at the login provider.",
  login_accepted: "The person logged in; the browser is on its way back.",
  login_rejected: "The login provider said no; the browser is on its way back.",
  after_login: "The browser was sent to the consent provider.",
  consent_fetched: "The person is at the consent provider.",
  consent_accepted: "The person allowed it; the browser is on its way back.",
  consent_rejected: "The person did not allow it; the browser is on its way back.",
  after_consent: "The client was given its answer.",
  code_redeemed: "The client redeemed its code.",
  token_issued: "The client got a token.",
  refreshed: "The client renewed its tokens.",
  revoked: "The client gave its tokens back.",
  logout: "The browser was sent to the logout provider.",
  logout_fetched: "The person is at the logout provider.",
  logout_accepted: "The person means to leave; the browser is on its way back.",
  logout_rejected: "The person stayed.",
  after_logout: "The person logged out.",
  another_person_is_here: "Somebody else has the browser now, so nobody was logged out.",
  nobody_to_log_out: "Nobody was logged in, so there was nothing to do.",
  signed_in: "The person signed in to a page of this server.",
};
