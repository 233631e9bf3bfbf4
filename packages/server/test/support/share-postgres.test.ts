import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { it } from "node:test";

it("a process that stopped its PostgreSQL ends with the status that it set", () => {
  const { LATCHKEY_TEST_POSTGRES: _shared, ...env } = process.env;
  for (const status of [0, 1]) {
    const script = `
      const { sharePostgres } = await import(${JSON.stringify(import.meta.resolve("./share-postgres.ts"))});
      const stop = await sharePostgres();
      await stop();
      process.exitCode = ${status};`;
    const args = ["--input-type=module", "--eval", script];
    assert.equal(spawnSync(process.execPath, args, { env, timeout: 60_000 }).status, status);
  }
});
