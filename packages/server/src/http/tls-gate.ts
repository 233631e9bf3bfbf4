import { BlockList, isIP } from "node:net";
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
  const trusted = readNetworks(allow_termination_from);
  return (request, path) => {
    if (request.encrypted || isExempt(path)) return undefined;
    // Only the peer: what it says it forwards for, anybody can say.
    if (!isInside(trusted, request.address)) {
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

function readNetworks(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    const family = familyOf(address);
    if (family === undefined) throw new Error(`${network} is not a network in CIDR notation.`);
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

function isInside(networks: BlockList, address: string): boolean {
  const family = familyOf(address);
  return family !== undefined && networks.check(address, family);
}

function familyOf(address: string): "ipv4" | "ipv6" | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 4 ? "ipv4" : "ipv6";
}

function refuse(reason: string): OAuthError {
  return {
    error: "tls_required",
    error_description: `This server answers over TLS only. ${reason}`,
  };
}
