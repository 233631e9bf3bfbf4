import { advertisedAlgorithms } from "./dpop.ts";
import type { TokenRefusedError } from "./verified-token.ts";

/** The response to a request that is refused. */
export interface Challenge {
  /** 401, 403, or 503 where the authorization server or the replay store does not respond. */
  readonly status: number;
  /** `WWW-Authenticate` and others. */
  readonly headers: Readonly<Record<string, string>>;
  /** The error as JSON. */
  readonly body: { readonly error: string; readonly error_description: string };
}

export interface ChallengeFacts {
  /** RFC 9728 §5.1: where the client learns which authorization server to ask. */
  readonly metadata_url: string;
  /** RFC 9449 §7.1: how the token should be presented. */
  readonly scheme: "Bearer" | "DPoP";
}

/** RFC 6750 §3.1: a request without a token gets no error code in its challenge. */
export function challengeMissing(
  { metadata_url, scheme }: ChallengeFacts,
  { scope }: { readonly scope?: readonly string[] | string },
): Challenge {
  const wanted = typeof scope === "string" ? scope : (scope ?? []).join(" ");
  const parameters = {
    resource_metadata: metadata_url,
    ...(wanted !== "" && { scope: wanted }),
    ...algorithmsOf(scheme),
  };
  return {
    status: 401,
    headers: { "WWW-Authenticate": `${scheme} ${quoted(parameters)}` },
    body: { error: "invalid_request", error_description: "The request has no access token." },
  };
}

/** RFC 6750 §3.1, RFC 9449 §7.1, RFC 9470 §3. */
export function challengeRefused(
  { code, message, details }: TokenRefusedError,
  { metadata_url, scheme }: ChallengeFacts,
): Challenge {
  const { scope, acr, max_age } = details;
  const parameters = {
    error: code,
    error_description: message,
    ...(scope !== undefined && { scope: scope.join(" ") }),
    ...(acr !== undefined && { acr_values: acr.join(" ") }),
    ...(max_age !== undefined && { max_age: String(max_age) }),
    ...algorithmsOf(scheme),
    resource_metadata: metadata_url,
  };
  return {
    status: code === "insufficient_scope" ? 403 : 401,
    headers: { "WWW-Authenticate": `${scheme} ${quoted(parameters)}` },
    body: { error: code, error_description: message },
  };
}

function algorithmsOf(scheme: ChallengeFacts["scheme"]): Readonly<Record<string, string>> {
  return scheme === "DPoP" ? { algs: advertisedAlgorithms.join(" ") } : {};
}

/** The authorization server, or the store of used proofs, could not be asked. */
export function unavailable(): Challenge {
  return {
    status: 503,
    headers: { "Retry-After": "5" },
    body: {
      error: "temporarily_unavailable",
      error_description: "The access token cannot be verified now. Try again later.",
    },
  };
}

/** RFC 9110 §11.2: parameters as quoted strings. None of them contains text of a request. */
function quoted(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}="${value.replaceAll(/[\\"]/g, "\\$&")}"`)
    .join(", ");
}
