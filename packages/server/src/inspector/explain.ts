import type { FlowStep } from "@latchkey/api";
import { decisions } from "./decisions.ts";
import { objections } from "./objections.ts";
import type { ObservedStep, StepFacts } from "./observation.ts";

/** A step in words. */
export function explainStep({ at_ms, request_id, facts }: ObservedStep): FlowStep {
  const { name, method, path, address, parameters, status, error, error_description, redirect_to } =
    facts;
  const decided = explainRule(facts);
  return {
    at: new Date(at_ms).toISOString(),
    request_id,
    name,
    came_in: { method, path, parameters, ...(address !== undefined && { address }) },
    decided,
    told: {
      status,
      ...(error !== undefined && { error }),
      ...(error_description !== undefined && { error_description }),
      ...(redirect_to !== undefined && { redirect_to }),
      summary: summarizeAnswer(facts),
    },
    line: `${whatCameIn(facts)} → ${decided.because}`,
  };
}

/** Why it was decided so. */
export function explainRule(facts: StepFacts): FlowStep["decided"] {
  const rule = ruleIn(facts);
  const { because, reference } = decisions[rule] ?? {};
  const objection = facts.error === undefined ? undefined : findObjection(facts);
  const where = objection?.reference ?? (facts.error === undefined ? reference : undefined);
  return {
    rule,
    because: objection?.because ?? becauseOf(facts) ?? because ?? "That is what was asked for.",
    ...(where !== undefined && { reference: where }),
  };
}

/** What to do about a refusal, where that is known. */
export function fixFor(facts: StepFacts): string | undefined {
  return findObjection(facts).fix;
}

function findObjection({ rule, error = "" }: StepFacts) {
  return objections[rule] ?? objections[error] ?? {};
}

function becauseOf({ error_description, debug, error, status }: StepFacts): string | undefined {
  if (debug !== undefined) return debug;
  if (error_description) return error_description;
  return error === undefined && status < 400 ? undefined : `It was refused: ${error ?? status}.`;
}

/** A login may be needed for a reason that only the parameters tell. */
function ruleIn({ rule, parameters }: StepFacts): string {
  if (rule !== "login_needed") return rule;
  const isAsked = parameters["prompt"]?.includes("login") === true || parameters["max_age"] === "0";
  return isAsked ? "fresh_login_asked" : rule;
}

function summarizeAnswer({ name, status, error, redirect_to }: StepFacts): string {
  const what = error === undefined ? "" : ` ${error}`;
  if (redirect_to === undefined) return `${status}${what || (gifts[name] ?? "")}`;
  return `${status}${what}, the browser goes to ${redirect_to.split(/[?#]/)[0]}`;
}

function whatCameIn({ name, parameters, method, path }: StepFacts): string {
  const { client_id = "A client", response_type, scope, subject } = parameters;
  switch (name) {
    case "authorize":
      return `${client_id} asks for ${response_type ?? "nothing in particular"}${scope === undefined ? "" : `, scope ${scope}`}`;
    case "login_accepted":
      return `The login provider says it is ${subject ?? "somebody"}`;
    default:
      return sentences[name] ?? `${method} ${path}`;
  }
}

const gifts: Readonly<Record<string, string>> = {
  login_fetched: ", with the request",
  login_accepted: ", with the way back for the browser",
  login_rejected: ", with the way back for the browser",
  consent_fetched: ", with the request",
  consent_accepted: ", with the way back for the browser",
  consent_rejected: ", with the way back for the browser",
  code_redeemed: ", with tokens",
  token_issued: ", with tokens",
  refreshed: ", with tokens",
  logout_fetched: ", with the request",
  logout_accepted: ", with the way back for the browser",
};

const sentences: Readonly<Record<string, string>> = {
  login_fetched: "The login provider looks at the request",
  login_not_shown: "The login provider looks at the request",
  login_rejected: "The login provider says no",
  login_answer_not_taken: "The login provider answers",
  after_login: "The browser is back from the login provider",
  consent_fetched: "The consent provider looks at the request",
  consent_not_shown: "The consent provider looks at the request",
  consent_accepted: "The consent provider says yes",
  consent_rejected: "The consent provider says no",
  consent_answer_not_taken: "The consent provider answers",
  after_consent: "The browser is back from the consent provider",
  code_redeemed: "The client redeems its code",
  code_refused: "The client redeems a code",
  refreshed: "The client renews its tokens",
  refresh_refused: "The client shows a refresh token",
  token_issued: "The client requests a token",
  token_refused: "The client requests a token",
  revoked: "The client gives a token back",
  revocation_refused: "Somebody gives a token back",
  logout: "Somebody wants to leave",
  logout_fetched: "The logout provider looks at the request",
  logout_not_shown: "The logout provider looks at the request",
  logout_accepted: "The logout provider says yes",
  logout_rejected: "The logout provider says no",
  logout_answer_not_taken: "The logout provider answers",
  after_logout: "The browser is back from the logout provider",
};
