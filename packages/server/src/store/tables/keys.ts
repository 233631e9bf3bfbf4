import type { JsonWebKey } from "@latchkey/api";
import type { Sealer } from "../../crypto/sealed.ts";
import type { Database } from "../database/database.ts";
import { documents, readEach, type ReportUnreadable, required } from "../port/documents.ts";
import type { Revision } from "./revision.ts";
import { type Script, statement } from "../database/script.ts";
import type { Keys, KidKey } from "../port/store.ts";

interface KeyRow {
  readonly kid: string;
  readonly sealed: Uint8Array;
}

const selectSet = statement<KeyRow>(
  "select kid, sealed from json_web_key where key_set = $1 order by position desc",
);
const newest = statement<{ position: number }>(
  "select coalesce(max(position), 0) as position from json_web_key where key_set = $1",
);
const insert = statement(
  `insert into json_web_key (key_set, kid, position, sealed) values ($1, $2, $3, $4)
   on conflict (key_set, kid) do nothing returning kid`,
);
const remove = statement("delete from json_web_key where key_set = $1 and kid = $2");
const removeSet = statement("delete from json_web_key where key_set = $1");

/** RFC 7517 §4: all that every key has. */
export const keyDocuments = documents<Pick<JsonWebKey, "kty">>({
  table: "json_web_key",
  fields: { kty: required("text") },
  foreign: true,
});

export function createKeys(
  database: Database,
  revision: Revision,
  sealer: Sealer,
  report: ReportUnreadable,
): Keys {
  const remembered = revision.remember(async (set) => {
    const rows = await database.read(() => selectSet(set));
    const keys = readEach(rows, (row) => open(set, row), report);
    // A set without a readable key is not an empty one: no new key may be made in its place unnoticed.
    const [first] = rows;
    return keys.length === 0 && first !== undefined ? [open(set, first)] : keys;
  });

  const open = (set: string, { kid, sealed }: KeyRow): JsonWebKey => {
    const text = sealer.open(sealed, contextOf(set, kid)).toString("utf8");
    return keyDocuments.read(`${set} ${kid}`, text);
  };

  /** Places a key above all others of its set. */
  function* place(set: string, key: KidKey): Script<boolean> {
    const [top] = yield* newest(set);
    const sealed = sealer.seal(keyDocuments.write(key), contextOf(set, key.kid));
    const rows = yield* insert(set, key.kid, (top?.position ?? 0) + 1, sealed);
    return rows.length > 0;
  }

  return {
    findSet: async (set) => (await remembered(set)) ?? [],

    find: async (set, kid) => (await remembered(set))?.find((key) => key.kid === kid),

    add: (set, key) =>
      revision.change(function* add() {
        yield* revision.raise();
        return yield* place(set, key);
      }),

    addFirst: (set, key) =>
      revision.change(function* addFirst() {
        yield* revision.raise(); // Also the turnstile: of two who come at once, the second waits here.
        const rows = yield* selectSet(set);
        return rows.length === 0 && (yield* place(set, key));
      }),

    replaceSet: (set, keys) =>
      revision.change(function* replaceSet() {
        yield* revision.raise();
        yield* removeSet(set);
        for (const key of keys.toReversed()) yield* place(set, key);
      }),

    replace: (set, key) =>
      revision.change(function* replace() {
        yield* revision.raise();
        yield* remove(set, key.kid);
        yield* place(set, key);
      }),

    deleteSet: (set) =>
      revision.change(function* deleteSet() {
        yield* revision.raise();
        yield* removeSet(set);
      }),

    delete: (set, kid) =>
      revision.change(function* deleteKey() {
        yield* revision.raise();
        yield* remove(set, kid);
      }),
  };
}

/** A sealed key opens only in the place it was sealed for. */
function contextOf(set: string, kid: string): string {
  return JSON.stringify(["key", set, kid]);
}
