import { integer, pick, table, text } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { insertValues } from "../database/sql.ts";
import { command, query } from "../database/statement.ts";
import type { Sealer } from "../../crypto/sealed.ts";
import type { Change, Changes } from "../changes.ts";
import { documents, optional, or, required } from "../port/documents.ts";
import { latestOf, type SealedValues, type SealProgress } from "../port/reseal-store.ts";
import type { SealedColumn } from "./sealed-column.ts";
import { sealedPlace } from "./sealed-place.ts";

/** How far stored values are sealed with a secret, by the fingerprint of that. */
export const resealing = table("resealing", {
  newest: text,
  version: integer,
  document: text,
  expires_at: integer,
});

const { columns } = resealing;
const select = query({
  given: pick(columns, "newest"),
  returns: columns,
  sql: "select newest, version, document, expires_at from resealing where newest = :newest",
});
const selectAll = query({
  given: { now: integer },
  returns: columns,
  sql: "select newest, version, document, expires_at from resealing where expires_at > :now",
});
const insert = command({
  given: columns,
  sql: `insert into resealing ${insertValues(columns)} on conflict (newest) do nothing returning newest`,
});
const update = command({
  given: { ...columns, seen: integer },
  sql: `update resealing set version = :version, document = :document, expires_at = :expires_at
   where newest = :newest and version = :seen returning newest`,
});

type Progress = Omit<SealProgress, "newest" | "version">;

const progressDocuments = documents<Progress>({
  table: "resealing",
  fields: {
    older: required("list"),
    phase: required("text"),
    place: optional("text"),
    after: optional("text"),
    started_at: required("number"),
    finished_at: optional("number"),
    values: or({}),
    tokens_end_at: or({}),
    resealed: or(0),
    unreadable: or(0),
    unneeded: or([]),
  },
});

/** As long as the times of the last signatures are kept (`system-secrets.ts`), from when it was saved last. */
const KEPT_SECONDS = 2 * 365 * 24 * 3600;

export interface SealedValueTools {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly changes: Changes;
}

export function createSealedValues(
  { database, sealer, changes }: SealedValueTools,
  sealed: readonly SealedColumn[],
): SealedValues {
  const places = new Map(
    sealed.map((column) => [nameOf(column), sealedPlace(column, database, sealer)]),
  );
  return {
    places: [...places.keys()],

    async step(place, options) {
      const found = places.get(place);
      if (found === undefined) throw new Error(`No sealed values are stored in ${place}.`);
      return found(options);
    },

    async findProgress(newest) {
      const [row] = await database.read(() => select({ newest }));
      if (row === undefined) return undefined;
      return {
        ...progressDocuments.read(newest, row.document),
        newest,
        version: row.version,
      };
    },

    async findTokenEnds(now) {
      const rows = await database.read(() => selectAll({ now }));
      const ends = rows.flatMap(({ newest, document }) =>
        Object.entries(progressDocuments.read(newest, document).tokens_end_at),
      );
      return latestOf(ends);
    },

    saveProgress(
      { newest, version: seen, ...progress },
      { now, is_completed = false, unneeded = [] },
    ) {
      const record = changes.recorder();
      const document = progressDocuments.write({
        ...progress,
        unneeded: [...progress.unneeded, ...unneeded],
      });
      const row = { newest, version: seen + 1, document, expires_at: now + KEPT_SECONDS };
      return database.write(function* save() {
        const saved = seen === 0 ? yield* insert(row) : yield* update({ ...row, seen });
        if (saved === 0) return false;
        if (is_completed) {
          const { resealed, unreadable } = progress;
          yield* record({
            action: "values_resealed",
            object: secretObject(newest),
            after: { resealed, unreadable },
          });
        }
        for (const fingerprint of unneeded) {
          const after = { sealed_with: newest };
          yield* record({ action: "no_longer_needed", object: secretObject(fingerprint), after });
        }
        return true;
      });
    },
  };
}

function secretObject(fingerprint: string): Change["object"] {
  return { type: "system_secret", id: fingerprint };
}

function nameOf({ table: name, column }: SealedColumn): string {
  return `${name}.${column}`;
}
