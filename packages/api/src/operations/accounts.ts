import * as v from "valibot";
import { account, accountInput } from "../account.ts";
import { optional, required } from "../objects.ts";
import { list } from "../values.ts";
import { adminOperation } from "./kinds.ts";
import { type Operation, page } from "./operation.ts";

const username = required(v.string(), "What the user types to sign in; case does not matter.");

export const accountOperations = {
  listAccounts: {
    ...adminOperation,
    method: "GET",
    path: "/accounts",
    inputs: {
      ...page,
      search: optional(
        v.string(),
        "Only those with this text in their username, subject, name or email address, in upper or lower case.",
      ),
    },
    success: 200,
    response: list(account),
    errors: [401, 403, 500],
    access: "read",
    title: "List accounts",
    summary:
      "Lists the accounts of the built-in pages by username, all or those that match, a page at a time.",
  },
  createAccount: {
    ...adminOperation,
    method: "POST",
    path: "/accounts",
    body: "json",
    request: accountInput,
    body_required: true,
    success: 201,
    response: account,
    errors: [400, 401, 403, 409, 500],
    access: "write",
    title: "Create an account",
    summary: "Creates a user of the built-in sign-in pages.",
  },
  getAccount: {
    ...adminOperation,
    method: "GET",
    path: "/accounts/{username}",
    inputs: { username },
    success: 200,
    response: account,
    errors: [401, 403, 404, 500],
    access: "read",
    title: "Get an account",
    summary: "Returns an account of the built-in pages by its username.",
  },
  updateAccount: {
    ...adminOperation,
    method: "PUT",
    path: "/accounts/{username}",
    inputs: { username },
    body: "json",
    request: accountInput,
    body_required: true,
    success: 200,
    response: account,
    errors: [400, 401, 403, 404, 500],
    access: "write",
    title: "Change an account",
    summary:
      "Gives an account of the built-in pages other claims, a new password, which ends the user's login sessions, or both.",
    description: "What is not given stays.",
  },
  deleteAccount: {
    ...adminOperation,
    method: "DELETE",
    path: "/accounts/{username}",
    inputs: { username },
    success: 204,
    errors: [401, 403, 404, 500],
    access: "write",
    title: "Delete an account",
    summary: "Removes an account of the built-in pages.",
    description: "Its tokens stay valid until they expire or its consents are revoked.",
  },
} as const satisfies Readonly<Record<string, Operation>>;
