import type { Sealer } from "../../crypto/sealed.ts";
import type { LruCache } from "../../lru-cache.ts";
import type { NarrowedDetails } from "../../oauth/authorization-details/narrowed-details.ts";
import type { Grant, GrantSession, RememberedConsent } from "../../oauth/grant.ts";
import type { Confirmation } from "../../oauth/token-details.ts";
import {
  bytes,
  type Column,
  flag,
  id,
  integer,
  optional as nullable,
  pick,
  type RowOf,
  table,
  text,
  words,
} from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { type Insertion, type Lookup, names, type Update } from "../database/sql.ts";
import { command, type NewRow, newRow, query, type Script } from "../database/statement.ts";
import {
  anyOr,
  documents,
  type Fields,
  optional,
  optionalObject,
  or,
  readEach,
  readOr,
  type ReportUnreadable,
  required,
  requiredObject,
} from "../port/documents.ts";
import { sealedDocuments } from "../port/sealed-documents.ts";
import type { Grants, NextGeneration, Redemption } from "../port/grant-store.ts";

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
const state_columns = {
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
const read_columns = {
  grant_id: id,
  client_id: text,
  client_key: integer,
  subject: text,
  sid: text,
  scope: words,
  audience: words,
  granted_at: integer,
  ...state_columns,
  sealed: bytes,
};

export const authorization_grant = table("authorization_grant", {
  ...read_columns,
  /** Whether the consent was skipped; only conditions use it. */
  skipped: flag,
  /** The `cnf` before the present one, which a rotation that is undone restores. */
  previous_cnf: nullable(confirmation),
  /** The same for `narrowed_details`. */
  previous_details: nullable(details),
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

const remembered_fields: Fields<RememberedConsent> = {
  scope: or([]),
  audience: or([]),
  authorization_details: or([]),
  claims: optional("list"),
};

export const grantDocuments = documents<GrantSession>({
  table: "authorization_grant",
  fields: {
    redirect_uri: optional("text"),
    code_challenge: optional("text"),
    dpop_jkt: optional("text"),
    client_epoch: required("number"),
    code_expires_at: required("number"),
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
    remembered: optionalObject(remembered_fields),
    consent: requiredObject(consent),
  },
});

const { columns } = authorization_grant;
const by_key = pick(columns, "grant_id");
const insertion: Insertion<typeof columns> = { table: authorization_grant.name, columns };
const by_id: Lookup<typeof by_key, typeof read_columns> = {
  given: by_key,
  returns: read_columns,
  sql: `select ${names(read_columns)} from authorization_grant where authorization_grant.grant_id = :grant_id`,
};
const known_generation = pick(columns, "grant_id", "generation", "generation_at_ms");
const state_and_session = { ...state_columns, sealed: nullable(bytes) };
/** The state, and the session only where it may be another than that of the generation that is known. */
const state_by_id: Lookup<typeof known_generation, typeof state_and_session> = {
  given: known_generation,
  returns: state_and_session,
  sql: `select ${names(state_columns)}, case
      when authorization_grant.generation = :generation
        and authorization_grant.generation_at_ms = :generation_at_ms then null
      else authorization_grant.sealed end as sealed
    from authorization_grant where authorization_grant.grant_id = :grant_id`,
};
const generation = pick(
  columns,
  "grant_id",
  "generation",
  "generation_at_ms",
  "client_epoch",
  "expires_at",
  "cnf",
  "narrowed_details",
);
const same_generation = `authorization_grant.grant_id = :grant_id and authorization_grant.generation = :generation`;
const next_generation = `authorization_grant.grant_id = :grant_id and authorization_grant.generation = :generation + 1
  and authorization_grant.generation_at_ms = :generation_at_ms`;
const previous = `cnf = authorization_grant.previous_cnf, narrowed_details = authorization_grant.previous_details`;
const rotate: Update<typeof generation> = {
  table: authorization_grant.name,
  given: generation,
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
  given: pick(columns, "grant_id", "generation", "expires_at"),
  sql: `update authorization_grant
    set expires_at = case when expires_at < :expires_at then :expires_at else expires_at end
    where ${same_generation} and revoked_at is null returning grant_id`,
});
const redemption = { ...generation, redeemed_at_ms: integer };
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
const rotateSession: Update<typeof generation & typeof with_session.given> = {
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
  given: pick(columns, "grant_id", "generation", "generation_at_ms", "sealed"),
  sql: `update authorization_grant set sealed = :sealed
    where ${same_generation} and generation_at_ms = :generation_at_ms`,
});
const settling = { grant_id: id, at_ms: integer };
const settle: Update<typeof settling> = {
  table: authorization_grant.name,
  given: settling,
  set: "redeemed_at_ms = :at_ms",
  where: `authorization_grant.grant_id = :grant_id
    and (redeemed_at_ms is null or redeemed_at_ms < :at_ms)`,
};
const suspect = command({
  given: by_key,
  sql: "update authorization_grant set suspects = suspects + 1 where grant_id = :grant_id",
});
const revoke = command({
  given: { grant_id: id, now: integer },
  sql: `update authorization_grant set revoked_at = :now where grant_id = :grant_id and revoked_at is null`,
});
const of_client = { ...pick(columns, "subject", "client_id", "client_key"), now: integer };
const remembered: Lookup<typeof of_client, typeof read_columns> = {
  given: of_client,
  returns: read_columns,
  sql: `select ${names(read_columns)} from authorization_grant
    where authorization_grant.subject = :subject and authorization_grant.client_id = :client_id
      and authorization_grant.client_key = :client_key
      and skipped = 0 and remembered_until > :now order by granted_at desc, grant_id desc`,
};
const client_exists = `exists (select 1 from client where client.client_id = authorization_grant.client_id
  and client.client_key = authorization_grant.client_key)`;
const consents = `from authorization_grant where subject = :subject and (:sid = '' or sid = :sid)
  and skipped = 0 and expires_at > :now
  and (remembered_until is null or remembered_until > :now) and ${client_exists}`;
const listed = query({
  given: { subject: text, sid: text, now: integer, limit: integer, offset: integer },
  returns: read_columns,
  sql: `select ${names(read_columns)} ${consents} order by granted_at desc, grant_id desc limit :limit offset :offset`,
});
const counted = query({
  given: { subject: text, sid: text, now: integer },
  returns: { total: integer },
  sql: `select count(*) as total ${consents}`,
});
const removeGrant = command({
  given: pick(columns, "grant_id"),
  sql: "delete from authorization_grant where grant_id = :grant_id returning grant_id",
});
const removeOfDeletedClient = command({
  given: { client_id: text, limit: integer },
  sql: `delete from authorization_grant where grant_id in (
     select grant_id from authorization_grant where client_id = :client_id limit :limit
   ) and not ${client_exists} returning grant_id`,
});
const expireOthers = command({
  given: {
    ...pick(columns, "subject", "client_id", "client_key", "grant_id"),
    expire_at: integer,
  },
  sql: `update authorization_grant set remembered_until = null,
     expires_at = case when expires_at < :expire_at then expires_at else :expire_at end
   where subject = :subject and client_id = :client_id and client_key = :client_key
     and grant_id <> :grant_id and remembered_until is not null`,
});
/** The same for the consents of the same user and client as the grant, which is about to be deleted. */
const expireBeside = command({
  given: { ...pick(columns, "grant_id"), expire_at: integer },
  sql: `update authorization_grant set remembered_until = null,
     expires_at = case when expires_at < :expire_at then expires_at else :expire_at end
   where grant_id <> :grant_id and remembered_until is not null and exists (
     select 1 from authorization_grant forgotten where forgotten.grant_id = :grant_id
       and forgotten.subject = authorization_grant.subject
       and forgotten.client_id = authorization_grant.client_id
       and forgotten.client_key = authorization_grant.client_key)`,
});
const removeOfSubject = command({
  given: pick(columns, "subject"),
  sql: "delete from authorization_grant where subject = :subject returning grant_id",
});
const removeOfClient = command({
  given: pick(columns, "subject", "client_id"),
  sql: `delete from authorization_grant where subject = :subject and client_id = :client_id returning grant_id`,
});

export function createGrants(
  database: Database,
  sealer: Sealer,
  cache: LruCache<string, CachedGrant>,
  report: ReportUnreadable,
): Grants {
  const open = (row: GrantRow): Grant | undefined => {
    const { sealed, ...rest } = row;
    const session = sessions(sealer).open(row.grant_id, sealed);
    return session && { ...rest, session };
  };

  const remember = (row: GrantRow): Grant | undefined => {
    const grant = open(row);
    if (grant === undefined) return undefined;
    const is_sealed_with_newest = sealer.isUpToDate(row.sealed);
    cache.set(grant.grant_id, { grant, is_sealed_with_newest });
    return grant;
  };

  /** The new session of the next generation, sealed; undefined where it is the same as before. */
  const sealSession = (
    { grant_id, session }: Grant,
    { session: next = session }: NextGeneration,
  ): Uint8Array | undefined =>
    next === session ? undefined : sessions(sealer).seal(grant_id, next);

  /** Caches what a grant became, and seals it again where needed: so a grant in use outlives the secret it was sealed with. */
  const keep = async (grant: Grant, just_sealed?: Uint8Array): Promise<void> => {
    const { grant_id, generation: current, generation_at_ms, session } = grant;
    if (just_sealed === undefined && cache.get(grant_id)?.is_sealed_with_newest !== true) {
      const sealed = sessions(sealer).seal(grant_id, session);
      await database.write(() =>
        reseal({ grant_id, generation: current, generation_at_ms, sealed }),
      );
    }
    cache.set(grant_id, { grant, is_sealed_with_newest: true });
  };

  return {
    async find(grant_id) {
      const cached = cache.get(grant_id);
      if (cached !== undefined) {
        const { generation: known, generation_at_ms } = cached.grant;
        const given = { grant_id, generation: known, generation_at_ms };
        const found = await database.find(state_by_id, given);
        if (found === undefined) return undefined;
        const { sealed, ...state } = found;
        if (sealed === undefined) return { ...cached.grant, ...state };
        return remember({ ...cached.grant, ...state, sealed });
      }
      const row = await database.find(by_id, { grant_id });
      return row && remember(row);
    },

    findCached(grant_id) {
      const grant = cache.get(grant_id)?.grant;
      // A remembered consent may have been superseded, and then it expires earlier than the cached grant says.
      return grant?.remembered_until === undefined ? grant : undefined;
    },

    async rotate(grant, next) {
      const values = transition(grant, next);
      const sealed = sealSession(grant, next);
      const won =
        sealed === undefined
          ? await database.update(rotate, values)
          : await database.update(rotateSession, { ...values, sealed });
      if (won) await keep(generationAfter(grant, next), sealed);
      return won;
    },

    async renew(grant, expires_at) {
      const { grant_id, generation: current } = grant;
      const renewed = await database.write(() =>
        renew({ grant_id, generation: current, expires_at }),
      );
      if (renewed > 0) await keep({ ...grant, expires_at });
      return renewed > 0;
    },

    async redeem(grant, next) {
      const { redeemed_at_ms } = next;
      const values = { ...transition(grant, next), redeemed_at_ms };
      const sealed = sealSession(grant, next);
      const won =
        sealed === undefined
          ? await database.update(redeem, values)
          : await database.update(redeemSession, { ...values, sealed });
      if (won) await keep(generationAfter(grant, next), sealed);
      return won;
    },

    async settle(grant_id, redeemed_at_ms) {
      await database.update(settle, { grant_id, at_ms: redeemed_at_ms });
    },

    async suspect(grant_id) {
      await database.write(() => suspect({ grant_id }));
    },

    async revoke(grant_id, now) {
      await database.write(() => revoke({ grant_id, now }));
    },

    async findRemembered(subject, { client_id, client_key }, now) {
      const row = await database.find(remembered, { subject, client_id, client_key, now });
      // One that cannot be read is no consent: the user is asked again.
      return readOr(() => row && open(row), undefined, report);
    },

    listConsents: ({ subject, sid = "" }, { limit, offset }, now) =>
      database.read(function* list() {
        const rows = yield* listed({ subject, sid, now, limit, offset });
        const [count] = yield* counted({ subject, sid, now });
        return { items: readEach(rows, open, report), total: count?.total ?? 0 };
      }),

    forgetClient: (client_id, limit) =>
      database.write(() => removeOfDeletedClient({ client_id, limit })),

    forgetConsents: (subject, client_id) =>
      database.write(() =>
        client_id === undefined
          ? removeOfSubject({ subject })
          : removeOfClient({ subject, client_id }),
      ),

    forgetConsent: (grant_id, others_expire_at) =>
      database.write(function* forget() {
        if (others_expire_at !== undefined)
          yield* expireBeside({ grant_id, expire_at: others_expire_at });
        return yield* removeGrant({ grant_id });
      }),
  };
}

type GrantRow = RowOf<typeof read_columns>;

/** The parameters of a rotation. */
function transition(
  { grant_id, generation: current }: Grant,
  { generation_at_ms, client_epoch, expires_at, cnf, narrowed_details }: NextGeneration,
): RowOf<typeof generation> {
  return {
    grant_id,
    generation: current,
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

/** The row of a new grant. */
export function grantRow(grant: Grant, sealer: Sealer): NewRow {
  const { session, ...row } = grant;
  const sealed = sessions(sealer).seal(grant.grant_id, session);
  const { cnf, narrowed_details } = grant;
  const { skip: skipped } = session.consent;
  return newRow(insertion, {
    ...row,
    cnf,
    narrowed_details,
    sealed,
    skipped,
    previous_cnf: undefined,
    previous_details: undefined,
  });
}

/** Lets earlier consents expire that a new one supersedes; part of the script that completes a flow. */
export function* supersede(grant: Grant, expire_at: number): Script<void> {
  if (grant.remembered_until !== undefined) yield* expireOthers({ ...grant, expire_at });
}

/** A grant as it was last sealed or opened. Most of it never changes, so only its state is read again. */
export interface CachedGrant {
  readonly grant: Grant;
  /** Whether its session is sealed with the newest system secret. */
  readonly is_sealed_with_newest: boolean;
}

function sessions(sealer: Sealer) {
  return sealedDocuments("grant", sealer, grantDocuments);
}
