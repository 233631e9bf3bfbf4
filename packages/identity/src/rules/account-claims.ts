/** OpenID Connect Core §5.1: the standard claims of a user, as an operator sets them for an account. */

import { type AccountClaims, accountClaims } from "@latchkey/api";
import { type OAuthError, readInput, type Result } from "@latchkey/server/feature/rules";

export { accountClaimNames } from "@latchkey/api";

/** Reads claims, or names the one that does not fit. */
export function readAccountClaims(claims: unknown): Result<AccountClaims, OAuthError> {
  return readInput(claims, accountClaims);
}
