import type { Sealer } from "../../crypto/sealed.ts";
import type { Grant } from "../../oauth/grant.ts";
import type { Database } from "../database/database.ts";
import { readEach, readOr, type ReportUnreadable } from "../port/documents.ts";
import {
  bytes,
  columns,
  type GrantRow,
  present_columns,
  presentOf,
  type PresentRow,
  sessions,
  unseal,
} from "./grant-rows.ts";
import { toBytes } from "../port/ids.ts";
import type { Recent } from "./recent.ts";
import { type Lookup, type Script, statement, type Update } from "../database/script.ts";
import type { Grants, NextGeneration, Redemption } from "../port/store.ts";

const byId: Lookup = {
  given: { grant_id: "bytea" },
  select: `select ${columns} from authorization_grant where grant_id = given.grant_id`,
  bytes,
};
const presentById: Lookup = {
  given: { grant_id: "bytea" },
  select: `select ${present_columns} from authorization_grant where grant_id = given.grant_id`,
};
const rotate: Update = {
  table: "authorization_grant",
  given: {
    grant_id: "bytea",
    generation: "bigint",
    generation_at_ms: "bigint",
    client_epoch: "bigint",
    expires_at: "bigint",
  },
  set: `generation = given.generation + 1, generation_at_ms = given.generation_at_ms,
    client_epoch = given.client_epoch, expires_at = given.expires_at`,
  where: `authorization_grant.grant_id = given.grant_id and authorization_grant.generation = given.generation
    and revoked_at is null`,
  undo: {
    set: "generation = given.generation",
    where: `authorization_grant.grant_id = given.grant_id
      and authorization_grant.generation = given.generation + 1
      and authorization_grant.generation_at_ms = given.generation_at_ms`,
  },
};
const redeem: Update = {
  ...rotate,
  given: { ...rotate.given, redeemed_at_ms: "bigint" },
  set: `${rotate.set}, redeemed_at_ms = given.redeemed_at_ms`,
  undo: {
    set: "generation = given.generation, redeemed_at_ms = null, suspects = 0",
    where: `${rotate.undo?.where ?? ""} and authorization_grant.redeemed_at_ms = given.redeemed_at_ms`,
  },
};
const reseal = statement("update authorization_grant set sealed = $2 where grant_id = $1");
const settle: Update = {
  table: "authorization_grant",
  given: { grant_id: "bytea", at_ms: "bigint" },
  set: "redeemed_at_ms = given.at_ms",
  where: `authorization_grant.grant_id = given.grant_id
    and (redeemed_at_ms is null or redeemed_at_ms < given.at_ms)`,
};
const suspect = statement<{ suspects: number }>(
  "update authorization_grant set suspects = suspects + 1 where grant_id = $1 returning suspects",
);
const revoke = statement(
  "update authorization_grant set revoked_at = $2 where grant_id = $1 and revoked_at is null",
);
const remembered: Lookup = {
  given: { subject: "text", client_id: "text", client_key: "bigint", now: "bigint" },
  select: `select ${columns} from authorization_grant
    where subject = given.subject and client_id = given.client_id and client_key = given.client_key
      and skipped = 0 and remembered_until > given.now order by granted_at desc, grant_id desc`,
  bytes,
};
const consents = `from authorization_grant where subject = $1 and skipped = 0 and expires_at > $2
   and (remembered_until is null or remembered_until > $2)
   and exists (select 1 from client where client.client_id = authorization_grant.client_id
     and client.client_key = authorization_grant.client_key)`;
const listed = statement<GrantRow>(
  `select ${columns} ${consents} order by granted_at desc, grant_id desc limit $3 offset $4`,
);
const counted = statement<{ total: number }>(`select count(*) as total ${consents}`);
const forgetOfClient = statement(
  `delete from authorization_grant where grant_id in (
     select grant_id from authorization_grant where client_id = $1 limit $2
   ) and not exists (select 1 from client where client.client_id = authorization_grant.client_id
     and client.client_key = authorization_grant.client_key) returning grant_id`,
);
const outdate = statement(
  `update authorization_grant set remembered_until = null,
     expires_at = case when expires_at < $5 then expires_at else $5 end
   where subject = $1 and client_id = $2 and client_key = $3 and grant_id <> $4 and remembered_until is not null`,
);
const forgetAll = statement(
  "delete from authorization_grant where subject = $1 returning grant_id",
);
const forgetClient = statement(
  "delete from authorization_grant where subject = $1 and client_id = $2 returning grant_id",
);

export function createGrants(
  database: Database,
  sealer: Sealer,
  recent: Recent<KnownGrant>,
  report: ReportUnreadable,
): Grants {
  const open = (row: GrantRow | undefined): Grant | undefined => row && unseal(row, sealer);

  /** Remembers what a grant became, and seals it anew so that a grant in use outlives the secret it began under. */
  const keep = async (grant: Grant): Promise<void> => {
    const { grant_id, session } = grant;
    if (recent.get(grant_id)?.up_to_date !== true) {
      const sealed = sessions(sealer).seal(grant_id, session);
      await database.write(() => reseal(toBytes(grant_id), sealed));
    }
    recent.set(grant_id, { grant, up_to_date: true });
  };

  const begin = async (update: Update, next: Grant, ...also: number[]): Promise<boolean> => {
    const { grant_id, generation, generation_at_ms, client_epoch, expires_at } = next;
    const changes = [generation_at_ms, client_epoch, expires_at, ...also];
    const won = await database.update(update, [toBytes(grant_id), generation - 1, ...changes]);
    if (won) await keep(next);
    return won;
  };

  return {
    async find(grant_id) {
      const id = toBytes(grant_id);
      const known = recent.get(grant_id);
      if (known !== undefined) {
        const present = (await database.find(presentById, id)) as unknown as PresentRow | undefined;
        return present && { ...known.grant, ...presentOf(present) };
      }
      const row = (await database.find(byId, id)) as unknown as GrantRow | undefined;
      const grant = open(row);
      if (row === undefined || grant === undefined) return undefined;
      recent.set(grant_id, { grant, up_to_date: sealer.isUpToDate(row.sealed) });
      return grant;
    },

    recall(grant_id) {
      const grant = recent.get(grant_id)?.grant;
      // One that serves later requests may have been superseded, and then it ends sooner than we remember.
      return grant?.remembered_until === undefined ? grant : undefined;
    },

    rotate: (grant, next) => begin(rotate, generationAfter(grant, next)),

    redeem: (grant, next) => begin(redeem, generationAfter(grant, next), next.redeemed_at_ms),

    async settle(grant_id, redeemed_at_ms) {
      await database.update(settle, [toBytes(grant_id), redeemed_at_ms]);
    },

    async suspect(grant_id) {
      await database.write(() => suspect(toBytes(grant_id)));
    },

    async revoke(grant_id, now) {
      await database.write(() => revoke(toBytes(grant_id), now));
    },

    async findRemembered(subject, { client_id, client_key }, now) {
      const row = await database.find(remembered, subject, client_id, client_key, now);
      // One that cannot be read is no answer to go by: the user is asked again.
      return readOr(() => open(row as unknown as GrantRow | undefined), undefined, report);
    },

    listConsents: (subject, { limit, offset }, now) =>
      database.read(function* list() {
        const rows = yield* listed(subject, now, limit, offset);
        const [count] = yield* counted(subject, now);
        return {
          items: readEach(rows, open, report),
          total: count?.total ?? 0,
        };
      }),

    async forgetClient(client_id, limit) {
      return (await database.write(() => forgetOfClient(client_id, limit))).length;
    },

    async forgetConsents(subject, client_id) {
      const rows = await database.write(() =>
        client_id === undefined ? forgetAll(subject) : forgetClient(subject, client_id),
      );
      return rows.length;
    },
  };
}

function generationAfter(grant: Grant, next: NextGeneration & Partial<Redemption>): Grant {
  const {
    generation_at_ms,
    client_epoch,
    expires_at,
    redeemed_at_ms = grant.redeemed_at_ms,
  } = next;
  const generation = grant.generation + 1;
  return { ...grant, generation, generation_at_ms, client_epoch, expires_at, redeemed_at_ms };
}

/** Lets older answers go that a new one takes the place of; part of the script that brings it about. */
export function* supersede(grant: Grant, expire_at: number): Script<void> {
  if (grant.remembered_until === undefined) return;
  const { subject, client_id, client_key, grant_id } = grant;
  yield* outdate(subject, client_id, client_key, toBytes(grant_id), expire_at);
}

/** A grant that was sealed or opened lately. Most of it never changes, so that need not be read again. */
export interface KnownGrant {
  readonly grant: Grant;
  /** Whether the newest secret seals its session. */
  readonly up_to_date: boolean;
}
