import { advertisedAlgorithms } from "./dpop.ts";

/** RFC 9728 §2: the metadata of a protected resource. */
export interface ResourceMetadata {
  /** The URL of the API. */
  readonly resource: string;
  /** The issuers of its tokens. */
  readonly authorization_servers: readonly string[];
  /** How a token is presented: in the `Authorization` header. */
  readonly bearer_methods_supported: readonly string[];
  /** Scopes that a client may request. */
  readonly scopes_supported?: readonly string[];
  /** Algorithms of DPoP proofs. */
  readonly dpop_signing_alg_values_supported: readonly string[];
  /** Whether tokens must be bound to a key. Those bound to a client certificate are accepted as well. */
  readonly dpop_bound_access_tokens_required?: true;
}

/** The metadata. `offline_access` is between the client and the authorization server, so it is not listed. */
export function describeResource({
  issuer,
  resource,
  scopes_supported,
  require_bound_tokens = false,
}: {
  readonly issuer: string;
  readonly resource: string;
  readonly scopes_supported?: readonly string[];
  readonly require_bound_tokens?: boolean;
}): ResourceMetadata {
  const scopes = scopes_supported?.filter((name) => !["offline", "offline_access"].includes(name));
  return {
    resource,
    authorization_servers: [issuer],
    bearer_methods_supported: ["header"],
    ...(scopes !== undefined && { scopes_supported: scopes }),
    dpop_signing_alg_values_supported: advertisedAlgorithms,
    ...(require_bound_tokens && { dpop_bound_access_tokens_required: true }),
  };
}

/** RFC 9728 §3.1: where the metadata of a resource is. */
export function metadataUrlOf(resource: string): string {
  const { origin, pathname } = new URL(resource);
  const path = pathname === "/" ? "" : pathname.replace(/\/$/, "");
  return `${origin}${WELL_KNOWN}${path}`;
}

/** RFC 9728 §3.1: the path of the resource follows the well-known path. The root is answered as well, for simple clients. */
export function metadataPathsOf(resource: string): readonly string[] {
  const atPath = new URL(metadataUrlOf(resource)).pathname;
  return atPath === WELL_KNOWN ? [WELL_KNOWN] : [atPath, WELL_KNOWN];
}

const WELL_KNOWN = "/.well-known/oauth-protected-resource";
