import * as v from "valibot";
import { failedSignInOperations } from "./failed-sign-ins.ts";
import { accountHistoryOperations } from "./history.ts";
import { account, accountErasure, accountExport, accountFactor, accountInput } from "./schemas.ts";
import { invitationOperations } from "./invitations.ts";
import { optional, required } from "../objects.ts";
import { list } from "../values.ts";
import { adminOperation } from "../operations/kinds.ts";
import { type Operation, page } from "../operations/operation.ts";

const username = required(v.string(), "What the user types to sign in; case does not matter.");

export const identityOperations = {
  ...invitationOperations,
  ...accountHistoryOperations,
  ...failedSignInOperations,
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
    role: "viewer",
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
    role: "operator",
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
    role: "viewer",
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
    errors: [400, 401, 403, 404, 409, 500],
    access: "write",
    role: "administrator",
    title: "Change an account",
    summary:
      "Changes an account of the built-in pages, and ends the user's login sessions, and sessions as an operator, with a new password.",
    description:
      "What is not given stays. The state `disabled` ends all access of the user, as `POST /terminations` does, in the same transaction: `ended_access` of the response says what. API keys that the user created are refused, and its role has no effect, until the account is enabled again; what was ended stays so. Your own account, and that of the last administrator, cannot be disabled: 409.",
  },
  deleteAccount: {
    ...adminOperation,
    method: "DELETE",
    path: "/accounts/{username}",
    inputs: { username },
    success: 200,
    response: accountErasure,
    errors: [401, 403, 404, 500],
    access: "write",
    role: "administrator",
    title: "Delete an account",
    summary:
      "Removes an account of the built-in pages, and everything that is stored about its user.",
    description:
      "Ends the user's login sessions, consents with their tokens, and what features store, such as memberships of workspaces. The response says what ended.",
  },
  exportAccount: {
    ...adminOperation,
    method: "GET",
    path: "/accounts/{username}/export",
    inputs: { username },
    success: 200,
    response: accountExport,
    errors: [401, 403, 404, 500],
    access: "read",
    role: "operator",
    title: "Export an account",
    summary:
      "Returns what the server stores about a user: the account, login sessions, consents, and what features store.",
    description: "Neither passwords nor tokens are part of it: the server has only their hashes.",
  },
  listAccountFactors: {
    ...adminOperation,
    method: "GET",
    path: "/accounts/{username}/factors",
    inputs: { username },
    success: 200,
    response: list(accountFactor),
    errors: [401, 403, 404, 500],
    access: "read",
    role: "viewer",
    title: "List the factors of an account",
    summary:
      "Lists the authenticator app and the passkeys of an account of the built-in pages, oldest first.",
  },
  deleteAccountFactor: {
    ...adminOperation,
    method: "DELETE",
    path: "/accounts/{username}/factors/{factor}",
    inputs: { username, factor: required(v.string(), "The `id` of the factor.") },
    success: 204,
    errors: [401, 403, 404, 500],
    access: "write",
    role: "administrator",
    title: "Remove a factor of an account",
    summary:
      "Removes an authenticator app, with its recovery codes, or a passkey of an account of the built-in pages.",
    description: "Sessions and tokens stay.",
  },
  deleteAccountFactors: {
    ...adminOperation,
    method: "DELETE",
    path: "/accounts/{username}/factors",
    inputs: { username },
    success: 204,
    errors: [401, 403, 404, 500],
    access: "write",
    role: "administrator",
    title: "Remove all factors of an account",
    summary:
      "Removes all factors and recovery codes of an account of the built-in pages, so that its password is enough again.",
    description: "For a user who has lost them. Sessions and tokens stay.",
  },
} as const satisfies Readonly<Record<string, Operation>>;
