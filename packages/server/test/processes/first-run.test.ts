import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { createClient } from "@latchkey/client";
import { isActive, registerMachine, tokenOf } from "../operations/machine.ts";
import { temporaryDirectory } from "./databases.ts";
import { isFree } from "./free-ports.ts";
import { launch, type LatchkeyProcess, whenReady } from "./latchkey-process.ts";

const PUBLIC = "http://127.0.0.1:4444";
const ADMIN = "http://127.0.0.1:4445";
const latchkey = createClient({ public: PUBLIC, admin: ADMIN });

// Nothing is configured here, so the ports are the well-known ones, and a developer may be using them: then the test says so.
const isTaken = !(await isFree(4444)) || !(await isFree(4445));

it("a newcomer types one line in an empty directory", async () => {
  assert.ok(!isTaken, "This test needs the ports 4444 and 4445: stop whatever listens there.");
  const cwd = temporaryDirectory();
  const first = await serveAll(cwd);

  const { issuer, token_endpoint } = await latchkey.discoverOpenIDConfiguration();
  assert.deepEqual([issuer, token_endpoint], [PUBLIC, `${PUBLIC}/oauth2/token`]);
  assert.deepEqual(await latchkey.isInstanceReady(), { status: "ok" });

  assert.equal(statSync(join(cwd, "data")).mode & 0o777, 0o700);
  assert.equal(statSync(join(cwd, "data", "secrets.json")).mode & 0o777, 0o600);
  const secrets = readFileSync(join(cwd, "data", "secrets.json"), "utf8");
  const photos = await registerMachine(latchkey);
  const token = await tokenOf(latchkey, photos);
  const keys = await latchkey.wellKnown();
  const { code, err } = await first.kill("SIGTERM");
  assert.deepEqual({ code, err }, { code: 0, err: "" });

  const second = await serveAll(cwd);
  assert.equal(readFileSync(join(cwd, "data", "secrets.json"), "utf8"), secrets);
  assert.equal(await isActive(latchkey, token), true);
  assert.deepEqual(await latchkey.wellKnown(), keys);
  assert.equal((await second.kill("SIGTERM")).code, 0);
});

async function serveAll(cwd: string): Promise<LatchkeyProcess> {
  const started = launch(["serve", "all"], { cwd });
  await whenReady(started, [PUBLIC, ADMIN]);
  return started;
}
