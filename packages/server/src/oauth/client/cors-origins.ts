/** Fetch §3.2: the origins whose scripts may call the server, by its settings and by the registration of a client. */

import { memoize } from "../../memoize.ts";
import type { NewClient } from "../client.ts";
import { isWebUri, loopbackHostOf } from "../redirect-uri.ts";
import { globMatches } from "./origin-glob.ts";

/** A list of origin patterns, parsed. */
export interface OriginList {
  /** True when the list holds `*`. */
  readonly everyone: boolean;
  /** True when a pattern other than `*` covers the origin. */
  readonly includes: (origin: string) => boolean;
}

/**
 * Reads a list of origins. In a pattern `*` matches any characters but a dot and `**` any characters;
 * `https://*` means every https origin. Matching is case-insensitive.
 */
export function parseOrigins(patterns: readonly string[]): OriginList {
  const named = patterns.filter((pattern) => pattern !== "*").map(widen);
  return {
    everyone: patterns.includes("*"),
    includes: (origin) => isOrigin(origin) && named.some((pattern) => globMatches(pattern, origin)),
  };
}

/** Whether an `Origin` header names one origin: every sandboxed frame sends `null`. */
export function isOrigin(origin: string): boolean {
  return origin !== "null" && origin.length <= MAX_ORIGIN_LENGTH;
}

const MAX_ORIGIN_LENGTH = 300; // A host name has at most 253 characters.

function widen(pattern: string): string {
  return /^https?:\/\/\*$/i.test(pattern) ? `${pattern}*` : pattern;
}

/** The fields of a client that decide about its origins. */
type OriginFields = Pick<
  NewClient,
  "allowed_cors_origins" | "redirect_uris" | "token_endpoint_auth_method" | "exact_redirect_uris"
>;

/**
 * The origins that a client's scripts call from, as patterns: those that an operator listed for it, and for a public client
 * those of its redirect URIs, where its code runs. Strangers choose redirect URIs, so these origins are literals. Only the port
 * of a loopback one is a pattern of ours, because the redirect URI allows every port (RFC 8252 §7.3).
 */
export function originsOf(client: OriginFields): readonly string[] {
  const { allowed_cors_origins, redirect_uris, token_endpoint_auth_method } = client;
  const isExact = client.exact_redirect_uris === true;
  const redirectOrigins =
    token_endpoint_auth_method === "none"
      ? redirect_uris.flatMap((uri) => redirectOriginsOf(uri, isExact))
      : [];
  return [...new Set([...allowed_cors_origins, ...redirectOrigins])];
}

/** The same, parsed. Memoized by client object: clients are replaced, never changed. */
export const originListOf = memoize((client: OriginFields) => parseOrigins(originsOf(client)));

function redirectOriginsOf(redirect_uri: string, isExact: boolean): readonly string[] {
  if (!isWebUri(redirect_uri)) return []; // Nor is a host with a `*` one, which would be read as a pattern.
  const host = isExact ? undefined : loopbackHostOf(redirect_uri);
  return host === undefined
    ? [new URL(redirect_uri).origin]
    : [`http://${host}`, `http://${host}:*`];
}
