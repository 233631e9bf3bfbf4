import { readNetworks } from "../../limits/networks.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import type { IncomingRequest } from "../incoming-request.ts";

/** Says why a request may not pass in the clear, or undefined when it may. */
export type TlsGate = (
  request: Pick<IncomingRequest, "headers" | "address" | "encrypted">,
  path: string,
) => OAuthError | undefined;

/** What the TLS gate of a listener depends on. */
export interface TlsGateOptions {
  readonly allow_termination_from: readonly string[];
  /** Whether callers on this machine need no TLS: so it is for an admin listener that is bound to loopback. */
  readonly trusts_loopback?: boolean;
}

/**
 * The gate for a server whose TLS ends at a proxy in front: a request in the clear passes only from
 * `allow_termination_from`, and only when the proxy vouches that its own leg was https.
 */
export function createTlsGate({
  allow_termination_from,
  trusts_loopback = false,
}: TlsGateOptions): TlsGate {
  const isTrusted = readNetworks(allow_termination_from);
  return (request, path) => {
    if (request.encrypted || isExempt(path)) return undefined;
    if (trusts_loopback && isDirectFromLoopback(request)) return undefined;
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

/** Sent by a program or a browser on this machine. What was forwarded came from elsewhere: the proxy has to say how. */
function isDirectFromLoopback({
  address,
  headers,
}: Pick<IncomingRequest, "address" | "headers">): boolean {
  return isLoopbackAddress(address) && FORWARDED.every((name) => headers[name] === undefined);
}

const isLoopbackAddress = readNetworks(["127.0.0.0/8", "::1"]);
const FORWARDED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"];

function refuse(reason: string): OAuthError {
  return {
    error: "tls_required",
    error_description: `This server answers over TLS only. ${reason}`,
  };
}
