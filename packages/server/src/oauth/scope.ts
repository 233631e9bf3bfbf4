/** RFC 6749 §3.3: scopes. */

import { isScope } from "@latchkey/api";
import { quote } from "./oauth-error.ts";
import type { RejectionOf, Rejections } from "./rejection.ts";
import { err, ok, type Result } from "../result.ts";

/** How a requested scope is compared with the allowed ones. */
export type ScopeStrategy = "wildcard" | "exact" | "DEPRECATED_HIERARCHICAL_SCOPE_STRATEGY";

/**
 * The scopes that the server itself acts on: OpenID Connect Core §3.1.2.1 and §11. `offline` is what Hydra calls
 * `offline_access`.
 */
export const protocolScopes: readonly string[] = ["offline_access", "offline", "openid"];

/** A scope with a character that §3.3 does not allow. */
export type ScopeRejection = RejectionOf<typeof scopeRejections>;

/** The scopes of a string, each once, in the order in which they were written. */
export function parseScope(text: string): Result<readonly string[], ScopeRejection> {
  return isScope(text) ? ok(splitScope(text)) : err({ reason: "scope_malformed" });
}

/** The same for a string whose characters were checked. */
export function splitScope(text: string): readonly string[] {
  const scopes = text.split(" ");
  return isFewAndDistinct(scopes) ? scopes : [...new Set(scopes)].filter((scope) => scope !== "");
}

/** The usual case, for which no set is built. */
function isFewAndDistinct(scopes: readonly string[]): boolean {
  if (scopes.length > FEW) return false;
  for (const [at, scope] of scopes.entries())
    if (scope === "" || scopes.indexOf(scope) < at) return false;
  return true;
}

const FEW = 8;

/** Whether one of the allowed scopes covers the requested one. A scope always covers itself. */
export function scopeMatches(
  strategy: ScopeStrategy,
  allowed: readonly string[],
  requested: string,
): boolean {
  if (allowed.includes(requested)) return true;
  switch (strategy) {
    case "exact":
      return false;
    case "wildcard":
      return allowed.some((pattern) => wildcardCovers(pattern, requested));
    case "DEPRECATED_HIERARCHICAL_SCOPE_STRATEGY":
      return allowed.some((parent) => requested.startsWith(`${parent}.`));
  }
}

/** The same for a scope that a stranger registers: a pattern is accepted only as the operator wrote it. */
export function isLiteralWithin(
  strategy: ScopeStrategy,
  allowed: readonly string[],
  registered: string,
): boolean {
  if (allowed.includes(registered)) return true;
  return !registered.includes("*") && scopeMatches(strategy, allowed, registered);
}

/** A `*` stands for one non-empty segment; at the end, for one or more. */
function wildcardCovers(pattern: string, requested: string): boolean {
  if (!pattern.includes("*")) return false;
  const patterns = pattern.split(".");
  const segments = requested.split(".");
  if (segments.length < patterns.length) return false;
  if (segments.length > patterns.length && patterns.at(-1) !== "*") return false;

  return patterns.every(
    (part, at) => (part === "*" && segments[at] !== "") || part === segments[at],
  );
}

/** §3.3: those of a scope as such. */
export const scopeRejections = {
  scope_malformed: {
    error: "invalid_scope",
    description:
      "The scope must be one or more names separated by spaces, in printable ASCII without quotes and backslashes.",
    reference: "RFC 6749 §3.3",
    fix: "Separate scopes by single spaces.",
  },
} satisfies Rejections;

/** A scope that is not among those of the client. */
export const scopeNotAllowed = {
  scope_not_allowed: {
    error: "invalid_scope",
    description: ({ scope }: { scope: string }) =>
      `The client may not request the scope ${quote(scope)}. Add it to the client's scope.`,
    reference: "RFC 6749 §3.3",
    fix: "Add the scope to the client's scope, or remove it from the request.",
  },
} satisfies Rejections;

/**
 * OpenID Connect Core §11: `offline_access` may be ignored. Where refresh tokens do not need it, it is ignored unless it is allowed:
 * clients of MCP add it because the metadata lists it (SEP-2207), and would be refused although it grants them nothing.
 */
export function ignoreOfflineAccess(
  requested: readonly string[],
  isAllowed: (name: string) => boolean,
): readonly string[] {
  return requested.filter((name) => name !== "offline_access" || isAllowed(name));
}
