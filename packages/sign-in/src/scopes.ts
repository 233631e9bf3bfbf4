import type { ScopeSentences } from "./messages/phrases.ts";

/** One thing a client asks for, as a person reads it. */
export interface Permission {
  /** The scopes that mean it. */
  readonly scopes: readonly string[];
  readonly sentence: string;
  /** Without it nobody is signed in, so it cannot be unticked. */
  readonly always_included: boolean;
  /** The client was granted something before, but not this. */
  readonly is_new: boolean;
}

/** Scopes that mean the same become one permission. */
export function describeScopes(
  requested_scope: readonly string[],
  granted_before: readonly string[],
  sentences: ScopeSentences,
): Permission[] {
  const groups = Map.groupBy(new Set(requested_scope), (scope) => sentenceFor(scope, sentences));
  return [...groups].map(([sentence, scopes]) => ({
    scopes,
    sentence,
    always_included: scopes.includes("openid"),
    is_new: granted_before.length > 0 && !scopes.some((scope) => granted_before.includes(scope)),
  }));
}

/** What was ticked, and what cannot be unticked; never more than was asked for. */
export function readGrantedScope(
  requested_scope: readonly string[],
  ticked: readonly string[],
): string[] {
  const wanted = new Set(ticked.flatMap((value) => value.split(" ")));
  return requested_scope.filter((scope) => scope === "openid" || wanted.has(scope));
}

function sentenceFor(scope: string, sentences: ScopeSentences): string {
  switch (scope) {
    case "openid":
    case "profile":
    case "email":
    case "address":
    case "phone":
      return sentences[scope];
    case "offline":
    case "offline_access":
      return sentences.offline;
    default:
      return sentences.other(scope);
  }
}
