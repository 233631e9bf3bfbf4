import type { FlowStep } from "@latchkey/api";
import { explainProfileRejection } from "../oauth/profiles/explain-rules.ts";
import type { Explanation } from "../oauth/rejection.ts";
import type { Explanations } from "./explanations.ts";
import type { ObservedStep, StepFacts } from "./observation.ts";

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
    came_in: { method, path, parameters, ...(address !== undefined && { address }) },
    decided,
    told: {
      status,
      ...(error !== undefined && { error }),
      ...(error_description !== undefined && { error_description }),
      ...(redirect_to !== undefined && { redirect_to }),
      summary: summarizeResponse(facts),
    },
    line: `${describeRequest(facts)} → ${decided.because}`,
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

function summarizeResponse({ name, status, error, redirect_to }: StepFacts): string {
  const what = error === undefined ? "" : ` ${error}`;
  if (redirect_to === undefined) return `${status}${what || (contents[name] ?? "")}`;
  return `${status}${what}, redirect to ${redirect_to.split(/[?#]/)[0]}`;
}

function describeRequest({ name, parameters, method, path }: StepFacts): string {
  const { client_id = "A client", response_type, scope, subject } = parameters;
  switch (name) {
    case "authorize":
      return `${client_id} requests ${response_type ?? "nothing"}${scope === undefined ? "" : `, scope ${scope}`}`;
    case "login_accepted":
      return `The login app signed in ${subject ?? "a user"}`;
    default:
      return sentences[name] ?? `${method} ${path}`;
  }
}

const contents: Readonly<Record<string, string>> = {
  login_fetched: ", with the request",
  login_accepted: ", with the URL to return to",
  login_rejected: ", with the URL to return to",
  consent_fetched: ", with the request",
  consent_accepted: ", with the URL to return to",
  consent_rejected: ", with the URL to return to",
  device_asked: ", with the codes",
  user_code_fetched: ", with the request",
  user_code_accepted: ", with the URL to return to",
  user_code_rejected: ", with the URL to return to",
  device_code_redeemed: ", with tokens",
  backchannel_asked: ", with the auth_req_id",
  backchannel_fetched: ", with the request",
  auth_req_id_redeemed: ", with tokens",
  code_redeemed: ", with tokens",
  token_issued: ", with tokens",
  token_exchanged: ", with a token",
  assertion_accepted: ", with a token",
  refreshed: ", with tokens",
  registered: ", with what was registered",
  registration_updated: ", with what was registered",
  logout_fetched: ", with the request",
  logout_accepted: ", with the URL to return to",
};

const sentences: Readonly<Record<string, string>> = {
  pushed: "The client pushes an authorization request",
  push_refused: "The client pushes an authorization request",
  login_fetched: "The login app reads the request",
  login_not_shown: "The login app reads the request",
  login_rejected: "The login app rejects the request",
  login_answer_not_taken: "The login app answers the request",
  after_login: "The browser returns from the login app",
  consent_fetched: "The consent app reads the request",
  consent_not_shown: "The consent app reads the request",
  consent_accepted: "The consent app accepts the request",
  consent_rejected: "The consent app rejects the request",
  consent_answer_not_taken: "The consent app answers the request",
  after_consent: "The browser returns from the consent app",
  device_asked: "A device asks for a user code",
  device_refused: "A device asks for a user code",
  user_code_fetched: "The page for user codes looks a code up",
  user_code_not_shown: "The page for user codes looks a code up",
  user_code_accepted: "The page for user codes accepts a code",
  user_code_rejected: "The page for user codes rejects a code",
  user_code_answer_not_taken: "The page for user codes answers",
  after_user_code: "The browser returns from the page for user codes",
  device_code_redeemed: "The device asks for its tokens",
  device_code_refused: "The device asks for its tokens",
  backchannel_asked: "The client asks for a user who is not at its browser",
  backchannel_refused: "The client asks for a user who is not at its browser",
  backchannel_fetched: "The app that asks the user reads the request",
  backchannel_not_shown: "The app that asks the user reads the request",
  backchannel_accepted: "The app that asks the user accepts the request",
  backchannel_rejected: "The app that asks the user rejects the request",
  backchannel_answer_not_taken: "The app that asks the user answers the request",
  auth_req_id_redeemed: "The client asks for its tokens",
  auth_req_id_refused: "The client asks for its tokens",
  code_redeemed: "The client redeems its code",
  code_refused: "The client redeems a code",
  refreshed: "The client refreshes its tokens",
  refresh_refused: "The client presents a refresh token",
  token_issued: "The client requests a token",
  token_refused: "The client requests a token",
  registered: "A client registers itself",
  registration_refused: "A client registers itself",
  registration_updated: "A client updates its registration",
  registration_update_refused: "A client updates its registration",
  token_exchanged: "A client exchanges a token",
  exchange_refused: "A client exchanges a token",
  assertion_accepted: "The client presents an assertion",
  assertion_rejected: "The client presents an assertion",
  revoked: "The client revokes a token",
  revocation_refused: "A client revokes a token",
  logout: "A logout is requested",
  logout_fetched: "The logout app reads the request",
  logout_not_shown: "The logout app reads the request",
  logout_accepted: "The logout app accepts the request",
  logout_rejected: "The logout app rejects the request",
  logout_answer_not_taken: "The logout app answers the request",
  after_logout: "The browser returns from the logout app",
};
