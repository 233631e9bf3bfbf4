import { type DisplayText, type RequestTexts, textIn } from "@latchkey/api";

import type { Brand } from "../branding/brand.ts";
import type { ScopeSentences } from "../messages/messages-type.ts";

/** A requested permission in plain language. */
export interface Permission {
  /** The scopes that it stands for. */
  readonly scopes: readonly string[];
  /** What it allows; the title that the operator gave it, where there is one. */
  readonly sentence: string;
  /** What the operator says beside the title. */
  readonly description?: string | undefined;
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

/** The operator's words for what is requested, in one language. */
export interface OperatorTexts {
  readonly ofScope: (scope: string) => DisplayText | undefined;
  readonly ofAudience: (audience: string) => DisplayText | undefined;
}

const noTexts: OperatorTexts = { ofScope: () => undefined, ofAudience: () => undefined };

/** The texts of a request in the language of the page. Those of the branding are for scopes that nothing else describes. */
export function readOperatorTexts(
  texts: RequestTexts | undefined,
  language: string,
  brand?: Pick<Brand, "textOfScope">,
): OperatorTexts {
  const { scopes = [], audiences = [] } = texts ?? {};
  const byScope = new Map(scopes.map((one) => [one.scope, textIn(one.texts, language)]));
  const byAudience = new Map(audiences.map((one) => [one.audience, textIn(one.texts, language)]));
  return {
    ofScope: (scope) => byScope.get(scope) ?? brand?.textOfScope(scope, language),
    ofAudience: (audience) => byAudience.get(audience),
  };
}

/** Groups scopes with the same description, such as `offline` and `offline_access`. The operator's words come first. */
export function describeScopes(
  requested_scope: readonly string[],
  { remembered, ever }: GrantedScopes,
  sentences: ScopeSentences,
  { ofScope }: Pick<OperatorTexts, "ofScope"> = noTexts,
): Permission[] {
  const textOf = (scope: string): DisplayText =>
    ofScope(scope) ?? { title: sentenceFor(scope, sentences) };
  const keyOf = (scope: string): string => JSON.stringify(textOf(scope));
  const groups = [...Map.groupBy(new Set(requested_scope), keyOf).values()];
  return groups.map((scopes) => ({
    scopes,
    sentence: textOf(scopes[0] ?? "").title,
    description: textOf(scopes[0] ?? "").description,
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
