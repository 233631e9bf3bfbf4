import { readNetworks } from "../limits/networks.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import type { IncomingRequest } from "./incoming-request.ts";

/** Says why a request may not pass in the clear, or undefined when it may. */
export type TlsGate = (
  request: Pick<IncomingRequest, "headers" | "address" | "encrypted">,
  path: string,
) => OAuthError | undefined;

/**
 * The gate for a server whose TLS ends at a proxy in front: a request in the clear passes only from
 * `allow_termination_from`, and only when the proxy vouches that its own leg was https.
 */
export function createTlsGate(allow_termination_from: readonly string[]): TlsGate {
  const isTrusted = readNetworks(allow_termination_from);
  return (request, path) => {
    if (request.encrypted || isExempt(path)) return undefined;
    // Only the peer: what it says it forwards for, anybody can say.
    if (!isTrusted(request.address)) {
      return refuse("No proxy from serve.tls.allow_termination_from forwarded this request.");
    }
    if (request.headers["x-forwarded-proto"]?.toLowerCase() !== "https") {
      return refuse("The proxy in front must send X-Forwarded-Proto: https.");
    }
    return undefined;
  };
}

// Probes and scrapers come from inside, past the proxy.
function isExempt(path: string): boolean {
  return (
    path === "/health/alive" ||
    path === "/health/ready" ||
    path === "/version" ||
    path.startsWith("/metrics/")
  );
}

function refuse(reason: string): OAuthError {
  return {
    error: "tls_required",
    error_description: `This server answers over TLS only. ${reason}`,
  };
}
