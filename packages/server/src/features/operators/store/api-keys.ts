import { roles } from "@latchkey/api";
import type { MaybePromise } from "../../../maybe-promise.ts";
import {
  integer,
  oneOf,
  optional,
  pick,
  type RowOf,
  table,
  text,
  words,
} from "../../../store/database/columns.ts";
import type { RecordChange } from "../../../store/changes.ts";
import { insertValues, names } from "../../../store/database/sql.ts";
import { command, query, type Script } from "../../../store/database/statement.ts";
import type { Listing, Page } from "../../../store/port/page.ts";
import type { StoreTools } from "../../../store/store-tools.ts";
import { type ApiKeyRecord, describeApiKey, isUnlimited } from "../rules/records.ts";
import { creatorColumns, fromCreatorRow, toCreatorRow } from "./creator.ts";
import { type Administrator, isLast, type LastCheck } from "./last-administrator.ts";

/** How long a list shows a key that expired. */
const SHOWN_AFTER_EXPIRY = 30 * 24 * 3600;

export const api_key = table("api_key", {
  id: text,
  hash: text,
  name: text,
  role: optional(oneOf(...roles)),
  operations: optional(words),
  workspaces: optional(words),
  ...creatorColumns,
  created_at: integer,
  /** When it expires, unless it never does. */
  valid_until: optional(integer),
  last_used_at: optional(integer),
  /** When its row is swept. */
  expires_at: optional(integer),
});

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

export function createApiKeys({
  database,
  revision,
  changes,
  suspensions,
}: Pick<StoreTools, "database" | "revision" | "changes" | "suspensions">): ApiKeys {
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
        const isKey = (one: Administrator): boolean => one.kind === "api_key" && one.id === id;
        if (isUnlimited(key) && (yield* isLast(isKey, check, suspensions))) return "last";
        yield* revokeKey(key, record);
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

/** The keys that a user created; part of a script. */
export function* keysCreatedBy(subject: string): Script<readonly ApiKeyRecord[]> {
  return (yield* keysOf({ created_by_id: subject })).map(fromKeyRow);
}

/** Deletes a key; part of a script, which records it. */
export function* revokeKey(key: ApiKeyRecord, record: RecordChange): Script<void> {
  yield* removeKey({ id: key.id });
  yield* record({ action: "revoked", object: objectOf(key), before: describeApiKey(key) });
}

function objectOf({ id }: ApiKeyRecord) {
  return { type: "api_key", id };
}

function toKeyRow({ created_by, ...record }: ApiKeyRecord): RowOf<typeof keys> {
  const { valid_until } = record;
  const expires_at = valid_until === undefined ? undefined : valid_until + SHOWN_AFTER_EXPIRY;
  return { ...record, ...toCreatorRow(created_by), expires_at };
}

function fromKeyRow(row: RowOf<typeof keys>): ApiKeyRecord {
  const { expires_at: _, created_by_kind, created_by_id, created_by_name, ...record } = row;
  return {
    ...record,
    created_by: fromCreatorRow({ created_by_kind, created_by_id, created_by_name }),
  };
}
