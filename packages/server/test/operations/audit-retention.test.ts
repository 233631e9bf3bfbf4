import assert from "node:assert/strict";
import { test } from "node:test";
import { dropExpired } from "../../src/features/audit/job.ts";
import type { AuditContext } from "../../src/features/audit/context.ts";
import type { Context } from "../../src/context/context.ts";
import { loadConfig } from "../../src/process/composed-config.ts";
import { features } from "../../../cli/src/features.ts";
import { startTestServer } from "../support/server.ts";
import { linesOf, verify } from "./audit-chain.ts";

const DAY = 86_400;

test("entries are dropped when they are older than audit.retention, and the rest is still a chain", async () => {
  const { latchkey, server, clock } = await startTestServer({ "audit.retention": "240h" });
  const change = () => latchkey.createOAuth2Client({ body: {} });
  await change();
  await change();
  clock.now += 6 * DAY;
  await change();
  clock.now += 3 * DAY;
  await dropExpired(auditOf(server.context));
  assert.equal((await linesOf(latchkey)).length, 3);

  clock.now += 2 * DAY;
  await dropExpired(auditOf(server.context));
  const lines = await linesOf(latchkey);
  const { hash, sequence, dropped } = await latchkey.getAuditHead();
  assert.deepEqual([lines.length, sequence, dropped.sequence], [1, 3, 2]);
  assert.equal(verify(lines, { after: dropped.hash, head: hash }).broken, undefined);

  clock.now += 100 * DAY;
  await dropExpired(auditOf(server.context));
  assert.deepEqual(await linesOf(latchkey), []);
  await change();
  const [line = ""] = await linesOf(latchkey);
  assert.equal(verify([line], { after: hash }).broken, undefined);
});

test("more entries than one transaction drops are dropped", async () => {
  const { latchkey, server, clock } = await startTestServer();
  const changes = Array.from({ length: 620 }, () => latchkey.createOAuth2Client({ body: {} }));
  await Promise.all(changes);
  clock.now += 366 * DAY;
  await latchkey.createOAuth2Client({ body: {} });
  await dropExpired(auditOf(server.context));
  assert.equal((await latchkey.getAuditHead()).dropped.sequence, 620);
  assert.equal((await linesOf(latchkey)).length, 1);
});

test("less than a day is refused", () => {
  const flags = { dsn: "memory", "audit.retention": "23h" };
  const loaded = loadConfig({ flags, features });
  assert.ok(!loaded.ok);
  assert.match(loaded.error.map(({ message }) => message).join(), /at least 24h/);
});

function auditOf(context: Context): AuditContext {
  assert.ok(hasAudit(context));
  return context;
}

function hasAudit(context: Context): context is AuditContext {
  return "audit" in context;
}
