import { served } from "@latchkey/api";
import { observedGrantOf } from "../api/observe.ts";
import { loadFeatures } from "../feature/load-features.ts";
import { standardFeatures } from "../features/standard.ts";
import { registerGrantTypes } from "../grants/grant-types.ts";
import type { ResponseObserver } from "../http/handler.ts";
import { findStep, nameStep } from "../inspector/name-step.ts";
import { readParameters } from "../inspector/read-parameters.ts";
import { ruleOf } from "../inspector/rule-of.ts";

/** A request and its response, without secrets. */
export interface DescribedResponse {
  /** `within` is the admin API as the built-in pages call it. */
  readonly listener: string;
  /** The operation, such as `oauth2Token`, or the path of a page; undefined when the path is unknown. */
  readonly operation: string | undefined;
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly status: number;
  /** The client that called, authenticated or not. */
  readonly client_id: string | undefined;
  /** The rule that decided, as the inspector names it; for other operations, the cause of a refusal. */
  readonly rule: string | undefined;
  readonly error: string | undefined;
  readonly error_description: string | undefined;
  /** When the request arrived, in milliseconds of the server's clock. */
  readonly at_ms: number;
  readonly request_id: string;
}

const features = await loadFeatures(standardFeatures);
const grant_types = registerGrantTypes(features.flatMap((one) => one.grant_types ?? []));

/** Describes a response as the inspector would, also where the inspector records nothing. */
export function describeResponse(observed: Parameters<ResponseObserver>[0]): DescribedResponse {
  const { listener, operation, request, response } = observed;
  const parameters = new Map(readParameters(request));
  const { note, status } = response;
  const { error, error_description } = note?.error ?? {};
  return {
    listener,
    operation,
    method: request.method,
    path: request.path,
    status,
    client_id: note?.client_id ?? parameters.get("client_id"),
    rule: decidedBy(observed, parameters),
    error,
    error_description,
    at_ms: request.received_at_ms,
    request_id: request.request_id,
  };
}

function decidedBy(
  { operation, request, response }: Parameters<ResponseObserver>[0],
  parameters: ReadonlyMap<string, string>,
): string | undefined {
  const { note, status } = response;
  const isRefused = note?.error !== undefined || status >= 400;
  const inspect = served[operation ?? ""]?.inspect;
  if (inspect) {
    const grant = observedGrantOf(request.body, grant_types);
    return ruleOf(nameStep(findStep(inspect, parameters, grant), isRefused), note);
  }
  return note?.error === undefined ? undefined : ruleOf("", note);
}
