import type * as api from "@latchkey/api";
import type { KnownAccount } from "../account-book.ts";
import { describeAccount } from "../describe-account.ts";
import type { IdentityContext } from "../context.ts";

/** What the server stores about the user of an account. */
export async function exportAccountData(
  account: KnownAccount,
  { personal_data, identity }: IdentityContext,
): Promise<api.AccountExport> {
  await identity.failed_sign_ins.flush();
  return {
    account: describeAccount(account),
    records: asLists(await personal_data.list(account.subject)),
  };
}

/**
 * Deletes an account. What is stored about the user ends first: where that fails, the account is still there to try again. It is
 * disabled before, so that no session begins meanwhile.
 */
export async function eraseAccount(
  { username, subject }: KnownAccount,
  { personal_data, identity }: IdentityContext,
): Promise<api.AccountErasure> {
  const { login_sessions = 0 } = countEach(await personal_data.list(subject));
  await identity.store.accounts.beginDeletion(username);
  const ended = { ...(await personal_data.erase(subject)), login_sessions };
  await identity.accounts.remove(username);
  return { username, subject, ended };
}

function countEach(records: Readonly<Record<string, readonly object[]>>): Record<string, number> {
  return Object.fromEntries(Object.entries(records).map(([kind, items]) => [kind, items.length]));
}

function asLists(records: Readonly<Record<string, readonly object[]>>): Record<string, unknown[]> {
  return Object.fromEntries(Object.entries(records).map(([kind, items]) => [kind, [...items]]));
}
