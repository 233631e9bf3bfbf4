import assert from "node:assert/strict";
import { test } from "node:test";
import { temporaryDirectory } from "./databases.ts";
import { serve } from "./latchkey-process.ts";

test("a server that starts points out misspelt environment variables, and no others", async () => {
  const server = await serve({
    cwd: temporaryDirectory(),
    settings: { dsn: "memory", "log.format": "json" },
    env: { URLS_SELF_ISUER: "https://id.example", TTL_ID_TOKEN: "2h", HOME: "/nowhere" },
  });
  const { out, err } = await server.kill("SIGTERM");
  const warnings = `${out}${err}`.split("\n").filter((line) => line.includes('"level":"warn"'));
  assert.equal(warnings.length, 1, warnings.join("\n"));
  assert.match(warnings[0] ?? "", /URLS_SELF_ISUER is not a setting.*nearest is URLS_SELF_ISSUER/);
});
