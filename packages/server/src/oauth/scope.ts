/** RFC 6749 §3.3: what a token may be used for. */

import { err, ok, type Result } from "./result.ts";

/** How a scope somebody wants is compared with those that are allowed. */
export type ScopeStrategy = "wildcard" | "exact" | "DEPRECATED_HIERARCHICAL_SCOPE_STRATEGY";

/** A scope with a character that no scope may hold. */
export interface ScopeRejection {
  readonly reason: "scope_malformed";
  readonly scope: string;
}

const SCOPES = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/; // §3.3: visible ASCII but for " and \, and spaces between

/** The words of a scope, each once, in the order they were written. */
export function parseScope(text: string): Result<readonly string[], ScopeRejection> {
  if (!SCOPES.test(text)) return err({ reason: "scope_malformed", scope: text });

  const words = text.split(" ");
  const isPlain = words.length === 1 && text !== ""; // The usual case, without a set.
  return ok(isPlain ? words : [...new Set(words)].filter((word) => word !== ""));
}

/** Whether one of the allowed scopes covers the wanted one. A scope always covers itself. */
export function scopeMatches(
  strategy: ScopeStrategy,
  allowed: readonly string[],
  wanted: string,
): boolean {
  if (allowed.includes(wanted)) return true;
  switch (strategy) {
    case "exact":
      return false;
    case "wildcard":
      return allowed.some((pattern) => wildcardCovers(pattern, wanted));
    case "DEPRECATED_HIERARCHICAL_SCOPE_STRATEGY":
      return allowed.some((parent) => wanted.startsWith(`${parent}.`));
  }
}

/** A `*` stands for one segment that is not empty; as the last segment, for one or more. */
function wildcardCovers(pattern: string, wanted: string): boolean {
  if (!pattern.includes("*")) return false;
  const patterns = pattern.split(".");
  const segments = wanted.split(".");
  if (segments.length < patterns.length) return false;
  if (segments.length > patterns.length && patterns.at(-1) !== "*") return false;

  return patterns.every(
    (part, at) => (part === "*" && segments[at] !== "") || part === segments[at],
  );
}
