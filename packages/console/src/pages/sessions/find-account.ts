import type { Account } from "@latchkey/api";

/** The account that a search text identifies: by its exact subject or username, or as the only match. */
export function findMeantAccount(accounts: readonly Account[], text: string): Account | undefined {
  const exact = accounts.find(({ subject, username }) => subject === text || username === text);
  return exact ?? (accounts.length === 1 ? accounts[0] : undefined);
}
