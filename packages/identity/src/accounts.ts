/** Accounts for programs that embed a server, and for commands: `@latchkey/identity/accounts`. */

import type { Config, Context, Feature } from "@latchkey/server/feature";
import { withStore } from "@latchkey/server/feature/endpoints";
import { type AccountBook, createAccountBook } from "./account-book.ts";
import type { IdentityContext } from "./context.ts";
import type { KeptMail } from "./mail/kept-mails.ts";
import { createIdentityStore } from "./store/store.ts";

export type { AccountBook, KnownAccount, Taken } from "./account-book.ts";
export type { KeptMail } from "./mail/kept-mails.ts";
export { verifyNewAccount } from "./rules/account-input.ts";
export { accountClaimNames, readAccountClaims } from "./rules/account-claims.ts";

/** The mails that a server has kept in place of sending them, newest first; undefined where it sends them. */
export function keptMailsOf({
  context,
}: {
  readonly context: Context;
}): readonly KeptMail[] | undefined {
  if (!hasIdentity(context)) throw new Error("The server is composed without identity.");
  return context.identity.mails.kept();
}

/** The accounts of a server that was created with `createServer`. */
export function accountsOf({ context }: { readonly context: Context }): AccountBook {
  if (!hasIdentity(context)) throw new Error("The server is composed without identity.");
  return context.identity.accounts;
}

/**
 * Opens the accounts of a server, which need not be running, for the duration of `work`. Rejects with `MissingSchemaError` where
 * there is no database. `features` are those that the server is composed of; `command` is the cause of changes.
 */
export async function withAccounts<T>(
  config: Config,
  work: (accounts: AccountBook) => Promise<T>,
  composed: { readonly features: readonly Feature[]; readonly command?: string },
): Promise<T> {
  return withStore(
    config,
    ({ tools }, now) => work(createAccountBook(createIdentityStore(tools).accounts, now)),
    composed,
  );
}

function hasIdentity(context: Context): context is IdentityContext {
  return "identity" in context;
}
