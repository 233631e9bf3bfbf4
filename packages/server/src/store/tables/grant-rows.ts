import type { Sealer } from "../../crypto/sealed.ts";
import type { Grant, GrantSession } from "../../oauth/grant.ts";
import { grantDocuments } from "./grant-documents.ts";
import { toBytes, toId } from "../port/ids.ts";
import type { Addition, Insertion } from "../database/script.ts";
import { sealedDocuments } from "../port/sealed-documents.ts";
import { joinWords, splitWords } from "../database/words.ts";

/** What changes in the life of a grant. */
export interface PresentRow {
  readonly client_epoch: number;
  readonly generation: number;
  readonly generation_at_ms: number;
  readonly redeemed_at_ms: number | null;
  readonly suspects: number;
  readonly expires_at: number;
  readonly revoked_at: number | null;
  readonly remembered_until: number | null;
}

/** All of a grant. */
export interface GrantRow extends PresentRow {
  readonly grant_id: Uint8Array;
  readonly client_id: string;
  readonly client_key: number;
  readonly subject: string;
  readonly sid: string;
  readonly scope: string;
  readonly audience: string;
  readonly granted_at: number;
  readonly sealed: Uint8Array;
}

/** The columns of what changes. */
export const present_columns = `client_epoch, generation, generation_at_ms, redeemed_at_ms, suspects, expires_at, revoked_at,
  remembered_until`;
/** All of them, but for `skipped`, which only the database asks for. */
export const columns = `grant_id, client_id, client_key, subject, sid, scope, audience, granted_at, ${present_columns}, sealed`;
/** Those of them that hold bytes. */
export const bytes = ["grant_id", "sealed"];

const insertion: Insertion = {
  table: "authorization_grant",
  columns: {
    grant_id: "bytea",
    client_id: "text",
    client_key: "bigint",
    subject: "text",
    sid: "text",
    scope: "text",
    audience: "text",
    granted_at: "bigint",
    client_epoch: "bigint",
    generation: "bigint",
    generation_at_ms: "bigint",
    redeemed_at_ms: "bigint",
    suspects: "bigint",
    expires_at: "bigint",
    revoked_at: "bigint",
    remembered_until: "bigint",
    sealed: "bytea",
    skipped: "bigint",
  },
};

/** A grant as it is written down by what brings it about. */
export function additionOf(grant: Grant, sealer: Sealer): Addition {
  const values = [
    toBytes(grant.grant_id),
    grant.client_id,
    grant.client_key,
    grant.subject,
    grant.sid,
    joinWords(grant.scope),
    joinWords(grant.audience),
    grant.granted_at,
    grant.client_epoch,
    grant.generation,
    grant.generation_at_ms,
    grant.redeemed_at_ms ?? null,
    grant.suspects,
    grant.expires_at,
    grant.revoked_at ?? null,
    grant.remembered_until ?? null,
    sessions(sealer).seal(grant.grant_id, grant.session),
    Number(grant.session.consent.skip),
  ];
  return { insertion, values };
}

/** The grant of a row; undefined when no secret of ours opens its session any more. */
export function unseal(row: GrantRow, sealer: Sealer): Grant | undefined {
  const grant_id = toId(row.grant_id);
  const session = sessions(sealer).open(grant_id, row.sealed);
  return session && fromRow(grant_id, row, session);
}

// Field by field, here and below: a row of the driver's is slow to copy whole.
function fromRow(grant_id: string, row: GrantRow, session: GrantSession): Grant {
  return {
    grant_id,
    client_id: row.client_id,
    client_key: row.client_key,
    subject: row.subject,
    sid: row.sid,
    scope: splitWords(row.scope),
    audience: splitWords(row.audience),
    granted_at: row.granted_at,
    session,
    ...presentOf(row),
  };
}

/** What changes, as a grant has it. */
export function presentOf(row: PresentRow) {
  return {
    client_epoch: row.client_epoch,
    generation: row.generation,
    generation_at_ms: row.generation_at_ms,
    redeemed_at_ms: row.redeemed_at_ms ?? undefined,
    suspects: row.suspects,
    expires_at: row.expires_at,
    revoked_at: row.revoked_at ?? undefined,
    remembered_until: row.remembered_until ?? undefined,
  };
}

/** The sessions of grants, as they are kept. */
export function sessions(sealer: Sealer) {
  return sealedDocuments("grant", sealer, grantDocuments);
}
