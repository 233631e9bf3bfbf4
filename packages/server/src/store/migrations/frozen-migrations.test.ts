import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { it } from "node:test";
import { migrations } from "./migrations.ts";
import { openSqlite } from "../sqlite/sqlite.ts";

/**
 * The digests of the migrations that were released, for each database. They have run on existing
 * databases, so an edit would make new databases differ from old ones. Add a line with every release.
 */
const released: Readonly<Record<string, { sqlite: string; postgres: string }>> = {
  "0001-machines": {
    sqlite: "57fa271abe38ac7245adeec4a6744271c7fd7bc5b785b7bdbc44ed89cd48b39d",
    postgres: "861bb2a4ea2777cfa3b53b27b35050f6f645952dddad0b864774330c23e42ce4",
  },
  "0002-people": {
    sqlite: "4b9651145a1749bddf0fcb4fffeaa6dc2e28731340fad33f4a09749e18aa5cdd",
    postgres: "fd4c44d1abc30321c00c71eaf9c0538f8c138b2707a016ac5995760f5c78c4d5",
  },
  "0003-workspaces": {
    sqlite: "d40f53de74c4692671869815c66482bb7c94824a67bab724715caa5b847951ba",
    postgres: "32859212ce407b15293a92dc73e9df966e9584630b3a3673eed2f5ecf915446c",
  },
  "0004-inspector": {
    sqlite: "fb44059ba3da80fe3c47e0a4cd366e40e3c8b1a18b94e6c6367703c4a9a4cf44",
    postgres: "fca58cc6e48cb184b6f5412e7ad5673be9a054295bbd13efd6fe8958b3551c13",
  },
  "0005-whole-rows": {
    sqlite: "77580efb686af01ea69f6e4049c2a4262fbd5378fb9f7b420a3fb7420c754ab1",
    postgres: "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945",
  },
  "0006-flows-in-two": {
    sqlite: "9ba1161f308683b5a05eb44cf32d1098bbdc62a98df0d8b3bee1399ac6d68d4a",
    postgres: "ca591e1bd391ce9a9340b84cfdd89600a31e7fa41a04207e3bd9dfe487df30b9",
  },
  "0007-ends-in-keys": {
    sqlite: "eef79b07cb378258194304d593070114aac3eaf11d3e477359e152036741c622",
    postgres: "eef79b07cb378258194304d593070114aac3eaf11d3e477359e152036741c622",
  },
};

const sqlite = openSqlite(":memory:");
const dialects = {
  sqlite: sqlite.dialect,
  postgres: { bytes: "bytea", in_key_order: "" },
};
await sqlite.close();

for (const [name, digests] of Object.entries(released)) {
  it(`${name} is as it was released`, () => {
    const migration = migrations.find((known) => known.name === name);
    assert.ok(migration, `The released migration ${name} is gone. It must stay: bring it back.`);
    for (const database of ["sqlite", "postgres"] as const) {
      const statements: string = JSON.stringify(migration.statements(dialects[database]));
      assert.equal(
        createHash("sha256").update(statements).digest("hex"),
        digests[database],
        `${name} was released and must never change. Undo the edit, and add a new migration instead.`,
      );
    }
  });
}

it("released migrations come first, in their order", () => {
  const names = Object.keys(released);
  assert.deepEqual(
    migrations.map(({ name }) => name).slice(0, names.length),
    names,
    "A new migration belongs after the released ones.",
  );
});
