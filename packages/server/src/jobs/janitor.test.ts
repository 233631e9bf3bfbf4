import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";

import { testConfig } from "../../test/support/server.ts";
import { createSealer } from "../crypto/sealed.ts";
import { openDatabase, openStore } from "../store/open.ts";
import { cleanDatabase } from "./janitor.ts";

const directory = mkdtempSync(join(tmpdir(), "latchkey-janitor-"));
after(() => rmSync(directory, { recursive: true }));
const config = testConfig({ dsn: `sqlite://${join(directory, "latchkey.sqlite")}` });

async function leaveBehind(assertions: number, leases: number): Promise<void> {
  const store = await openStore(await openDatabase(config.dsn), {
    sealer: createSealer(["secret"]),
    now: 0,
  });
  for (let index = 0; index < assertions; index += 1)
    await store.seen_assertions.remember(Buffer.from(`assertion ${index}`), 100 + index);
  for (let index = 0; index < leases; index += 1)
    await store.leases.take(`lease ${index}`, "alice", 0, 100);
  await store.close();
}

it("a janitor deletes expired rows of the given kinds, up to the limit", async () => {
  await leaveBehind(10, 3);
  const clean = (expired_before: number, more: object = {}) =>
    cleanDatabase(config, [], { expired_before, batch_size: 2, limit: 1_000, ...more });
  assert.equal(await clean(100), 0, "nothing has expired yet");
  assert.equal(await clean(200, { limit: 3, kinds: ["tokens"] }), 3);

  const progress: [number, number][] = [];
  const onProgress = (removed: number, found: number): void => void progress.push([removed, found]);
  assert.equal(await clean(108, { kinds: ["tokens"], onProgress }), 5, "two expired later");
  assert.deepEqual(progress, [
    [0, 5],
    [2, 5],
    [4, 5],
    [5, 5],
    [5, 5],
  ]);
  assert.equal(await clean(200, { kinds: ["requests"] }), 0);
  assert.equal(await clean(200), 5, "two assertions and three leases");
  assert.equal(await clean(200), 0);
});
