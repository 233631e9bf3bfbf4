import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { assertRefused } from "../operations/refusal.ts";
import { temporaryDirectory } from "../processes/databases.ts";
import { startTestServer } from "../support/server.ts";

const path = join(temporaryDirectory(), "latchkey.sqlite");
const world = await startTestServer({ dsn: `sqlite://${path}` }, { now_ms: Date.now });

function logged(): readonly Readonly<Record<string, unknown>>[] {
  world.server.context.log.flush();
  const lines = world.lines.join("").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

/** Waits until the log has such a line. */
async function untilLogged(message: string): Promise<Readonly<Record<string, unknown>>> {
  for (const giveUpAt = performance.now() + 20_000; ; await pause(50)) {
    const line = logged().find(({ msg }) => msg === message);
    if (line !== undefined) return line;
    assert.ok(performance.now() < giveUpAt, `not logged for 20 s: ${message}`);
  }
}

describe("a server whose SQLite file is locked by another process", () => {
  it("logs the first request that fails, and the number of all when the file is free", async (t) => {
    const other = new DatabaseSync(path);
    t.after(() => other.close());
    other.exec("begin immediate");
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => world.latchkey.call("createOAuth2Client", { body: {} })),
    );
    other.exec("rollback");
    for (const reply of replies) assertRefused(reply, 503, "temporarily_unavailable");
    const over = await untilLogged("database available again");
    assert.equal(over["refused"], replies.length);
    // The first that fails may be a job.
    const begun = ["database unavailable", "job waits for the database"];
    const full = logged().filter(({ msg }) => begun.includes(String(msg)));
    assert.equal(full.length, 1, JSON.stringify(full));
  });
});
