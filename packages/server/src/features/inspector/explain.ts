import type { FlowStep } from "@latchkey/api";
import { explainProfileRejection } from "../../oauth/profiles/explain-rules.ts";
import type { Explanation } from "../../oauth/rejection.ts";
import type { Explanations } from "../../inspector/explanations.ts";
import type { ObservedStep, StepFacts } from "./rules/observation.ts";
import type { Steps } from "../../inspector/steps.ts";

/** A step with its explanation. */
export function explainStep(
  { at_ms, request_id, facts }: ObservedStep,
  explanations: Explanations,
): FlowStep {
  const { name, method, path, address, parameters, status, error, error_description, redirect_to } =
    facts;
  const decided = explainRule(facts, explanations);
  return {
    at: new Date(at_ms).toISOString(),
    request_id,
    name,
    request: { method, path, parameters, ...(address !== undefined && { address }) },
    decided,
    response: {
      status,
      ...(error !== undefined && { error }),
      ...(error_description !== undefined && { error_description }),
      ...(redirect_to !== undefined && { redirect_to }),
      summary: summarizeResponse(facts, explanations.steps),
    },
    line: `${describeRequest(facts, explanations.steps)} → ${decided.because}`,
  };
}

/** The rule that decided a step, and why. */
export function explainRule(facts: StepFacts, explanations: Explanations): FlowStep["decided"] {
  const rule = ruleIn(facts);
  const { because, reference } = explanations.acceptances[rule] ?? {};
  const rejection = facts.error === undefined ? undefined : findRejection(facts, explanations);
  const where = rejection?.reference ?? (facts.error === undefined ? reference : undefined);
  return {
    rule,
    because: rejection?.because ?? becauseOf(facts) ?? because ?? "The request was valid.",
    ...(where !== undefined && { reference: where }),
  };
}

/** How to fix a rejected step, if that is known. */
export function fixFor(facts: StepFacts, explanations: Explanations): string | undefined {
  return findRejection(facts, explanations).fix;
}

function findRejection({ rule, error = "" }: StepFacts, { rejections }: Explanations): Explanation {
  return explainProfileRejection(rule) ?? rejections[rule] ?? rejections[error] ?? {};
}

function becauseOf({ error_description, debug, error, status }: StepFacts): string | undefined {
  if (debug !== undefined) return debug;
  if (error_description) return error_description;
  return error === undefined && status < 400
    ? undefined
    : `The request was rejected: ${error ?? status}.`;
}

/** Distinguishes the reason for a sign-in and what tokens are bound to, which only the parameters show. */
function ruleIn({ rule, parameters }: StepFacts): string {
  if (rule === "code_redeemed" || rule === "refreshed")
    return parameters["dpop"] === undefined ? rule : `${rule}_with_proof`;
  if (rule !== "login_needed") return rule;
  const isRequested =
    parameters["prompt"]?.includes("login") === true || parameters["max_age"] === "0";
  return isRequested ? "fresh_login_asked" : rule;
}

function summarizeResponse({ name, status, error, redirect_to }: StepFacts, steps: Steps): string {
  const what = error === undefined ? `${status}` : `${status} ${error}`;
  if (redirect_to !== undefined) return `${what}, redirect to ${redirect_to.split(/[?#]/)[0]}`;
  const contents = error === undefined ? steps.get(name)?.contents : undefined;
  return contents ? `${what}, with ${contents}` : what;
}

function describeRequest({ name, parameters, method, path }: StepFacts, steps: Steps): string {
  const { client_id = "A client", response_type, scope, subject } = parameters;
  switch (name) {
    case "authorize":
      return `${client_id} requests ${response_type ?? "nothing"}${scope === undefined ? "" : `, scope ${scope}`}`;
    case "login_accepted":
      return `The login app signed in ${subject ?? "a user"}`;
    default:
      return steps.get(name)?.sentence ?? `${method} ${path}`;
  }
}
