import type { Sealer } from "../../../crypto/sealed.ts";
import type { LruCache } from "../../../lru-cache.ts";
import type { Grant } from "../../../oauth/grant.ts";
import type { GrantKey } from "../../../oauth/grant/grant-key.ts";
import { bytes, integer, optional, pick, type RowOf } from "../../database/columns.ts";
import type { Database } from "../../database/database.ts";
import { type Lookup, type Update } from "../../database/sql.ts";
import { command } from "../../database/statement.ts";
import type { ReportUnreadable } from "../../port/documents.ts";
import type { Grants, NextGeneration, Redemption } from "../../port/grant-store.ts";
import { createConsents } from "./consents.ts";
import {
  authorization_grant,
  type GrantRow,
  grantSessions,
  openGrant,
  read_columns,
  state_columns,
} from "./grant-table.ts";

const { columns } = authorization_grant;
const by_key = pick(columns, "grant_id", "subject_key");
const same_grant =
  "authorization_grant.grant_id = :grant_id and authorization_grant.subject_key = :subject_key";
const by_both: Lookup<typeof by_key, typeof read_columns> = {
  table: "authorization_grant",
  given: by_key,
  returns: read_columns,
  placed_by: "subject_key",
};
const by_id_alone = pick(columns, "grant_id");
const anywhere: Lookup<typeof by_id_alone, typeof read_columns> = {
  table: "authorization_grant",
  given: by_id_alone,
  returns: read_columns,
};
const known_generation = pick(columns, "grant_id", "subject_key", "generation", "generation_at_ms");
const state_and_session = { ...state_columns, sealed: optional(bytes) };
/** The state, and the session only where it may be another than that of the generation that is known. */
const state_by_id: Lookup<typeof known_generation, typeof state_and_session> = {
  table: "authorization_grant",
  given: known_generation,
  returns: state_and_session,
  placed_by: "subject_key",
  expressions: {
    sealed: `case when authorization_grant.generation = :generation
        and authorization_grant.generation_at_ms = :generation_at_ms then null
      else authorization_grant.sealed end`,
  },
};
const rotation = pick(
  columns,
  "grant_id",
  "subject_key",
  "generation",
  "generation_at_ms",
  "client_epoch",
  "expires_at",
  "cnf",
  "narrowed_details",
);
const same_generation = `${same_grant} and authorization_grant.generation = :generation`;
const next_generation = `${same_grant} and authorization_grant.generation = :generation + 1
  and authorization_grant.generation_at_ms = :generation_at_ms`;
const previous = `cnf = authorization_grant.previous_cnf, narrowed_details = authorization_grant.previous_details`;
const rotate: Update<typeof rotation> = {
  table: authorization_grant.name,
  given: rotation,
  set: `generation = :generation + 1, generation_at_ms = :generation_at_ms,
    client_epoch = :client_epoch, expires_at = :expires_at, cnf = :cnf, previous_cnf = authorization_grant.cnf,
    narrowed_details = :narrowed_details, previous_details = authorization_grant.narrowed_details`,
  where: `${same_generation} and revoked_at is null`,
  undo: {
    set: `generation = :generation, ${previous}`,
    where: next_generation,
  },
};
const renew = command({
  given: { ...by_key, ...pick(columns, "generation", "expires_at") },
  sql: `update authorization_grant
    set expires_at = case when expires_at < :expires_at then :expires_at else expires_at end
    where ${same_generation} and revoked_at is null returning grant_id`,
});
const redemption = { ...rotation, redeemed_at_ms: integer };
const redeem: Update<typeof redemption> = {
  ...rotate,
  given: redemption,
  set: `${rotate.set}, redeemed_at_ms = :redeemed_at_ms`,
  undo: {
    set: `generation = :generation, redeemed_at_ms = null, suspects = 0, ${previous}`,
    where: `${next_generation} and authorization_grant.redeemed_at_ms = :redeemed_at_ms`,
  },
};
/** Where a generation has a session of its own. A rotation that is undone leaves it: the next attempt replaces it. */
const with_session = { set: ", sealed = :sealed", given: pick(columns, "sealed") };
const rotateSession: Update<typeof rotation & typeof with_session.given> = {
  ...rotate,
  given: { ...rotate.given, ...with_session.given },
  set: rotate.set + with_session.set,
};
const redeemSession: Update<typeof redemption & typeof with_session.given> = {
  ...redeem,
  given: { ...redeem.given, ...with_session.given },
  set: redeem.set + with_session.set,
};
/** Not where the next generation has begun meanwhile: it may have another session. */
const reseal = command({
  given: { ...known_generation, ...pick(columns, "sealed") },
  sql: `update authorization_grant set sealed = :sealed
    where ${same_generation} and generation_at_ms = :generation_at_ms`,
});
const settling = { ...by_key, at_ms: integer };
const settle: Update<typeof settling> = {
  table: authorization_grant.name,
  given: settling,
  set: "redeemed_at_ms = :at_ms",
  where: `${same_grant}
    and (redeemed_at_ms is null or redeemed_at_ms < :at_ms)`,
};
const suspect = command({
  given: by_key,
  sql: `update authorization_grant set suspects = suspects + 1 where ${same_grant}`,
});
const revoke = command({
  given: { ...by_key, now: integer },
  sql: `update authorization_grant set revoked_at = :now where ${same_grant} and revoked_at is null`,
});

export function createGrants(
  database: Database,
  sealer: Sealer,
  cache: LruCache<string, CachedGrant>,
  report: ReportUnreadable,
): Grants {
  const sessions = grantSessions(sealer);

  const remember = (row: GrantRow): Grant | undefined => {
    const grant = openGrant(row, sessions);
    if (grant === undefined) return undefined;
    const is_sealed_with_newest = sealer.isUpToDate(row.sealed);
    cache.set(grant.grant_id, { grant, is_sealed_with_newest });
    return grant;
  };

  /** A key is not authenticated: one that is not that of the cached grant finds nothing in the database either. */
  const findCachedOf = ({ grant_id, subject_key }: GrantKey): CachedGrant | undefined => {
    const cached = cache.get(grant_id);
    return cached?.grant.subject_key === subject_key ? cached : undefined;
  };

  /** The new session of the next generation, sealed; undefined where it is the same as before. */
  const sealSession = (
    { grant_id, session }: Grant,
    { session: next = session }: NextGeneration,
  ): Uint8Array | undefined => (next === session ? undefined : sessions.seal(grant_id, next));

  /** Caches what a grant became, and seals it again where needed: so a grant in use outlives the secret it was sealed with. */
  const keep = async (grant: Grant, just_sealed?: Uint8Array): Promise<void> => {
    const { grant_id, subject_key, generation, generation_at_ms, session } = grant;
    if (just_sealed === undefined && cache.get(grant_id)?.is_sealed_with_newest !== true) {
      const sealed = sessions.seal(grant_id, session);
      const known = { grant_id, subject_key, generation, generation_at_ms };
      await database.write(() => reseal({ ...known, sealed }));
    }
    cache.set(grant_id, { grant, is_sealed_with_newest: true });
  };

  return {
    async find({ grant_id, subject_key }) {
      const cached = findCachedOf({ grant_id, subject_key });
      if (cached !== undefined) {
        const { generation, generation_at_ms } = cached.grant;
        const known = { grant_id, subject_key, generation, generation_at_ms };
        const found = await database.find(state_by_id, known);
        if (found === undefined) return undefined;
        const { sealed, ...state } = found;
        if (sealed !== undefined) return remember({ ...cached.grant, ...state, sealed });
        const is_same =
          state.generation === generation && state.generation_at_ms === generation_at_ms;
        if (is_same) return { ...cached.grant, ...state };
        // Another lookup of the batch knew the generation that this one did not.
      }
      const row = await database.find(by_both, { grant_id, subject_key });
      return row && remember(row);
    },

    async findById(grant_id) {
      const cached = cache.get(grant_id);
      if (cached !== undefined) return this.find(cached.grant);
      const row = await database.find(anywhere, { grant_id });
      return row && remember(row);
    },

    findCached(key) {
      const grant = findCachedOf(key)?.grant;
      // A remembered consent may have been superseded, and then it expires earlier than the cached grant says.
      return grant?.remembered_until === undefined ? grant : undefined;
    },

    async rotate(grant, next) {
      const values = rotationOf(grant, next);
      const sealed = sealSession(grant, next);
      const won =
        sealed === undefined
          ? await database.update(rotate, values)
          : await database.update(rotateSession, { ...values, sealed });
      if (won) await keep(generationAfter(grant, next), sealed);
      return won;
    },

    async renew(grant, expires_at) {
      const renewed = await database.write(() => renew({ ...grant, expires_at }));
      if (renewed > 0) await keep({ ...grant, expires_at });
      return renewed > 0;
    },

    async redeem(grant, next) {
      const { redeemed_at_ms } = next;
      const values = { ...rotationOf(grant, next), redeemed_at_ms };
      const sealed = sealSession(grant, next);
      const won =
        sealed === undefined
          ? await database.update(redeem, values)
          : await database.update(redeemSession, { ...values, sealed });
      if (won) await keep(generationAfter(grant, next), sealed);
      return won;
    },

    async settle(key, redeemed_at_ms) {
      await database.update(settle, { ...key, at_ms: redeemed_at_ms });
    },

    async suspect(key) {
      await database.write(() => suspect(key));
    },

    async revoke(key, now) {
      await database.write(() => revoke({ ...key, now }));
    },

    ...createConsents(database, sessions, report),
  };
}

/** The parameters of a rotation. */
function rotationOf(
  { grant_id, subject_key, generation }: Grant,
  { generation_at_ms, client_epoch, expires_at, cnf, narrowed_details }: NextGeneration,
): RowOf<typeof rotation> {
  return {
    grant_id,
    subject_key,
    generation,
    generation_at_ms,
    client_epoch,
    expires_at,
    cnf,
    narrowed_details,
  };
}

function generationAfter(grant: Grant, next: NextGeneration & Partial<Redemption>): Grant {
  const {
    generation_at_ms,
    client_epoch,
    expires_at,
    cnf,
    narrowed_details,
    redeemed_at_ms = grant.redeemed_at_ms,
    session = grant.session,
  } = next;
  const changed = {
    generation_at_ms,
    client_epoch,
    expires_at,
    cnf,
    narrowed_details,
    redeemed_at_ms,
    session,
  };
  return { ...grant, generation: grant.generation + 1, ...changed };
}

/** A grant as it was last sealed or opened. Most of it never changes, so only its state is read again. */
export interface CachedGrant {
  readonly grant: Grant;
  /** Whether its session is sealed with the newest system secret. */
  readonly is_sealed_with_newest: boolean;
}
