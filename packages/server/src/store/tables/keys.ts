import type { JsonWebKey } from "@latchkey/api";
import { type KidKey, reschedule, type ScheduledKey } from "../../crypto/key-schedule.ts";
import { withoutSecrets } from "../../crypto/jwk.ts";
import { SealError } from "../../crypto/sealed.ts";
import { bytes, integer, optional, pick, type RowOf, table, text } from "../database/columns.ts";
import { insertValues } from "../database/sql.ts";
import { command, query, type Script } from "../database/statement.ts";
import type { Change } from "../changes.ts";
import { documents, readEach, required } from "../port/documents.ts";
import type { Keys } from "../port/key-store.ts";
import type { StoreTools } from "../store-tools.ts";
import { sealedColumn } from "./sealed-column.ts";

export const json_web_key = table("json_web_key", {
  key_set: text,
  kid: text,
  position: integer,
  sealed: bytes,
  signs_from: integer,
  longest_lifespan: integer,
  took_over_at: optional(integer),
});

export const sealedKeys = sealedColumn(json_web_key, {
  column: "sealed",
  key: ["key_set", "kid"],
  contextsOf: ({ key_set, kid }) => [contextOf(key_set, kid)],
});

const { columns } = json_web_key;
const sealedKey = pick(columns, "kid", "sealed");
const storedKey = pick(columns, "kid", "sealed", "signs_from", "longest_lifespan", "took_over_at");
const ofSet = pick(columns, "key_set");
const selectSet = query({
  given: ofSet,
  returns: storedKey,
  sql: `select kid, sealed, signs_from, longest_lifespan, took_over_at from json_web_key
   where key_set = :key_set order by position desc`,
});
const pageOfSets = query({
  given: { limit: integer, offset: integer },
  returns: { ...ofSet, keys: integer },
  sql: `select key_set, count(*) as keys from json_web_key group by key_set
   order by key_set limit :limit offset :offset`,
});
const keysOfPage = query({
  given: { first: text, last: text },
  returns: pick(columns, "key_set", "kid", "sealed"),
  sql: `select key_set, kid, sealed from json_web_key where key_set >= :first and key_set <= :last
   order by key_set, position desc`,
});
const countSets = query({
  returns: { total: integer },
  sql: "select count(distinct key_set) as total from json_web_key",
});
const highest = query({
  given: ofSet,
  returns: { position: integer },
  sql: "select coalesce(max(position), 0) as position from json_web_key where key_set = :key_set",
});
const lowest = query({
  given: ofSet,
  returns: { position: integer },
  sql: "select coalesce(min(position), 1) as position from json_web_key where key_set = :key_set",
});
const insert = command({
  given: columns,
  sql: `insert into json_web_key ${insertValues(columns)} on conflict (key_set, kid) do nothing returning kid`,
});
const remove = command({
  given: pick(columns, "key_set", "kid"),
  sql: "delete from json_web_key where key_set = :key_set and kid = :kid",
});
const longest = query({
  given: pick(columns, "key_set"),
  returns: { longest: optional(integer) },
  sql: "select max(longest_lifespan) as longest from json_web_key where key_set = :key_set",
});
const raiseLifespan = command({
  given: pick(columns, "key_set", "kid", "longest_lifespan"),
  sql: `update json_web_key set longest_lifespan = :longest_lifespan
   where key_set = :key_set and kid = :kid and longest_lifespan < :longest_lifespan`,
});
const recordTakeover = command({
  given: { ...pick(columns, "key_set", "kid"), took_over_at: integer },
  sql: `update json_web_key set took_over_at = :took_over_at
   where key_set = :key_set and kid = :kid and took_over_at is null returning kid`,
});
const removeSet = command({
  given: ofSet,
  sql: "delete from json_web_key where key_set = :key_set",
});

/** RFC 7517 §4: `kty` is the only field that every key has. */
export const keyDocuments = documents<Pick<JsonWebKey, "kty">>({
  table: "json_web_key",
  fields: { kty: required("text") },
  foreign: true,
});

export function createKeys({
  changes,
  database,
  onUnreadable: report,
  revision,
  sealer,
}: StoreTools): Keys {
  const cached = revision.cache(async (key_set) => {
    const rows = await database.read(() => selectSet({ key_set }));
    const keys = readSchedule(key_set, rows);
    // A set without a readable key is not an empty set: throw, so that no new key is generated in its place.
    const [first] = rows;
    return keys.length === 0 && first !== undefined ? [schedule(key_set, first)] : keys;
  });

  const readSchedule = (
    set: string,
    rows: readonly RowOf<typeof storedKey>[],
  ): readonly ScheduledKey[] => readEach(rows, (row) => schedule(set, row), report);

  /** The schedule to decide by. Throws where a key cannot be read: it may be the one that signs, on servers that can. */
  const readWhole = (
    set: string,
    rows: readonly RowOf<typeof storedKey>[],
  ): readonly ScheduledKey[] => rows.map((row) => schedule(set, row));

  const schedule = (set: string, row: RowOf<typeof storedKey>): ScheduledKey => {
    const { kid, sealed: _sealed, ...times } = row;
    return { jwk: { ...open(set, row), kid }, ...times };
  };

  const open = (set: string, { kid, sealed }: RowOf<typeof sealedKey>): JsonWebKey => {
    const json = sealer.open(sealed, contextOf(set, kid)).toString("utf8");
    return keyDocuments.read(`${set} ${kid}`, json);
  };

  /** Undefined for a key that none of the secrets opens: it must not hide the other sets. */
  const algorithmOf = (row: RowOf<typeof sealedKey & typeof ofSet>): string | undefined => {
    try {
      const { alg, kty } = open(row.key_set, row);
      return alg ?? kty;
    } catch (error) {
      if (error instanceof SealError) return undefined;
      throw error;
    }
  };

  /** Adds a key as the newest of its set. */
  function* addNewest(key_set: string, key: ScheduledKey): Script<boolean> {
    const [top] = yield* highest({ key_set });
    return yield* addAt(key_set, (top?.position ?? 0) + 1, key);
  }

  function* addAt(
    key_set: string,
    position: number,
    { jwk, ...times }: ScheduledKey,
  ): Script<boolean> {
    const { kid } = jwk;
    const sealed = sealer.seal(keyDocuments.write(jwk), contextOf(key_set, kid));
    return (yield* insert({ key_set, kid, position, sealed, ...times })) > 0;
  }

  return {
    list: (page) =>
      database.read(function* list() {
        const rows = yield* pageOfSets(page);
        const [all] = yield* countSets({});
        const [first, last] = [rows[0]?.key_set ?? "", rows.at(-1)?.key_set ?? ""];
        const stored = rows.length === 0 ? [] : yield* keysOfPage({ first, last });
        const bySet = Map.groupBy(stored, ({ key_set }) => key_set);
        const items = rows.map(({ key_set, keys }) => {
          const algs = readEach(bySet.get(key_set) ?? [], algorithmOf, report);
          return { set: key_set, keys, algs: [...new Set(algs)] };
        });
        return { items, total: all?.total ?? 0 };
      }),

    findSet: async (set) => (await cached(set))?.map(({ jwk }) => jwk) ?? [],

    findSchedule: async (set) => (await cached(set)) ?? [],

    readSchedule: async (set) =>
      readWhole(set, await database.read(() => selectSet({ key_set: set }))),

    find: async (set, kid) => (await cached(set))?.find(({ jwk }) => jwk.kid === kid)?.jwk,

    add(set, jwk, signs_from) {
      const record = changes.recorder();
      return revision.change(function* add() {
        yield* revision.increment();
        if (!(yield* addNewest(set, { ...unused(jwk), signs_from }))) return false;
        yield* record({ action: "key_added", object: setObject(set), after: withoutSecrets(jwk) });
        return true;
      });
    },

    adopt(set, keys, are_newest) {
      const record = changes.recorder();
      return revision.change(function* adopt() {
        yield* revision.increment();
        const added: JsonWebKey[] = [];
        for (const jwk of are_newest ? keys : keys.toReversed()) {
          const scheduled = { ...unused(jwk), signs_from: 0, took_over_at: 0 };
          const [bottom] = yield* lowest({ key_set: set });
          const isAdded = are_newest
            ? yield* addNewest(set, scheduled)
            : yield* addAt(set, (bottom?.position ?? 1) - 1, scheduled);
          if (isAdded) added.push(jwk);
        }
        if (added.length > 0)
          yield* record({ action: "keys_adopted", object: setObject(set), after: shown(added) });
        return added.length;
      });
    },

    addFirst(set, jwk, now, isAlike) {
      const record = changes.recorder();
      return revision.change(function* addFirst() {
        yield* revision.increment(); // Also a lock: of two servers that start at once, the second waits here.
        const rows = yield* selectSet({ key_set: set });
        const alike = isAlike === undefined ? rows : readSchedule(set, rows).filter(isAlike);
        if (alike.length > 0) return false;
        const first = { ...unused(jwk), signs_from: now, took_over_at: now };
        if (!(yield* addNewest(set, first))) return false;
        yield* record({ action: "key_added", object: setObject(set), after: withoutSecrets(jwk) });
        return true;
      });
    },

    announce(set, jwk, signs_from, isNeeded) {
      const record = changes.recorder();
      return revision.change(function* announce() {
        yield* revision.increment(); // Also a lock, as in `addFirst`.
        if (!isNeeded(readWhole(set, yield* selectSet({ key_set: set })))) return false;
        if (!(yield* addNewest(set, { ...unused(jwk), signs_from }))) return false;
        yield* record({ action: "key_added", object: setObject(set), after: withoutSecrets(jwk) });
        return true;
      });
    },

    takeOver(set, kid, { now, replaced }) {
      const record = changes.recorder();
      return database.write(function* takeOver() {
        if ((yield* recordTakeover({ key_set: set, kid, took_over_at: now })) === 0) return false;
        yield* record({
          action: "signing_key_changed",
          object: setObject(set),
          before: replaced === undefined ? undefined : { signing_key: replaced },
          after: { signing_key: kid },
        });
        return true;
      });
    },

    replaceSet(set, keys, times) {
      const record = changes.recorder();
      return revision.change(function* replaceSet() {
        yield* revision.increment();
        const held = readSchedule(set, yield* selectSet({ key_set: set }));
        yield* removeSet({ key_set: set });
        for (const key of reschedule(held, keys, times).toReversed()) yield* addNewest(set, key);
        const before = shown(held.map(({ jwk }) => jwk));
        yield* record({ action: "replaced", object: setObject(set), before, after: shown(keys) });
      });
    },

    replace(set, key, times) {
      const record = changes.recorder();
      return revision.change(function* replace() {
        yield* revision.increment();
        const held = readSchedule(set, yield* selectSet({ key_set: set }));
        const others = held.flatMap(({ jwk }) => (jwk.kid === key.kid ? [] : jwk));
        yield* remove({ key_set: set, kid: key.kid });
        const [scheduled] = reschedule(held, [key, ...others], times);
        if (scheduled !== undefined) yield* addNewest(set, scheduled);
        const before = held.find(({ jwk }) => jwk.kid === key.kid)?.jwk;
        yield* record({
          action: before === undefined ? "key_added" : "key_replaced",
          object: setObject(set),
          before: before && withoutSecrets(before),
          after: withoutSecrets(key),
        });
      });
    },

    async recordLifespan(key_set, kid, longest_lifespan) {
      await database.write(() => raiseLifespan({ key_set, kid, longest_lifespan }));
    },

    async longestLifespan(set) {
      const [row] = await database.read(() => longest({ key_set: set }));
      return row?.longest ?? 0;
    },

    deleteSet(set) {
      const record = changes.recorder();
      return revision.change(function* deleteSet() {
        yield* revision.increment(); // Also a lock, as in `addFirst`.
        const rows = yield* selectSet({ key_set: set });
        if (rows.length === 0) return;
        yield* removeSet({ key_set: set });
        const before = shown(readSchedule(set, rows).map(({ jwk }) => jwk));
        yield* record({ action: "deleted", object: setObject(set), before });
      });
    },

    delete(set, kid) {
      const record = changes.recorder();
      return revision.change(function* deleteKey() {
        yield* revision.increment();
        const row = (yield* selectSet({ key_set: set })).find((one) => one.kid === kid);
        if (row === undefined) return;
        yield* remove({ key_set: set, kid });
        const [removed] = readSchedule(set, [row]);
        const before = removed === undefined ? { kid } : withoutSecrets(removed.jwk);
        yield* record({ action: "key_deleted", object: setObject(set), before });
      });
    },

    deleteUnneeded(set, kid, isUnneeded) {
      const record = changes.recorder();
      return revision.change(function* deleteUnneeded() {
        yield* revision.increment(); // Also a lock, as in `addFirst`.
        const held = readWhole(set, yield* selectSet({ key_set: set }));
        const found = held.find(({ jwk }) => jwk.kid === kid);
        if (found === undefined || !isUnneeded(held)) return false;
        yield* remove({ key_set: set, kid });
        const before = withoutSecrets(found.jwk);
        yield* record({ action: "key_deleted", object: setObject(set), before });
        return true;
      });
    },
  };
}

/** A key that has signed nothing. */
function unused(jwk: KidKey): Omit<ScheduledKey, "signs_from"> {
  return { jwk, longest_lifespan: 0, took_over_at: undefined };
}

function setObject(set: string): Change["object"] {
  return { type: "key_set", id: set };
}

/** Keys as a record shows them: without their secrets. */
function shown(keys: readonly JsonWebKey[]): object {
  return { keys: keys.map(withoutSecrets) };
}

/** The context of the seal: a sealed key opens only as this key of this set. */
function contextOf(set: string, kid: string): string {
  return JSON.stringify(["key", set, kid]);
}
