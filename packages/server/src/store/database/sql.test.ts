import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bytes, documentText, integer, replacing, text } from "./columns.ts";
import {
  arraysOf,
  bindPositions,
  insertMany,
  selectMany,
  selectOne,
  updateMany,
  updateOne,
} from "./sql.ts";
import { undoUpdate } from "./statement.ts";

describe("named parameters", () => {
  it("become positions, however often they occur", () => {
    const sql = "select 1 where :b = :a or :a = x::text";
    assert.equal(
      bindPositions(sql, { a: text, b: text }),
      "select 1 where $2 = $1 or $1 = x::text",
    );
  });

  it("must be declared and used", () => {
    assert.throws(() => bindPositions("select :a", {}), /named a/);
    assert.throws(() => bindPositions("select 1", { a: text }), /a are not used/);
  });
});

const update = {
  table: "door",
  given: { door_id: bytes, version: integer, color: text },
  set: "version = :version + 1, color = :color",
  where: "door.door_id = :door_id and door.version = :version",
  undo: { set: "version = :version", where: "door.version = :version + 1" },
};

describe("an update", () => {
  it("of one row binds positions, and of a batch the columns of a set", () => {
    assert.equal(
      updateOne(update),
      "update door set version = $2 + 1, color = $3 where door.door_id = $1 and door.version = $2",
    );
    assert.match(updateMany(update), /set version = given\.version \+ 1, color = given\.color/);
    assert.match(updateMany(update), /unnest\(\$1::bytea\[\], \$2::bigint\[\], \$3::text\[\]\)/);
  });

  it("is undone with the parameters that its undo uses", () => {
    const step = undoUpdate(update, [new Uint8Array(1), 7, "red"]).next([]).value;
    assert.deepEqual(step, {
      sql: "update door set version = $1 where door.version = $1 + 1",
      values: [7],
    });
  });
});

it("numbers the parameters of a batch from the first that is free", () => {
  const insertion = { table: "door", columns: { door_id: bytes, color: text } };
  assert.match(insertMany(insertion, 4), /unnest\(\$4::bytea\[\], \$5::text\[\]\)/);
});

it("looks one row up by its key, and a batch by arrays of keys", () => {
  const lookup = {
    table: "door",
    given: { door_id: bytes, house: integer, version: integer },
    returns: { color: text },
    expressions: { color: "case when door.version = :version then null else door.color end" },
    where: "door.closed = 0",
    latest_by: ["painted_at"],
  };
  assert.equal(
    selectOne(lookup).replaceAll(/\s+/g, " "),
    `select case when door.version = $3 then null else door.color end as color from door
      where door.door_id = $1 and door.house = $2 and door.closed = 0 order by door.painted_at desc limit 1`.replaceAll(
      /\s+/g,
      " ",
    ),
  );
  assert.equal(
    selectMany(lookup, ["door_id", "house"]).replaceAll(/\s+/g, " "),
    `select json_agg(json_build_array(door.door_id, door.house, case when door.version =
      ($3::bigint[])[array_position($1::bytea[], door.door_id)] then null else door.color end)) as found
      from door where door.door_id = any($1::bytea[]) and door.house = any($2::bigint[]) and door.closed = 0`.replaceAll(
      /\s+/g,
      " ",
    ),
  );
});

it("writes arrays that hold quotes, backslashes, bytes and null", () => {
  const rows = [
    ['a "b" \\', 1, new Uint8Array([255])],
    ["", null, new Uint8Array(0)],
  ];
  assert.deepEqual(arraysOf({ a: text, b: integer, c: bytes }, rows), [
    String.raw`{"a \"b\" \\",""}`,
    "{1,null}",
    String.raw`{"\\xff","\\x"}`,
  ]);
});

it("refuses to load a statement that replaces a document without what a newer server added", () => {
  const columns = { id: text, document: documentText };
  const upsert =
    "insert into door (id, document) values (:id, :document) on conflict (id) do update set document = excluded.document";
  const lossy = [
    "update door set document = :document where id = :id",
    "update door set color = 1, document = coalesce(:document, document) where id = :id",
    upsert,
  ];
  for (const sql of lossy) {
    assert.throws(() => bindPositions(sql, columns), /loses fields of a newer server/, sql);
    assert.doesNotThrow(() => bindPositions(sql, replacing(columns)));
  }
  const harmless = [
    "insert into door (id, document) values (:id, :document) on conflict (id) do nothing",
    "update door set document = document, color = :document where id = :id",
  ];
  for (const sql of harmless) assert.doesNotThrow(() => bindPositions(sql, columns), sql);
});
