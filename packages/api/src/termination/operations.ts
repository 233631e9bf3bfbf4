import * as v from "valibot";
import { named, optional, requestObject, required, type ValueOf } from "../objects.ts";
import { adminOperation, clientOperation } from "../operations/kinds.ts";
import type { Operation } from "../operations/operation.ts";
import { flag, integer, shortText } from "../values.ts";

/** What everything of is ended: one of them. */
export const terminationHolders = {
  subject: "The subject, as the login app named it.",
  session_id: "The login session: the `sid` of its ID tokens.",
  client_id: "The client.",
  grant_id: "The grant, as the inspector shows it.",
  audience: "The API, by its identifier, or any other audience of access tokens.",
} as const;

/** The name of such a field. */
export type TerminationHolder = keyof typeof terminationHolders;

export const terminationInput = named(
  "TerminationInput",
  "What everything of is ended: exactly one of the fields beside `dry_run`.",
  requestObject({
    subject: optional(shortText, terminationHolders.subject),
    session_id: optional(shortText, terminationHolders.session_id),
    client_id: optional(shortText, terminationHolders.client_id),
    grant_id: optional(shortText, terminationHolders.grant_id),
    audience: optional(shortText, terminationHolders.audience),
    dry_run: optional(flag, "Counts what would be ended, and ends nothing."),
  }),
  { subject: "alice", dry_run: true },
);

export interface TerminationInput extends ValueOf<typeof terminationInput> {}

const termination = named(
  "Termination",
  "What was ended, or would be.",
  v.object({
    dry_run: required(v.boolean(), "Whether nothing was ended."),
    ended_before: required(
      integer,
      "Unix seconds, at most two ahead of the server's clock: everything that was requested before is ended. Clients whose tokens were ended can request others from then on.",
    ),
    ended: required(
      v.record(v.string(), integer),
      "How many were removed, by kind: `grants` (with their codes, refresh tokens and access tokens), `access_tokens` (those that belong to no grant), `login_sessions`, and others.",
    ),
    complete: required(
      v.boolean(),
      "Whether all of it was counted. Otherwise there is more: a dry run has seen a part of it, and a server goes on removing what is refused already.",
    ),
  }),
);

export interface Termination extends ValueOf<typeof termination> {}

export const terminationOperations = {
  endEverything: {
    ...adminOperation,
    method: "POST",
    path: "/terminations",
    body: "json",
    body_required: true,
    request: terminationInput,
    success: 200,
    response: termination,
    errors: [400, 401, 403, 500],
    access: "write",
    role: "operator",
    title: "End everything",
    summary:
      "Ends all that a subject, a login session, a client, a grant or an API holds: tokens, grants, sessions and requests under way.",
    description:
      "Every server refuses it within half a second. APIs that verify JWTs by themselves learn of it from the list at `ended_tokens_uri`. Repeating it ends what was requested since.",
  },
  listEndedTokens: {
    ...clientOperation,
    authentication: null,
    cors: "everyone",
    stores_before_authentication: false,
    assertion_audience: false,
    dpop: false,
    inspect: null,
    method: "GET",
    path: "/.well-known/ended-tokens",
    headers: {
      "If-None-Match": optional(v.string(), "The `ETag` of the list that the caller has."),
    },
    success: 200,
    response: required(
      v.string(),
      "A JWT of the type `ended-tokens+jwt`, signed with a key of ID tokens.",
    ),
    response_types: ["application/jwt"],
    errors: [304, 500],
    discovery: { name: "ended_tokens_uri", replaced_by: null, mtls_alias: false },
    title: "List JWT access tokens that have ended",
    summary:
      "Returns a signed list by which APIs recognise JWT access tokens that ended before their time.",
    description:
      "The list names nothing: it has salted hashes, which follow from the claims of a token. `@latchkey/protect` reads it.",
  },
} as const satisfies Readonly<Record<string, Operation>>;
