/** What users read of the scopes and APIs of a request, in the words of the operator. */

import type { RequestTexts, ScopeTexts } from "@latchkey/api";
import { type Api, identifierKey } from "./api.ts";

/** What a client requests. */
export interface RequestedAccess {
  readonly scope: readonly string[];
  readonly audience: readonly string[];
}

/**
 * The texts of a request; undefined where no scope or audience of it has any. Those of an API hold before those of an API after
 * it, and before those of the settings: the same scope may mean something else there.
 */
export function requestTextsOf(
  { scope, audience }: RequestedAccess,
  apis: readonly Api[],
  settings: ScopeTexts,
): RequestTexts | undefined {
  const scopes = [...new Set(scope)].flatMap((name) => {
    const known = [...apis.map(({ scope_texts = {} }) => scope_texts), settings];
    const texts = known.find((scope_texts) => Object.hasOwn(scope_texts, name))?.[name];
    return texts === undefined ? [] : [{ scope: name, texts }];
  });
  const audiences = [...new Set(audience)].flatMap((name) => {
    const key = identifierKey(name);
    const texts = apis.find(({ identifier }) => identifierKey(identifier) === key)?.texts;
    return texts === undefined ? [] : [{ audience: name, texts }];
  });
  return scopes.length + audiences.length === 0 ? undefined : { scopes, audiences };
}
