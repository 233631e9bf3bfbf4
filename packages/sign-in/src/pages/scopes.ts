import type { ScopeSentences } from "../messages/messages-type.ts";

/** A requested permission in plain language. */
export interface Permission {
  /** The scopes that it stands for. */
  readonly scopes: readonly string[];
  readonly sentence: string;
  /** `openid` cannot be deselected: without it there is no sign-in. */
  readonly always_included: boolean;
  /** The client was granted other scopes before, but not this one. */
  readonly is_new: boolean;
  /** A remembered consent covers it. */
  readonly is_granted: boolean;
}

/** The scopes that the client has from earlier consents. */
export interface GrantedScopes {
  /** Those that a remembered consent covers, of which the user need not be asked. */
  readonly remembered: readonly string[];
  /** All of them; empty when they are not known. */
  readonly ever: readonly string[];
}

/** Groups scopes with the same description, such as `offline` and `offline_access`. */
export function describeScopes(
  requested_scope: readonly string[],
  { remembered, ever }: GrantedScopes,
  sentences: ScopeSentences,
): Permission[] {
  const groups = Map.groupBy(new Set(requested_scope), (scope) => sentenceFor(scope, sentences));
  return [...groups].map(([sentence, scopes]) => ({
    scopes,
    sentence,
    always_included: scopes.includes("openid"),
    is_new: ever.length > 0 && !scopes.some((scope) => ever.includes(scope)),
    is_granted: scopes.every((scope) => remembered.includes(scope)),
  }));
}

/** The selected scopes plus `openid`, limited to those requested. */
export function readGrantedScope(
  requested_scope: readonly string[],
  selected: readonly string[],
): string[] {
  const wanted = new Set(selected.flatMap((value) => value.split(" ")));
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
