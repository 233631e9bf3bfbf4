/** Turns an observed request into a step without secrets. */

import type { FlowKind, InspectedStep } from "@latchkey/api";
import { mintFlowId } from "../../crypto/flow-id.ts";
import { flowOfObserved, type TokenReader } from "./find-flow.ts";
import { maskUrl, scrub, secretsIn, showParameters } from "../../telemetry/mask-request.ts";
import { findStep, nameStep } from "../../inspector/name-step.ts";
import type { ObservedStep, StepFacts } from "./rules/observation.ts";
import { readParameters } from "../../inspector/read-parameters.ts";
import { ruleOf } from "../../inspector/rule-of.ts";
import type { ObservedRequest } from "../../inspector/observed-request.ts";

/** A step, and what it says about its flow. */
export interface Reading {
  readonly step: ObservedStep;
  readonly described: InspectedStep;
  readonly kind: FlowKind;
  readonly client_id: string | undefined;
  readonly subject: string | undefined;
}

/** The step to store, if the request is one. The result has no secrets. */
export function readObservedRequest(
  observed: ObservedRequest,
  tokens: TokenReader,
): Reading | undefined {
  const { inspect, grant, request, answer } = observed;
  const { note } = answer;
  const parameters = [...readParameters(request), ...(note?.parameters ?? [])];
  const byName = new Map(parameters);
  const at_ms = request.received_at_ms;
  const known = flowOfObserved(observed, parameters, tokens);
  if (known === undefined && !isRefused(observed) && inspect.successes !== "all") return undefined;
  // A request without a flow is recorded as a flow of its own, which is found by its request id.
  const flow_id = known ?? mintFlowId(at_ms);
  const described = findStep(inspect, byName, grant);
  const name = nameStep(described, isRefused(observed));
  const request_id = textOf(answer.headers["X-Request-Id"]) ?? request.request_id;
  return {
    step: { flow_id, at_ms, request_id, facts: factsOf(observed, name, parameters) },
    described,
    kind: grant?.for_user === false ? "token" : inspect.kind,
    client_id: note?.client_id ?? claimedClient(byName.get("client_id") ?? assertedClient(byName)),
    subject: note?.subject ?? (name === "login_accepted" ? byName.get("subject") : undefined),
  };
}

const MAX_CLIENT_ID = 200;

/** An unverified `client_id` may be any text. PostgreSQL cannot store NUL. */
function claimedClient(client_id: string | undefined): string | undefined {
  return client_id && scrub(client_id.slice(0, MAX_CLIENT_ID).replaceAll(/\p{Cc}/gu, "?"), []);
}

/** RFC 7523 §3: the `sub` of an assertion, not verified. */
function assertedClient(parameters: ReadonlyMap<string, string>): string | undefined {
  const claims = parameters.get("client_assertion")?.slice(0, MAX_ASSERTION).split(".")[1];
  try {
    const { sub }: { sub?: unknown } = JSON.parse(
      Buffer.from(claims ?? "", "base64url").toString("utf8"),
    );
    return typeof sub === "string" ? sub : undefined;
  } catch {
    return undefined;
  }
}

const MAX_ASSERTION = 8_192;

function isRefused({ answer }: ObservedRequest): boolean {
  return answer.note?.error !== undefined || answer.status >= 400;
}

function factsOf(
  observed: ObservedRequest,
  name: string,
  parameters: readonly (readonly [string, string])[],
): StepFacts {
  const { request, answer } = observed;
  const { note } = answer;
  const secrets = secretsIn(parameters);
  const location = textOf(answer.headers["Location"]) ?? note?.redirect_uri;
  const { error, error_description, debug } = note?.error ?? {};
  return {
    name,
    method: request.method,
    path: request.path,
    ...(request.address !== "" && { address: request.address }),
    parameters: showParameters(parameters),
    rule: ruleOf(name, note),
    status: answer.status,
    ...(error !== undefined && { error }),
    ...(error_description !== undefined && {
      error_description: scrub(error_description, secrets),
    }),
    ...(debug !== undefined && { debug: scrub(debug, secrets) }),
    ...(location !== undefined && { redirect_to: scrub(maskUrl(location), secrets) }),
  };
}

function textOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === "string" ? header : header?.[0];
}
