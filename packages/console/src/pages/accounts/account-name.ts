import type { Account } from "@latchkey/api";

/** The name of a user, or the username where the account has none. */
export function accountName({ username, claims }: Pick<Account, "username" | "claims">): string {
  return claims.name ?? username;
}
