import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { describeStore } from "../../../test/store/conformance/conformance.ts";
import { openSqlite } from "./sqlite.ts";

const directory = mkdtempSync(join(tmpdir(), "latchkey-sqlite-"));
after(() => rmSync(directory, { recursive: true }));

let files = 0;

describeStore("SQLite", async () => {
  files += 1;
  const path = join(directory, `${files}.sqlite`);
  return () => openSqlite(path);
});
