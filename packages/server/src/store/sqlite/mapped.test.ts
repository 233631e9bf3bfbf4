import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import type { RawRow } from "../database/columns.ts";
import type { Script } from "../database/statement.ts";
import { openSqlite } from "./sqlite.ts";

const MAPS = "/proc/self/maps";

it("a file that is large when it is opened is mapped into memory, and read as before", async () => {
  const directory = mkdtempSync(join(tmpdir(), "latchkey-mapped-"));
  after(() => rmSync(directory, { recursive: true }));
  const path = join(directory, "latchkey.sqlite");
  const use = async (sql: string): Promise<boolean> => {
    const database = openSqlite(path);
    await database.write(function* run(): Script<void> {
      yield { sql, values: [] };
    });
    const rows = await database.read(function* read(): Script<readonly RawRow[]> {
      return yield { sql: "select name from any_table", values: [] };
    });
    assert.equal(rows.length, 1);
    const isMapped = existsSync(MAPS) && readFileSync(MAPS, "utf8").includes(`${path}\n`);
    await database.close();
    return isMapped;
  };
  await use("create table any_table as select 'alice' as name");
  truncateSync(path, 2 ** 28); // Zeros beyond the last page, which take no space.
  assert.equal(await use("update any_table set name = name"), existsSync(MAPS));
});
