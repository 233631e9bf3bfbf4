import type { Grant } from "../../../oauth/grant.ts";
import type { GrantKey } from "../../../oauth/grant-key.ts";
import { isKnownActive } from "../../endings.ts";
import { bytes, integer, optional, pick, type RowOf } from "../../database/columns.ts";
import { type Lookup, type Update } from "../../database/sql.ts";
import { command } from "../../database/statement.ts";
import type { Grants, NextGeneration, Redemption } from "../../port/grant-store.ts";
import type { StoreTools } from "../../store-tools.ts";
import type { CachedGrant } from "./cached-grant.ts";
import { createConsents } from "./consents.ts";
import {
  authorization_grant,
  type GrantRow,
  grantSessions,
  heldBy,
  openGrant,
  readColumns,
  stateColumns,
} from "./grant-table.ts";

const { columns } = authorization_grant;
const byKey = pick(columns, "grant_id", "subject_key");
const sameGrant =
  "authorization_grant.grant_id = :grant_id and authorization_grant.subject_key = :subject_key";
const byBoth: Lookup<typeof byKey, typeof readColumns> = {
  table: "authorization_grant",
  given: byKey,
  returns: readColumns,
  placed_by: "subject_key",
};
const byIdAlone = pick(columns, "grant_id");
const anywhere: Lookup<typeof byIdAlone, typeof readColumns> = {
  table: "authorization_grant",
  given: byIdAlone,
  returns: readColumns,
};
const knownGeneration = pick(columns, "grant_id", "subject_key", "generation", "generation_at_ms");
const stateAndSession = { ...stateColumns, sealed: optional(bytes) };
/** The state, and the session only where it may be another than that of the generation that is known. */
const stateById: Lookup<typeof knownGeneration, typeof stateAndSession> = {
  table: "authorization_grant",
  given: knownGeneration,
  returns: stateAndSession,
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
const sameGeneration = `${sameGrant} and authorization_grant.generation = :generation`;
const nextGeneration = `${sameGrant} and authorization_grant.generation = :generation + 1
  and authorization_grant.generation_at_ms = :generation_at_ms`;
const undoable = `${nextGeneration}
  and (authorization_grant.confirmed_generation is null or authorization_grant.confirmed_generation <= :generation)`;
const previous = `cnf = authorization_grant.previous_cnf, narrowed_details = authorization_grant.previous_details`;
const rotate: Update<typeof rotation> = {
  table: authorization_grant.name,
  given: rotation,
  set: `generation = :generation + 1, generation_at_ms = :generation_at_ms,
    client_epoch = :client_epoch, expires_at = :expires_at, cnf = :cnf, previous_cnf = authorization_grant.cnf,
    narrowed_details = :narrowed_details, previous_details = authorization_grant.narrowed_details`,
  where: `${sameGeneration} and revoked_at is null`,
  undo: {
    set: `generation = :generation, ${previous}`,
    where: undoable,
  },
};
const confirming = { ...byKey, ...pick(columns, "generation") };
const confirm: Update<typeof confirming> = {
  table: authorization_grant.name,
  given: confirming,
  set: "confirmed_generation = :generation",
  where: `${sameGeneration} and revoked_at is null`,
};
const renew = command({
  given: { ...byKey, ...pick(columns, "generation", "expires_at") },
  sql: `update authorization_grant
    set expires_at = case when expires_at < :expires_at then :expires_at else expires_at end
    where ${sameGeneration} and revoked_at is null returning grant_id`,
});
const redemption = { ...rotation, redeemed_at_ms: integer };
const redeem: Update<typeof redemption> = {
  ...rotate,
  given: redemption,
  set: `${rotate.set}, redeemed_at_ms = :redeemed_at_ms`,
  undo: {
    set: `generation = :generation, redeemed_at_ms = null, suspects = 0, ${previous}`,
    where: `${undoable} and authorization_grant.redeemed_at_ms = :redeemed_at_ms`,
  },
};
/** Where a generation has a session of its own. A rotation that is undone leaves it: the next attempt replaces it. */
const withSession = { set: ", sealed = :sealed", given: pick(columns, "sealed") };
const rotateSession: Update<typeof rotation & typeof withSession.given> = {
  ...rotate,
  given: { ...rotate.given, ...withSession.given },
  set: rotate.set + withSession.set,
};
const redeemSession: Update<typeof redemption & typeof withSession.given> = {
  ...redeem,
  given: { ...redeem.given, ...withSession.given },
  set: redeem.set + withSession.set,
};
/** Not where the next generation has begun meanwhile: it may have another session. */
const reseal = command({
  given: { ...knownGeneration, ...pick(columns, "sealed") },
  sql: `update authorization_grant set sealed = :sealed
    where ${sameGeneration} and generation_at_ms = :generation_at_ms`,
});
const settling = { ...byKey, at_ms: integer };
const settle: Update<typeof settling> = {
  table: authorization_grant.name,
  given: settling,
  set: "redeemed_at_ms = :at_ms",
  where: `${sameGrant}
    and (redeemed_at_ms is null or redeemed_at_ms < :at_ms)`,
};
const suspect = command({
  given: byKey,
  sql: `update authorization_grant set suspects = suspects + 1 where ${sameGrant}`,
});
const revoke = command({
  given: { ...byKey, now: integer },
  sql: `update authorization_grant set revoked_at = :now where ${sameGrant} and revoked_at is null
    returning grant_id`,
});

export function createGrants(tools: StoreTools): Grants {
  const { cached_grants: cache, database, endings, sealer } = tools;
  const sessions = grantSessions(sealer);
  const { isEnded, recordGrant } = endings;

  /** A grant that was ended is as one that was revoked, until its row is removed. */
  const asEnded = async (grant: Grant | undefined): Promise<Grant | undefined> => {
    if (grant === undefined || grant.revoked_at !== undefined) return grant;
    return (await isEnded(heldBy(grant))) ? { ...grant, revoked_at: grant.granted_at } : grant;
  };

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

  const find = async ({ grant_id, subject_key }: GrantKey): Promise<Grant | undefined> => {
    const cached = findCachedOf({ grant_id, subject_key });
    if (cached !== undefined) {
      const { generation, generation_at_ms } = cached.grant;
      const known = { grant_id, subject_key, generation, generation_at_ms };
      const found = await database.find(stateById, known);
      if (found === undefined) return undefined;
      const { sealed, ...state } = found;
      if (sealed !== undefined) return remember({ ...cached.grant, ...state, sealed });
      const isSame = state.generation === generation && state.generation_at_ms === generation_at_ms;
      if (isSame) return { ...cached.grant, ...state };
      // Another lookup of the batch knew the generation that this one did not.
    }
    const row = await database.find(byBoth, { grant_id, subject_key });
    return row && remember(row);
  };

  return {
    find: async (key) => asEnded(await find(key)),

    async findById(grant_id) {
      const cached = cache.get(grant_id);
      if (cached !== undefined) return this.find(cached.grant);
      const row = await database.find(anywhere, { grant_id });
      return asEnded(row && remember(row));
    },

    findCached(key) {
      const grant = findCachedOf(key)?.grant;
      // A remembered consent may have been superseded, and then it expires earlier than the cached grant says.
      if (grant?.remembered_until !== undefined) return undefined;
      return grant && isKnownActive(heldBy(grant), endings) ? grant : undefined;
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

    confirm: ({ grant_id, subject_key, generation }) =>
      database.update(confirm, { grant_id, subject_key, generation }),

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
      await database.write(function* revokeGrant() {
        if ((yield* revoke({ ...key, now })) > 0) yield* recordGrant(key.grant_id);
      });
    },

    ...createConsents(tools, sessions),
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
