/** What happened to an account, and the browsers in which its user is signed in. */

import * as v from "valibot";
import { named, required, type ValueOf } from "../objects.ts";
import { flag, integer, list, timestamp } from "../values.ts";
import { adminOperation } from "../operations/kinds.ts";
import { type Operation, page } from "../operations/operation.ts";

const string = v.string();
const username = required(string, "What the user types to sign in; case does not matter.");

/** What can happen to an account. */
export const accountEventKinds = [
  "signed_in",
  "sign_in_failed",
  "password_changed",
  "factor_added",
  "factor_removed",
  "recovery_codes_created",
  "provider_linked",
  "provider_unlinked",
  "session_ended",
  "sessions_ended",
  "app_disconnected",
  "profile_changed",
  "data_downloaded",
  "account_changed",
  "kept_token_used",
  "kept_tokens_removed",
  "support_access",
] as const;

export type AccountEventKind = (typeof accountEventKinds)[number];

const device = required(
  string,
  "The browser and its system, as `Firefox/Linux`; each may be missing.",
);

const accountEvent = named(
  "AccountEvent",
  "Something that happened to an account of the built-in sign-in pages.",
  v.object({
    id: required(string, "Identifies it."),
    kind: required(
      v.picklist(accountEventKinds),
      "What happened. `account_changed`: an administrator changed what `fields` has. `support_access`: an operator got a token to act for the user.",
    ),
    at: required(
      timestamp,
      "When it happened, the last time if it did several times, in RFC 3339.",
    ),
    count: required(
      integer,
      "How many times. Failed sign-ins of a day with the same device, network and method are one event, and so are uses of kept tokens by the same client, and tokens of an operator for one reason.",
    ),
    by_administrator: required(flag, "Whether an administrator did it, rather than the user."),
    device,
    address: required(
      v.nullable(string),
      "The network of the browser: of an IPv4 address the first 24 bits, of an IPv6 address the first 48. Null where it is not known.",
    ),
    amr: required(
      list(string),
      "RFC 8176: how the user signed in, or what was tried; empty for other events.",
    ),
    factor: required(
      v.nullable(v.picklist(["totp", "passkey"])),
      "What kind of factor was added or removed; null for other events.",
    ),
    name: required(
      v.nullable(string),
      "The name of the passkey, the app or the identity provider, or the device of the session that ended; null for other events, and where there is none.",
    ),
    client_id: required(
      v.nullable(string),
      "The client that was disconnected, that got a kept token, or with which an operator acts for the user; null for other events.",
    ),
    provider: required(
      v.nullable(string),
      "The name of the identity provider whose kept tokens were used or removed; null for other events.",
    ),
    actor: required(
      v.nullable(string),
      "The name of the operator who acts for the user; null for other events.",
    ),
    reason: required(
      v.nullable(string),
      "Why the operator acts for the user; null for other events.",
    ),
    fields: required(
      list(string),
      "The claims that the user changed, or the fields of the account that an administrator changed.",
    ),
  }),
);

export interface AccountEvent extends ValueOf<typeof accountEvent> {}

const accountSession = named(
  "AccountSession",
  "A browser in which the user of an account is signed in.",
  v.object({
    id: required(string, "Identifies it: the `sid` of ID tokens."),
    device,
    amr: required(list(string), "RFC 8176: how the user signed in; empty where it is not known."),
    signed_in_at: required(timestamp, "When the user signed in, in RFC 3339."),
    expires_at: required(timestamp, "When it ends at the latest, in RFC 3339."),
  }),
);

export interface AccountSession extends ValueOf<typeof accountSession> {}

export const accountHistoryOperations = {
  listAccountEvents: {
    ...adminOperation,
    method: "GET",
    path: "/accounts/{username}/events",
    inputs: { username, ...page },
    success: 200,
    response: list(accountEvent),
    errors: [401, 403, 404, 500],
    access: "read",
    role: "viewer",
    title: "List what happened to an account",
    summary:
      "Lists sign-ins, failed sign-ins and changes of an account of the built-in pages, the latest first, a page at a time.",
    description: "Events are kept for `identity.history_for`, and at most 380 of an account.",
  },
  listAccountSessions: {
    ...adminOperation,
    method: "GET",
    path: "/accounts/{username}/sessions",
    inputs: { username },
    success: 200,
    response: list(accountSession),
    errors: [401, 403, 404, 500],
    access: "read",
    role: "viewer",
    title: "List the sessions of an account",
    summary: "Lists the browsers in which the user of an account is signed in, the latest first.",
  },
  deleteAccountSession: {
    ...adminOperation,
    method: "DELETE",
    path: "/accounts/{username}/sessions/{session}",
    inputs: { username, session: required(string, "The `id` of the session.") },
    success: 204,
    errors: [401, 403, 404, 500],
    access: "write",
    role: "operator",
    title: "End a session of an account",
    summary:
      "Signs the user of an account out of one browser, and notifies the apps that registered for back-channel logout.",
    description:
      "Tokens stay, unless `oidc.logout_ends_tokens` or `logout_ends_tokens` of their client says otherwise.",
  },
  deleteAccountSessions: {
    ...adminOperation,
    method: "DELETE",
    path: "/accounts/{username}/sessions",
    inputs: { username },
    success: 204,
    errors: [401, 403, 404, 500],
    access: "write",
    role: "operator",
    title: "End all sessions of an account",
    summary:
      "Signs the user of an account out of every browser, and notifies the apps that registered for back-channel logout.",
    description:
      "Tokens stay, unless `oidc.logout_ends_tokens` or `logout_ends_tokens` of their client says otherwise.",
  },
} as const satisfies Readonly<Record<string, Operation>>;
