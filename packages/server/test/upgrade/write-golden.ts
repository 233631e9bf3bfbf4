/**
 * Writes the golden database of the version that is checked out, or of the one that is named, and the digests of its migrations:
 * `npx node packages/server/test/upgrade/write-golden.ts`. Run it once, at the commit of a release, and commit the files. A file that
 * is there stays as it is: it stands for what users have on their disks. Before the release, `v0.2.0 --replace` writes it again.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqlite } from "../../src/store/sqlite/sqlite.ts";
import { version } from "../../src/context/version.ts";
import { writeDigests } from "./digests.ts";
import { createTestServer } from "../support/server.ts";
import { dumpTables, type Golden } from "./golden.ts";
import { holdEverything, ISSUER } from "./held.ts";

const [release = version] = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const directory = mkdtempSync(join(tmpdir(), "latchkey-golden-"));
const path = join(directory, "golden.sqlite");
const settings = {
  "secrets.system": ["a fixture secret of the golden databases, used nowhere else"],
  "urls.self.issuer": ISSUER,
};
const world = await createTestServer({ ...settings, dsn: `sqlite://${path}` });
const now = world.clock.now;
const held = await holdEverything(world);
await world.server.close();

const database = openSqlite(path);
const golden: Golden = {
  version: release,
  now,
  settings,
  held,
  tables: await dumpTables(database),
};
await database.close();
rmSync(directory, { recursive: true });

const file = join(import.meta.dirname, "golden", `${release}.json`);
const flag = process.argv.includes("--replace") ? "w" : "wx";
writeFileSync(file, `${JSON.stringify(golden, undefined, 1)}\n`, { flag });
writeDigests();
