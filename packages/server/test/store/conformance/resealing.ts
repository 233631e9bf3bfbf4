import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createSealer, type Sealer } from "../../../src/crypto/sealed.ts";
import {
  columnsOf,
  insertionOf,
  type StoredTable,
} from "../../../src/store/backup/stored-table.ts";
import { tablesMadeBy } from "../../../src/store/backup/schema.ts";
import { createChanges } from "../../../src/store/changes.ts";
import type { Columns, RowOf, Value } from "../../../src/store/database/columns.ts";
import type { Database } from "../../../src/store/database/database.ts";
import { names } from "../../../src/store/database/sql.ts";
import { command, insertRow, newRow, query } from "../../../src/store/database/statement.ts";
import type {
  SealedValues,
  SealProgress,
  SealsFound,
} from "../../../src/store/port/reseal-store.ts";
import { createSealedValues } from "../../../src/store/tables/resealing.ts";
import type { SealedColumn } from "../../../src/store/tables/sealed-column.ts";
import { coreSealedColumns } from "../../../src/store/tables/sealed-columns.ts";
import { openTestStore } from "../../support/store.ts";
import { featureTables, migrations } from "../../support/tables.ts";
import { anId, NOW } from "./example.ts";

const OLD = "a system secret of some length";
const NEW = "a newer system secret of some length";
const old = createSealer([OLD]);
const both = createSealer([NEW, OLD]);
const alone = createSealer([NEW]);

const columns = [...coreSealedColumns, ...featureTables.flatMap(({ sealed }) => sealed ?? [])];
const tables = new Map(tablesMadeBy(migrations).map((table) => [table.name, table]));

/** Values are sealed again with the newest secret, wherever they are stored. On a database of its own, with arbitrary rows. */
export function describeResealing(create: () => Promise<() => Database>): void {
  describe("sealed values", () => {
    let database: Database;
    before(async () => {
      database = (await create())();
      await openTestStore(database, { sealer: both, now: NOW });
    });
    after(() => database.close());
    const open = (on = database): SealedValues =>
      createSealedValues({ database: on, sealer: both, changes: createChanges([]) }, columns);

    for (const column of columns) {
      const place = `${column.table}.${column.column}`;

      it(`of ${place} are sealed again, in steps, and nothing else of their rows changes`, async () => {
        await emptyTable(database, column);
        const given: StoredRow[] = [];
        for (let count = 0; count < 5; count += 1) given.push(await addRow(database, column));
        const counted = await pass(open(), place, { limit: 2, reseal: false });
        assert.equal(counted.older, given.length);
        assert.equal((await pass(open(), place, { limit: 2, reseal: true })).older, given.length);
        assert.deepEqual(await pass(open(), place, { limit: 2, reseal: false }), {
          older: 0,
          unreadable: 0,
        });
        for (const row of given) {
          const stored = await readRow(database, column, row);
          assert.equal(openIn(column, stored, alone), openIn(column, row, old));
          const { [column.column]: _now, ...others } = stored;
          const { [column.column]: _then, ...othersBefore } = row;
          assert.deepEqual(others, othersBefore);
        }
      });
    }

    const keys = columnOf("json_web_key");
    const place = "json_web_key.sealed";

    it("that none of the secrets opens are counted, and stay as they are", async () => {
      await emptyTable(database, keys);
      const row = await addRow(database, keys);
      const forged = new Uint8Array(sealIn(keys, row));
      forged[forged.length - 1] = (forged.at(-1) ?? 0) ^ 1;
      await setSeal(database, keys, row, forged);
      const found = await pass(open(), place, { limit: 100, reseal: true });
      assert.deepEqual(found, { older: 0, unreadable: 1 });
      assert.deepEqual(sealIn(keys, await readRow(database, keys, row)), forged);
    });

    it("that change meanwhile are not overwritten", async () => {
      await emptyTable(database, keys);
      const row = await addRow(database, keys);
      const changed = new Uint8Array(both.seal("changed meanwhile", contextIn(keys, row)));
      // Between the reading of the rows and the writing of their values.
      const racing: Database = {
        ...database,
        async read(script) {
          const found = await database.read(script);
          await setSeal(database, keys, row, changed);
          return found;
        },
      };
      const step = await open(racing).step(place, { limit: 100, reseal: true });
      assert.equal(step.older.get(1), 1);
      assert.deepEqual(sealIn(keys, await readRow(database, keys, row)), changed);
    });

    it("of two servers at once are sealed again once", async () => {
      const rows = await Promise.all(Array.from({ length: 20 }, () => addRow(database, keys)));
      const options = { limit: 100, reseal: true };
      await Promise.all([open(), open()].map((values) => values.step(place, options)));
      assert.equal((await pass(open(), place, { limit: 100, reseal: false })).older, 0);
      for (const row of rows)
        assert.equal(
          openIn(keys, await readRow(database, keys, row), alone),
          openIn(keys, row, old),
        );
    });

    it("have the latest end of tokens of the rows that an older secret sealed", async () => {
      const grants = columnOf("authorization_grant");
      for (const expires_at of [NOW + 8, NOW + 9, NOW + 7])
        await addRow(database, grants, { expires_at, remembered_until: null });
      await addRow(database, grants, { expires_at: NOW + 99, remembered_until: NOW + 99 });
      const options = { limit: 1_000, reseal: true };
      const step = await open().step("authorization_grant.sealed", options);
      assert.equal(step.tokens_end_at.get(1), NOW + 9);
      const again = await open().step("authorization_grant.sealed", options);
      assert.equal(again.tokens_end_at.get(1), undefined);
    });

    it("save their progress once for each version", async () => {
      const [values, peer] = [open(), open()];
      const progress = someProgress(anId());
      const { newest } = progress;
      assert.equal(await values.findProgress(newest), undefined);
      assert.equal(await values.saveProgress(progress, { now: NOW }), true);
      assert.equal(await peer.saveProgress(progress, { now: NOW }), false);
      assert.deepEqual(await peer.findProgress(newest), { ...progress, version: 1 });
      const next = { ...progress, version: 1, place: "flow.sealed", after: "[1]" };
      const saved = await Promise.all(
        [values, peer].map((one) => one.saveProgress(next, { now: NOW, unneeded: ["x"] })),
      );
      assert.equal(saved.filter(Boolean).length, 1);
      const found = await peer.findProgress(newest);
      assert.deepEqual(found, { ...next, version: 2, unneeded: ["x"] });
    });

    it("keep the ends of tokens of secrets before, as long as they are stored", async () => {
      const values = open();
      const secret = anId();
      for (const end of [NOW + 7, NOW + 9, NOW + 8]) {
        const progress = { ...someProgress(anId()), tokens_end_at: { [secret]: end } };
        await values.saveProgress(progress, { now: NOW });
      }
      assert.equal((await values.findTokenEnds(NOW))[secret], NOW + 9);
      assert.deepEqual(await values.findTokenEnds(NOW + 3 * 365 * 24 * 3600), {});
    });
  });
}

function someProgress(newest: string): SealProgress {
  return {
    newest,
    older: ["old"],
    version: 0,
    phase: "counting",
    started_at: NOW,
    values: { old: 2 },
    tokens_end_at: {},
    resealed: 0,
    unreadable: 0,
    unneeded: [],
  };
}

/** All steps over a place. */
async function pass(
  values: SealedValues,
  place: string,
  options: { readonly limit: number; readonly reseal: boolean },
): Promise<{ older: number; unreadable: number }> {
  const sum = { older: 0, unreadable: 0 };
  let step: SealsFound | undefined;
  do {
    step = await values.step(place, { ...options, after: step?.next });
    sum.older += step.older.get(1) ?? 0;
    sum.unreadable += step.unreadable;
  } while (step.next !== undefined);
  return sum;
}

/** As a database holds it. */
type StoredRow = Readonly<Record<string, Value>>;

function columnOf(table: string): SealedColumn {
  const found = columns.find((column) => column.table === table);
  assert.ok(found);
  return found;
}

function tableOf(name: string): StoredTable {
  const found = tables.get(name);
  assert.ok(found);
  return found;
}

async function emptyTable(database: Database, { table }: SealedColumn): Promise<void> {
  await database.write(() => command({ sql: `delete from ${table}` })({}));
}

/** Adds a row as a server with the old secret stores it. What else is in it is arbitrary. */
async function addRow(
  database: Database,
  column: SealedColumn,
  given: StoredRow = {},
): Promise<StoredRow> {
  const row = { ...arbitraryRow(column.table), ...(await parentOf(database, column)), ...given };
  const seal = old.seal(anId(), contextIn(column, row));
  const stored = {
    ...row,
    [column.column]: column.part?.write("{}", seal) ?? new Uint8Array(seal),
  };
  await addArbitrary(database, column.table, stored);
  return readRow(database, column, stored);
}

function arbitraryRow(table: string): Record<string, Value> {
  const types = Object.entries(tableOf(table).columns);
  return Object.fromEntries(types.map(([name, type]) => [name, arbitrary[type]()]));
}

const arbitrary = {
  text: () => anId(),
  bigint: () => 7,
  bytea: () => new Uint8Array(Buffer.from(anId(), "base64url")),
};

async function addArbitrary(database: Database, table: string, row: StoredRow): Promise<StoredRow> {
  const whole = { ...arbitraryRow(table), ...row };
  await database.write(() => insertRow(newRow(insertionOf(tableOf(table)), nullsAbsent(whole))));
  return whole;
}

/** Columns read null as undefined. */
function nullsAbsent(row: StoredRow): RowOf<Columns> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? undefined]));
}

/** What a row refers to by foreign keys. */
async function parentOf(database: Database, { table }: SealedColumn): Promise<StoredRow> {
  if (table === "event_receiver") return { client_id: null };
  if (table !== "account_factor" && table !== "kept_token") return {};
  const { subject = null } = await addArbitrary(database, "account", {});
  if (table === "account_factor") return { subject };
  const { provider_id = null } = await addArbitrary(database, "identity_provider", {});
  await addArbitrary(database, "linked_identity", { subject, provider_id });
  return { subject, provider_id };
}

async function readRow(
  database: Database,
  { table, key }: SealedColumn,
  row: StoredRow,
): Promise<StoredRow> {
  const all = columnsOf(tableOf(table));
  const given = Object.fromEntries(Object.keys(key).flatMap((name) => [[name, all[name]]]));
  const conditions = Object.keys(key).map((name) => `${name} = :${name}`);
  const select = query({
    given: defined(given),
    returns: all,
    sql: `select ${names(all)} from ${table} where ${conditions.join(" and ")}`,
  });
  const [found] = await database.read(() => select(nullsAbsent(row)));
  assert.ok(found);
  return asStored(found);
}

function defined(given: Readonly<Record<string, Columns[string] | undefined>>): Columns {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, column]) =>
      column === undefined ? [] : [[name, column]],
    ),
  );
}

function asStored(row: RowOf<Columns>): StoredRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (value === undefined) return [name, null];
      if (value instanceof Uint8Array) return [name, new Uint8Array(value)];
      assert.ok(typeof value === "string" || typeof value === "number");
      return [name, value];
    }),
  );
}

/** Another request changes the value of a row. */
async function setSeal(
  database: Database,
  { table, column, key }: SealedColumn,
  row: StoredRow,
  seal: Uint8Array,
): Promise<void> {
  const all = columnsOf(tableOf(table));
  const used = [...Object.keys(key), column];
  const given = defined(Object.fromEntries(used.map((name) => [name, all[name]])));
  const conditions = Object.keys(key).map((name) => `${name} = :${name}`);
  const update = command({
    given,
    sql: `update ${table} set ${column} = :${column} where ${conditions.join(" and ")}`,
  });
  await database.write(() => update(nullsAbsent({ ...row, [column]: seal })));
}

function sealIn({ column, part }: SealedColumn, row: StoredRow): Uint8Array {
  const value = row[column];
  const seal = typeof value === "string" ? part?.read(value) : value;
  assert.ok(seal instanceof Uint8Array);
  return new Uint8Array(seal);
}

/** The context of a row of which values are as they are stored. The last where there are several. */
function contextIn({ key, beside, contextsOf }: SealedColumn, row: StoredRow): string {
  const types = Object.entries({ ...key, ...beside });
  const read = types.map(([name, column]) => [name, column.read(row[name])]);
  const context = contextsOf(Object.fromEntries(read)).at(-1);
  assert.ok(context !== undefined);
  return context;
}

function openIn(column: SealedColumn, row: StoredRow, sealer: Sealer): string {
  return sealer.open(sealIn(column, row), contextIn(column, row)).toString();
}
