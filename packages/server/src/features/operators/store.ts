import { roles } from "@latchkey/api";
import type { MaybePromise } from "../../maybe-promise.ts";
import {
  integer,
  oneOf,
  optional,
  pick,
  type RowOf,
  table,
  text,
  words,
} from "../../store/database/columns.ts";
import { insertValues, names } from "../../store/database/sql.ts";
import { command, query, type Script } from "../../store/database/statement.ts";
import type { Listing, Page } from "../../store/port/page.ts";
import type { StoreTools } from "../../store/store-tools.ts";
import {
  type ApiKeyRecord,
  type Creator,
  describeApiKey,
  describeOperator,
  type OperatorRecord,
} from "./rules/records.ts";

/** How long a list shows a key that expired. */
const SHOWN_AFTER_EXPIRY = 30 * 24 * 3600;

const creator = {
  created_by_kind: oneOf("api_key", "account", "local"),
  created_by_id: text,
  created_by_name: optional(text),
};

export const api_key = table("api_key", {
  id: text,
  hash: text,
  name: text,
  role: optional(oneOf(...roles)),
  operations: optional(words),
  workspaces: optional(words),
  ...creator,
  created_at: integer,
  /** When it expires, unless it never does. */
  valid_until: optional(integer),
  last_used_at: optional(integer),
  /** When its row is swept. */
  expires_at: optional(integer),
});

export const operator = table("operator", {
  subject: text,
  name: text,
  role: oneOf(...roles),
  workspaces: optional(words),
  ...creator,
  created_at: integer,
});

export const operator_session = table("operator_session", {
  token_hash: text,
  subject: text,
  /** Whether its token is in the cookie of the console, or sent by the command. Neither is accepted as the other. */
  use: oneOf("cookie", "bearer"),
  /** The login session that it ends with; undefined where that was not remembered. */
  sid: optional(text),
  created_at: integer,
  expires_at: integer,
});

export type OperatorSessionRecord = RowOf<typeof operator_session.columns>;

/** API keys. */
export interface ApiKeys {
  create(record: ApiKeyRecord): Promise<void>;
  /** The key with this hash, expired or not: synchronous where it is cached. A revoked one is not found within a second. */
  findByHash(hash: string): MaybePromise<ApiKeyRecord | undefined>;
  find(id: string): Promise<ApiKeyRecord | undefined>;
  /** The newest first. */
  list(page: Page): Promise<Listing<ApiKeyRecord>>;
  /** Undefined when there is no such key. */
  rename(id: string, name: string): Promise<ApiKeyRecord | undefined>;
  /** `last` where no administrator would be left and one must be; then nothing is written. */
  revoke(id: string, check: LastCheck): Promise<"revoked" | "unknown" | "last">;
  /** Stores that keys were used. Times that are older than the stored ones change nothing. */
  touch(used: readonly { readonly id: string; readonly at: number }[]): Promise<void>;
}

/** Whether an administrator must be left, by a key or a role, at this time. */
export interface LastCheck {
  readonly one_must_remain: boolean;
  readonly now: number;
}

/** Users with a role. */
export interface Operators {
  /** False when the user has one already. */
  add(record: OperatorRecord): Promise<boolean>;
  find(subject: string): Promise<CountedOperator | undefined>;
  /** By name. */
  list(page: Page): Promise<Listing<CountedOperator>>;
  /**
   * Replaces name, role and workspaces, and deletes the keys of the user that `exceeds` finds too much then. `last` where no
   * administrator would be left and one must be; then nothing is written.
   */
  update(
    next: Pick<OperatorRecord, "subject" | "name" | "role" | "workspaces">,
    exceeds: (key: ApiKeyRecord) => boolean,
    check: LastCheck,
  ): Promise<OperatorRecord | "unknown" | "last">;
  /** Ends the sessions of the user too, and deletes the keys that they created, unless these are kept. */
  remove(
    subject: string,
    keep_api_keys: boolean,
    check: LastCheck,
  ): Promise<"removed" | "unknown" | "last">;
}

/** A user with a role, and how many keys they created. */
type CountedOperator = OperatorRecord & { readonly api_keys: number };

/** Sessions of users with a role. */
export interface OperatorSessions {
  create(session: OperatorSessionRecord): Promise<void>;
  /** The session and the role of its user now; undefined when it ended, expired, or the user has no role any more. */
  find(
    token_hash: string,
    now: number,
  ): Promise<{ session: OperatorSessionRecord; operator: OperatorRecord } | undefined>;
  end(token_hash: string): Promise<void>;
}

const keys = api_key.columns;
const insertKey = command({
  given: keys,
  sql: `insert into api_key ${insertValues(keys)}`,
});
const keyByHash = query({
  given: pick(keys, "hash"),
  returns: keys,
  sql: `select ${names(keys)} from api_key where hash = :hash`,
});
const keyById = query({
  given: pick(keys, "id"),
  returns: keys,
  sql: `select ${names(keys)} from api_key where id = :id`,
});
const keysOf = query({
  given: pick(keys, "created_by_id"),
  returns: keys,
  sql: `select ${names(keys)} from api_key where created_by_kind = 'account' and created_by_id = :created_by_id`,
});
const inPage = { limit: integer, offset: integer };
const keyPage = query({
  given: inPage,
  returns: keys,
  sql: `select ${names(keys)} from api_key order by created_at desc, id limit :limit offset :offset`,
});
const countKeys = query({
  returns: { total: integer },
  sql: "select count(*) as total from api_key",
});
const setName = command({
  given: pick(keys, "id", "name"),
  sql: "update api_key set name = :name where id = :id",
});
const setUsed = command({
  given: { ...pick(keys, "id"), at: integer },
  sql: "update api_key set last_used_at = :at where id = :id and (last_used_at is null or last_used_at < :at)",
});
const removeKey = command({
  given: pick(keys, "id"),
  sql: "delete from api_key where id = :id",
});

const users = operator.columns;
const counted = { ...users, api_keys: integer };
const selectCounted = `select ${names(users)}, (
  select count(*) from api_key where created_by_kind = 'account' and created_by_id = operator.subject
) as api_keys from operator`;
const insertOperator = command({
  given: users,
  sql: `insert into operator ${insertValues(users)} on conflict do nothing returning subject`,
});
const operatorBySubject = query({
  given: pick(users, "subject"),
  returns: counted,
  sql: `${selectCounted} where subject = :subject`,
});
const operatorPage = query({
  given: inPage,
  returns: counted,
  sql: `${selectCounted} order by name, subject limit :limit offset :offset`,
});
const countOperators = query({
  returns: { total: integer },
  sql: "select count(*) as total from operator",
});
const setRole = command({
  given: pick(users, "subject", "name", "role", "workspaces"),
  sql: "update operator set name = :name, role = :role, workspaces = :workspaces where subject = :subject",
});
const removeOperator = command({
  given: pick(users, "subject"),
  sql: "delete from operator where subject = :subject",
});
const countAdministrators = query({
  given: { now: integer },
  returns: { total: integer },
  sql: `select (select count(*) from operator where role = 'administrator' and workspaces is null)
    + (select count(*) from api_key where role = 'administrator' and workspaces is null
      and (valid_until is null or valid_until > :now)) as total`,
});

const sessions = operator_session.columns;
const insertSession = command({
  given: sessions,
  sql: `insert into operator_session ${insertValues(sessions)}`,
});
const sessionByHash = query({
  given: { ...pick(sessions, "token_hash"), now: integer },
  returns: sessions,
  sql: `select ${names(sessions)} from operator_session where token_hash = :token_hash and expires_at > :now`,
});
const removeSession = command({
  given: pick(sessions, "token_hash"),
  sql: "delete from operator_session where token_hash = :token_hash",
});
const removeSessionsOf = command({
  given: pick(sessions, "subject"),
  sql: "delete from operator_session where subject = :subject",
});

export function createApiKeys({
  database,
  revision,
  changes,
}: Pick<StoreTools, "database" | "revision" | "changes">): ApiKeys {
  const load = async (hash: string): Promise<ApiKeyRecord | undefined> => {
    const [row] = await database.read(() => keyByHash({ hash }));
    return row && fromKeyRow(row);
  };
  return {
    async create(key) {
      const record = changes.recorder();
      await database.write(function* create() {
        yield* insertKey(toKeyRow(key));
        yield* record({ action: "created", object: objectOf(key), after: describeApiKey(key) });
      });
    },

    findByHash: revision.cache(load),

    async find(id) {
      const [row] = await database.read(() => keyById({ id }));
      return row && fromKeyRow(row);
    },

    list: ({ limit, offset }) =>
      database.read(function* list() {
        const items = (yield* keyPage({ limit, offset })).map(fromKeyRow);
        const [all] = yield* countKeys({});
        return { items, total: all?.total ?? 0 };
      }),

    rename(id, name) {
      const record = changes.recorder();
      return revision.change(function* rename() {
        yield* revision.increment();
        const [row] = yield* keyById({ id });
        if (row === undefined) return undefined;
        yield* setName({ id, name });
        const before = fromKeyRow(row);
        const after = { ...before, name };
        yield* record({
          action: "updated",
          object: objectOf(before),
          before: describeApiKey(before),
          after: describeApiKey(after),
        });
        return after;
      });
    },

    revoke(id, check) {
      const record = changes.recorder();
      return revision.change(function* revoke() {
        yield* revision.increment();
        const [row] = yield* keyById({ id });
        if (row === undefined) return "unknown";
        const key = fromKeyRow(row);
        if (isUnlimitedAdministrator(key) && (yield* isLast(check))) return "last";
        yield* removeKey({ id });
        yield* record({ action: "revoked", object: objectOf(key), before: describeApiKey(key) });
        return "revoked";
      });
    },

    async touch(used) {
      await database.write(function* touch() {
        for (const { id, at } of used) yield* setUsed({ id, at });
      });
    },
  };
}

export function createOperators({
  database,
  revision,
  changes,
}: Pick<StoreTools, "database" | "revision" | "changes">): Operators {
  return {
    add(added) {
      const record = changes.recorder();
      return database.write(function* add() {
        if ((yield* insertOperator(toOperatorRow(added))) === 0) return false;
        const { subject: id } = added;
        yield* record({
          action: "created",
          object: { type: "operator", id },
          after: describeOperator(added),
        });
        return true;
      });
    },

    async find(subject) {
      const [row] = await database.read(() => operatorBySubject({ subject }));
      return row && fromOperatorRow(row);
    },

    list: ({ limit, offset }) =>
      database.read(function* list() {
        const items = (yield* operatorPage({ limit, offset })).map(fromOperatorRow);
        const [all] = yield* countOperators({});
        return { items, total: all?.total ?? 0 };
      }),

    update(next, exceeds, check) {
      const record = changes.recorder();
      return revision.change(function* update() {
        // Serializes changes of roles and keys: of two administrators, only one can remove the other.
        yield* revision.increment();
        const [row] = yield* operatorBySubject({ subject: next.subject });
        if (row === undefined) return "unknown";
        const { api_keys: _, ...before } = fromOperatorRow(row);
        const after = { ...before, ...next };
        const isLess = isUnlimitedAdministrator(before) && !isUnlimitedAdministrator(after);
        if (isLess && (yield* isLast(check))) return "last";
        yield* setRole(next);
        for (const key of (yield* keysOf({ created_by_id: next.subject })).map(fromKeyRow)) {
          if (!exceeds(key)) continue;
          yield* removeKey({ id: key.id });
          yield* record({ action: "revoked", object: objectOf(key), before: describeApiKey(key) });
        }
        yield* record({
          action: "updated",
          object: { type: "operator", id: next.subject },
          before: describeOperator(before),
          after: describeOperator(after),
        });
        return after;
      });
    },

    remove(subject, keep_api_keys, check) {
      const record = changes.recorder();
      return revision.change(function* remove() {
        yield* revision.increment();
        const [row] = yield* operatorBySubject({ subject });
        if (row === undefined) return "unknown";
        const removed = fromOperatorRow(row);
        if (isUnlimitedAdministrator(removed) && (yield* isLast(check))) return "last";
        yield* removeOperator({ subject });
        yield* removeSessionsOf({ subject });
        const theirs = keep_api_keys ? [] : yield* keysOf({ created_by_id: subject });
        for (const key of theirs.map(fromKeyRow)) {
          yield* removeKey({ id: key.id });
          yield* record({ action: "revoked", object: objectOf(key), before: describeApiKey(key) });
        }
        yield* record({
          action: "deleted",
          object: { type: "operator", id: subject },
          before: describeOperator(removed),
        });
        return "removed";
      });
    },
  };
}

export function createOperatorSessions({
  database,
  changes,
}: Pick<StoreTools, "database" | "changes">): OperatorSessions {
  return {
    async create(session) {
      const record = changes.recorder();
      await database.write(function* create() {
        yield* insertSession(session);
        yield* record({
          action: "signed_in",
          object: { type: "operator", id: session.subject },
          after: { use: session.use },
        });
      });
    },

    find: (token_hash, now) =>
      database.read(function* find() {
        const [session] = yield* sessionByHash({ token_hash, now });
        if (session === undefined) return undefined;
        const [row] = yield* operatorBySubject({ subject: session.subject });
        if (row === undefined) return undefined;
        const { api_keys: _, ...found } = fromOperatorRow(row);
        return { session, operator: found };
      }),

    async end(token_hash) {
      await database.write(() => removeSession({ token_hash }));
    },
  };
}

/** Whether only one administrator is left, whom the change would take. */
function* isLast({ one_must_remain, now }: LastCheck): Script<boolean> {
  if (!one_must_remain) return false;
  const [row] = yield* countAdministrators({ now });
  return (row?.total ?? 0) <= 1;
}

function isUnlimitedAdministrator(
  record: Pick<ApiKeyRecord | OperatorRecord, "role" | "workspaces">,
): boolean {
  return record.role === "administrator" && record.workspaces === undefined;
}

function objectOf({ id }: ApiKeyRecord) {
  return { type: "api_key", id };
}

function toKeyRow({ created_by, ...record }: ApiKeyRecord): RowOf<typeof keys> {
  const { valid_until } = record;
  const expires_at = valid_until === undefined ? undefined : valid_until + SHOWN_AFTER_EXPIRY;
  return { ...record, ...creatorColumns(created_by), expires_at };
}

function fromKeyRow(row: RowOf<typeof keys>): ApiKeyRecord {
  const { expires_at: _, created_by_kind, created_by_id, created_by_name, ...record } = row;
  return { ...record, created_by: creatorOf({ created_by_kind, created_by_id, created_by_name }) };
}

function toOperatorRow({ created_by, ...record }: OperatorRecord): RowOf<typeof users> {
  return { ...record, ...creatorColumns(created_by) };
}

function fromOperatorRow(row: RowOf<typeof counted>): CountedOperator {
  const { created_by_kind, created_by_id, created_by_name, ...record } = row;
  return { ...record, created_by: creatorOf({ created_by_kind, created_by_id, created_by_name }) };
}

function creatorColumns({ kind, id, name }: Creator): RowOf<typeof creator> {
  return { created_by_kind: kind, created_by_id: id, created_by_name: name };
}

function creatorOf(row: RowOf<typeof creator>): Creator {
  const { created_by_kind: kind, created_by_id: id, created_by_name: name } = row;
  return { kind, id, ...(name !== undefined && { name }) };
}
