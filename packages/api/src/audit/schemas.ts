/** Who changed what. */

import * as v from "valibot";
import { named, optional, required, type ValueOf } from "../objects.ts";
import { integer, jsonObject, oneOf, timestamp } from "../values.ts";

const string = v.string();

/** Who may cause a change. */
export const auditCallerKinds = [
  "api_key",
  "account",
  "client",
  "user",
  "local",
  "command",
  "server",
] as const;

const auditCaller = named(
  "AuditCaller",
  "Who caused a change.",
  v.object({
    kind: required(
      oneOf(auditCallerKinds),
      "`api_key` and `account`: a caller of the admin API, by a key or signed in. `local`: without either, on the admin listener of the server's machine. `client`: a client that registers itself, or an integration. `user`: on the account page or while signing in. `command`: the command line, on the database. `server`: the server itself.",
    ),
    id: required(
      string,
      "Identifies it among those of its kind: a key, a subject, a client. Empty where there is no more to know, such as a user who is about to register.",
    ),
    name: optional(string, "What a key or an operator is called."),
  }),
);

const auditObject = named(
  "AuditObject",
  "What was changed.",
  v.object({
    type: required(
      string,
      "For example `client`, `key_set`, `api`, `account`, `workspace`, `integration`, `trusted_issuer`, `identity_provider`.",
    ),
    id: required(string, "Its id: of an account the subject, of a key set the name."),
  }),
);

export const auditEntry = named(
  "AuditEntry",
  "One change: who made it, of what, and what was there before and after. Secrets are left out.",
  v.object({
    sequence: required(integer, "Its number: one more than that of the entry before."),
    at: required(timestamp, "When it was made: RFC 3339, with milliseconds."),
    caller: required(auditCaller, "Who made it."),
    operation: required(
      string,
      "The operation of this reference, the path of the page, or the command; empty where the server itself made it.",
    ),
    address: required(
      string,
      "The network address of the caller; of users only the network, with the rest as zeros. Empty within the server.",
    ),
    request_id: required(string, "The id of the request, as the log and the response have it."),
    action: required(
      string,
      "What was done, such as `created`, `updated`, `deleted`, `secret_rotated`.",
    ),
    object: required(auditObject, "What it was done to."),
    before: optional(jsonObject, "What was there; absent where nothing was."),
    after: optional(jsonObject, "What is there now; absent where nothing is."),
    previous_hash: required(string, "The `hash` of the entry before; zeros for the first."),
    hash: required(
      string,
      "SHA-256 in hexadecimal of this entry without this field, in the canonical form of RFC 8785.",
    ),
  }),
);

/** One change: who made it, of what, and what was there before and after. */
export interface AuditEntry extends ValueOf<typeof auditEntry> {}

const chainPosition = {
  sequence: required(integer, "The number of an entry; 0 before the first."),
  hash: required(string, "Its hash; zeros before the first."),
};

const auditPosition = named(
  "AuditPosition",
  "A place in the chain of entries.",
  v.object(chainPosition),
);

export const auditHead = named(
  "AuditHead",
  "Both ends of the chain of entries. Kept elsewhere, they show that nothing was cut off.",
  v.object({
    ...chainPosition,
    dropped: required(
      auditPosition,
      "The last entry that was dropped because it was older than `audit.retention`.",
    ),
  }),
);

/** Both ends of the chain of entries. */
export interface AuditHead extends ValueOf<typeof auditHead> {}

const time = "A time as in 2026-01-31T12:00:00Z.";

/** Which entries to list. */
export const auditFilter = {
  object_type: optional(string, "Only changes of objects of this type."),
  object_id: optional(string, "Only changes of the object with this id."),
  caller: optional(string, "Only changes by the caller with this id."),
  caller_kind: optional(string, "Only changes by callers of this kind."),
  action: optional(string, "Only this action."),
  operation: optional(string, "Only changes by this operation."),
  since: optional(timestamp, `Only changes at that time or later. ${time}`),
  until: optional(timestamp, `Only changes before that time. ${time}`),
  search: optional(
    string,
    "Only entries with this text in the id of the object or the caller, the name of the caller, the address, the request id, or what was there before and after, in any case. Of the latest 20,000 entries.",
  ),
  before: optional(
    integer,
    "Only entries with a smaller number: the last one of a page continues it.",
  ),
  limit: optional(integer, "How many to return: 100 by default, 500 at most."),
};
