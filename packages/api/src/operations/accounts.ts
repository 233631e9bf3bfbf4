import type { Account, AccountInput } from "../account.ts";
import type { Page, Table } from "./operation.ts";

interface AccountFilter extends Page {
  /** Only those with this text in their username, subject, name or email address, in upper or lower case. */
  search?: string;
}

interface Username {
  /** What they type to sign in; capital letters do not matter. */
  username: string;
}

/** The people who can sign in on the built-in pages. */
export interface AccountOperations {
  /** Lists the accounts of the built-in pages by username, all or those that match, a page at a time. */
  listAccounts: { input: AccountFilter; output: readonly Account[] };
  /** Adds somebody who can sign in on the built-in pages. */
  createAccount: {
    input: {
      /** Who it is. */
      body: AccountInput;
    };
    output: Account;
  };
  /** Finds an account of the built-in pages by its username. */
  getAccount: { input: Username; output: Account };
  /** Gives an account of the built-in pages a new password, other claims, or both. What is not given stays. */
  updateAccount: {
    input: Username & {
      /** What changes. */
      body: AccountInput;
    };
    output: Account;
  };
  /** Removes an account of the built-in pages. Its tokens live on until they end or its consents are revoked. */
  deleteAccount: { input: Username; output: undefined };
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
    summary:
      "Lists the accounts of the built-in pages by username, all or those that match, a page at a time.",
  },
  createAccount: {
    tag: "admin",
    method: "POST",
    path: "/accounts",
    body: "json",
    body_required: true,
    success: 201,
    errors: [400, 401, 403, 409, 500],
    access: "write",
    summary: "Adds somebody who can sign in on the built-in pages.",
  },
  getAccount: {
    tag: "admin",
    method: "GET",
    path: "/accounts/{username}",
    success: 200,
    errors: [401, 403, 404, 500],
    access: "read",
    summary: "Finds an account of the built-in pages by its username.",
  },
  updateAccount: {
    tag: "admin",
    method: "PUT",
    path: "/accounts/{username}",
    body: "json",
    body_required: true,
    success: 200,
    errors: [400, 401, 403, 404, 500],
    access: "write",
    summary: "Gives an account of the built-in pages a new password, other claims, or both.",
  },
  deleteAccount: {
    tag: "admin",
    method: "DELETE",
    path: "/accounts/{username}",
    success: 204,
    errors: [401, 403, 404, 500],
    access: "write",
    summary: "Removes an account of the built-in pages.",
  },
};
