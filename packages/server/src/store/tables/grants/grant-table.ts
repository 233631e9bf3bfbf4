import type { Sealer } from "../../../crypto/sealed.ts";
import type { NarrowedDetails } from "../../../oauth/authorization-details/narrowed-details.ts";
import type { Grant, GrantSession, RememberedConsent } from "../../../oauth/grant.ts";
import type { Confirmation } from "../../../oauth/token-details.ts";
import {
  bytes,
  type Column,
  flag,
  id,
  integer,
  optional as nullable,
  type RowOf,
  table,
  text,
  words,
} from "../../database/columns.ts";
import type { Insertion } from "../../database/sql.ts";
import type { Held } from "../../../oauth/ending.ts";
import { type NewRow, newRow } from "../../database/statement.ts";
import {
  anyOr,
  documents,
  type Fields,
  optional,
  optionalObject,
  or,
  required,
  requiredObject,
} from "../../port/documents.ts";
import { type SealedDocuments, sealedDocuments } from "../../port/sealed-documents.ts";
import { documentContexts, sealedColumn } from "../sealed-column.ts";

const confirmations = documents<Confirmation>({
  table: "authorization_grant",
  fields: { jkt: optional("text"), "x5t#S256": optional("text") },
  foreign: true,
});

/** RFC 7800 §3.1: the key that tokens are bound to, as JSON. */
const confirmation: Column<Confirmation> = {
  type: "text",
  write: (value) => confirmations.write(value),
  read: (value) => confirmations.read("a grant", text.read(value)),
};

const narrowedDetails = documents<NarrowedDetails>({
  table: "authorization_grant",
  fields: { list: optional("list"), until: optional("number"), earlier: optional("list") },
});

/** RFC 9396 §6: the details of access tokens that have fewer than were granted, as JSON. */
const details: Column<NarrowedDetails> = {
  type: "text",
  write: (value) => narrowedDetails.write(value),
  read: (value) => narrowedDetails.read("a grant", text.read(value)),
};

/** The columns that change during the life of a grant. */
export const stateColumns = {
  client_epoch: integer,
  generation: integer,
  generation_at_ms: integer,
  redeemed_at_ms: nullable(integer),
  suspects: integer,
  expires_at: integer,
  revoked_at: nullable(integer),
  remembered_until: nullable(integer),
  cnf: nullable(confirmation),
  narrowed_details: nullable(details),
};

/** The columns that are read. */
export const readColumns = {
  grant_id: id,
  subject_key: integer,
  client_id: text,
  client_key: integer,
  subject: text,
  sid: text,
  scope: words,
  audience: words,
  granted_at: integer,
  ...stateColumns,
  sealed: bytes,
};

export const authorization_grant = table("authorization_grant", {
  ...readColumns,
  /** Whether the consent was skipped; only conditions use it. */
  skipped: flag,
  /** The `cnf` before the present one, which a rotation that is undone restores. */
  previous_cnf: nullable(confirmation),
  /** The same for `narrowed_details`. */
  previous_details: nullable(details),
  /** The generation whose tokens were repeated last; its rotation is not undone. */
  confirmed_generation: nullable(integer),
});

export const sealedGrants = sealedColumn(authorization_grant, {
  column: "sealed",
  key: ["grant_id", "subject_key"],
  // A consent that is remembered is stored for longer than its tokens are valid.
  tokens_end_at: "case when remembered_until is null then expires_at end",
  contextsOf: ({ grant_id }) => documentContexts(grant_id, "grant"),
});

const consent: Fields<GrantSession["consent"]> = {
  skip: or(false),
  requested_authorization_details: optional("list"),
  requested_scope: or([]),
  requested_access_token_audience: or([]),
  oidc_context: or({}),
  request_url: or(""),
  context: anyOr({}),
  remember: or(false),
  remember_for: or(0),
  handled_at: required("number"),
};

const rememberedFields: Fields<RememberedConsent> = {
  scope: or([]),
  audience: or([]),
  authorization_details: or([]),
  claims: optional("list"),
};

export const grantDocuments = documents<GrantSession>({
  table: "authorization_grant",
  fields: {
    redirect_uri: optional("text"),
    implied_redirect_uri: optional("text"),
    code_challenge: optional("text"),
    dpop_jkt: optional("text"),
    client_epoch: required("number"),
    code_expires_at: required("number"),
    ends_at: optional("number"),
    nonce: optional("text"),
    id_token_subject: required("text"),
    auth_time: required("number"),
    requested_at: required("number"),
    acr: optional("text"),
    amr: optional("list"),
    required_acr: optional("list"),
    max_age: optional("number"),
    c_hash: optional("text"),
    access_token: or({}),
    id_token: or({}),
    userinfo: optional("object"),
    details: optional("object"),
    remembered: optionalObject(rememberedFields),
    consent: requiredObject(consent),
  },
});

/** The columns of a grant as they are read. */
export type GrantRow = RowOf<typeof readColumns>;

/** The sessions of grants, which are stored sealed. */
export function grantSessions(sealer: Sealer): SealedDocuments<GrantSession> {
  return sealedDocuments("grant", sealer, grantDocuments);
}

/** Undefined when no system secret opens its session any more. */
export function openGrant(
  row: GrantRow,
  sessions: SealedDocuments<GrantSession>,
): Grant | undefined {
  const { sealed, ...rest } = row;
  const session = sessions.open(row.grant_id, sealed);
  return session && { ...rest, session };
}

/** What a grant belongs to. It counts from the request that it came from, which may have been answered after an ending. */
export function heldBy({ subject, client_id, sid, audience, session }: Grant): Held {
  return { subject, client_id, sid, audience, at: session.requested_at };
}

const { columns } = authorization_grant;
const insertion: Insertion<typeof columns> = { table: authorization_grant.name, columns };

/** The row of a new grant. */
export function grantRow(
  grant: Grant,
  sealer: Sealer,
  into: Insertion<typeof columns> = insertion,
): NewRow {
  const { session, ...row } = grant;
  const sealed = grantSessions(sealer).seal(grant.grant_id, session);
  const { cnf, narrowed_details } = grant;
  const { skip: skipped } = session.consent;
  return newRow(into, {
    ...row,
    cnf,
    narrowed_details,
    sealed,
    skipped,
    previous_cnf: undefined,
    previous_details: undefined,
    confirmed_generation: undefined,
  });
}
