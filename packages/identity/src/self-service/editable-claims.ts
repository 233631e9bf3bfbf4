import { type AccountClaims, type EditableClaim, editableClaims } from "@latchkey/api";
import type { ClaimTexts } from "@latchkey/sign-in";
import { readAccountClaims } from "../rules/account-claims.ts";

/** What an account has after its user changed claims, and which of them; or those that cannot be what the user wants. */
type ChangedClaims =
  | { readonly claims: AccountClaims; readonly changed: readonly EditableClaim[] }
  | { readonly refused: readonly EditableClaim[] };

/** Changes the claims that have another text; an empty one removes the claim. */
export function changeClaims(present: AccountClaims, texts: ClaimTexts): ChangedClaims {
  const wanted = editableClaims.flatMap((name) => {
    const text = texts[name]?.trim();
    return text === undefined || text === (present[name] ?? "") ? [] : [{ name, text }];
  });
  const refused = wanted.filter(
    ({ name, text }) => text !== "" && !readAccountClaims({ [name]: text }).ok,
  );
  if (refused.length > 0) return { refused: refused.map(({ name }) => name) };
  const claims = { ...present };
  for (const { name, text } of wanted) {
    if (text === "") delete claims[name];
    else claims[name] = text;
  }
  return { claims, changed: wanted.map(({ name }) => name) };
}
