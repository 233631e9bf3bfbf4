import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createTestServer } from "../support/server.ts";

test("a server whose data folder is removed acknowledges no writes, is not ready, and logs why", async () => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-removed-data-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const started = await createTestServer({ dsn: `sqlite://${join(folder, "latchkey.sqlite")}` });
  const { fetch, latchkey, lines, server } = started;
  const isReady = async () => (await fetch("http://admin.test/health/ready")).status;
  await latchkey.createOAuth2Client({ body: { client_id: "photos" } });
  assert.equal(await isReady(), 200);

  rmSync(folder, { recursive: true });
  const refused = await latchkey.call("createOAuth2Client", { body: { client_id: "album" } });
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get("retry-after"), "1");
  started.clock.now += 1;
  assert.equal(await isReady(), 503);

  await server.close();
  const log = lines.join("");
  assert.match(log, /"database unavailable".*latchkey\.sqlite was removed or replaced/);
});
