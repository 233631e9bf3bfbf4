import type { Account } from "../account.ts";
import type { Page, Table } from "./operation.ts";

interface AccountFilter extends Page {
  /** Only those with this text in their username, subject, name or email address, in upper or lower case. */
  search?: string;
}

/** The accounts of the built-in pages. */
export interface AccountOperations {
  /** Lists the accounts of the built-in pages, all or those that match, a page at a time. */
  listAccounts: { input: AccountFilter; output: readonly Account[] };
}

/** How they travel. */
export const accountOperations: Table<AccountOperations> = {
  listAccounts: {
    tag: "admin",
    method: "GET",
    path: "/accounts",
    query: ["limit", "offset", "search"],
    success: 200,
    errors: [401, 403, 500],
    access: "read",
    summary: "Lists the accounts of the built-in pages, all or those that match, a page at a time.",
  },
};
