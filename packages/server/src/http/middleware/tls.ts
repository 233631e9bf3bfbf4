import type { Operation } from "@latchkey/api";
import { readNetworks } from "../../limits/networks.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import type { IncomingRequest } from "../incoming-request.ts";

/** Refuses a request that arrived without TLS; undefined lets it pass. */
export type TlsCheck = (
  request: Pick<IncomingRequest, "headers" | "address" | "encrypted">,
  probe: Operation["probe"],
) => OAuthError | undefined;

/** What the TLS check of a listener depends on. */
export interface TlsCheckOptions {
  readonly allow_termination_from: readonly string[];
  /** Whether callers on this machine need no TLS, as on an admin listener that is bound to loopback. */
  readonly trusts_loopback?: boolean;
}

/**
 * The check for a server behind a proxy that terminates TLS: a plain request passes only from an address of
 * `allow_termination_from`, and only if the proxy says by X-Forwarded-Proto that it received it over https.
 */
export function createTlsCheck({
  allow_termination_from,
  trusts_loopback = false,
}: TlsCheckOptions): TlsCheck {
  const isTrusted = readNetworks(allow_termination_from);
  return (request, probe) => {
    // Health probes and metrics scrapers connect directly, not through the proxy.
    if (request.encrypted || probe !== null) return undefined;
    if (trusts_loopback && isDirectFromLoopback(request)) return undefined;
    // The address of the peer, not a forwarded one: any caller can send X-Forwarded-For.
    if (!isTrusted(request.address)) {
      return tlsRequired("No proxy from serve.tls.allow_termination_from forwarded this request.");
    }
    if (request.headers["x-forwarded-proto"]?.toLowerCase() !== "https") {
      return tlsRequired("The proxy in front must send X-Forwarded-Proto: https.");
    }
    return undefined;
  };
}

/** Whether a program on this machine sent the request itself. A forwarded request may have come from anywhere. */
function isDirectFromLoopback({
  address,
  headers,
}: Pick<IncomingRequest, "address" | "headers">): boolean {
  return isLoopbackAddress(address) && FORWARDED.every((name) => headers[name] === undefined);
}

const isLoopbackAddress = readNetworks(["127.0.0.0/8", "::1"]);
const FORWARDED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"];

function tlsRequired(reason: string): OAuthError {
  return {
    error: "tls_required",
    error_description: `This server requires TLS. ${reason}`,
  };
}
