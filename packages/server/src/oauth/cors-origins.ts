/** Fetch §3.2: from which origins scripts may call, for a server and for a client of it. */

import { memoize } from "../memoize.ts";
import type { ClientMetadata } from "./client.ts";
import { isWebUri, loopbackHostOf } from "./redirect-uri.ts";

/** Which origins a list of patterns lets in. */
export interface OriginList {
  /** True when the list holds `*`. */
  readonly everyone: boolean;
  /** True when a pattern other than `*` covers the origin. */
  readonly includes: (origin: string) => boolean;
}

/**
 * Reads a list of origins. In a pattern `*` stands for anything without a dot and `**` for anything;
 * `https://*` means every https origin. Letter case does not matter.
 */
export function readOrigins(patterns: readonly string[]): OriginList {
  const named = patterns.filter((pattern) => pattern !== "*").map(compile);
  return {
    everyone: patterns.includes("*"),
    includes: (origin) => isOrigin(origin) && named.some((pattern) => pattern.test(origin)),
  };
}

/** Whether a browser could send it and means somebody: every sandboxed frame calls itself `null`. */
export function isOrigin(origin: string): boolean {
  return origin !== "null" && origin.length <= LONGEST;
}

const LONGEST = 300; // A host name has at most 253 characters.

function compile(pattern: string): RegExp {
  const widened = /^https?:\/\/\*$/i.test(pattern) ? `${pattern}*` : pattern;
  const source = widened.replaceAll(/\*\*|\*|[^*]+/g, (part) => {
    if (part === "**") return ".*";
    return part === "*" ? "[^.]*" : RegExp.escape(part);
  });
  return new RegExp(`^${source}$`, "i");
}

/** What is known of a client that decides from where its scripts may call. */
type Caller = Pick<
  ClientMetadata,
  "allowed_cors_origins" | "redirect_uris" | "token_endpoint_auth_method"
>;

/**
 * The origins that a client's scripts call from, as patterns: those it lists, and for a client without a secret those of its
 * redirect URIs, since its code runs there. On loopback a redirect URI stands for every port (RFC 8252 §7.3), and so does
 * its origin.
 */
export function originsOf(client: Caller): readonly string[] {
  const { allowed_cors_origins, redirect_uris, token_endpoint_auth_method } = client;
  const homes = token_endpoint_auth_method === "none" ? redirect_uris.flatMap(homesOf) : [];
  return [...new Set([...allowed_cors_origins, ...homes])];
}

/** The same, ready to be asked. A client never changes, it is replaced. */
export const originListOf = memoize((client: Caller) => readOrigins(originsOf(client)));

function homesOf(redirect_uri: string): readonly string[] {
  if (!isWebUri(redirect_uri)) return [];
  const host = loopbackHostOf(redirect_uri);
  return host === undefined
    ? [new URL(redirect_uri).origin]
    : [`http://${host}`, `http://${host}:*`];
}
