import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { describe, it } from "node:test";

import { createLog, type LogOptions } from "./log.ts";

const noon = Date.UTC(2026, 6, 1, 12);

function listen(options: Partial<LogOptions> = {}) {
  const writes: string[] = [];
  const log = createLog({
    level: "info",
    format: "json",
    write: (lines) => writes.push(lines),
    now_ms: () => noon,
    ...options,
  });
  return { log, writes };
}

describe("a log of JSON lines", () => {
  it("says when, how grave, what, and the fields", () => {
    const { log, writes } = listen();
    log.info("token issued", { client_id: "photos", ttl: 3600, scope: ["openid"], to: undefined });
    log.flush();
    assert.deepEqual(writes, [
      '{"time":"2026-07-01T12:00:00.000Z","level":"info","msg":"token issued","client_id":"photos","ttl":3600,"scope":["openid"]}\n',
    ]);
  });

  it("writes the lines of one tick at once, at its end", async () => {
    const { log, writes } = listen();
    log.info("alice logs in");
    log.info("alice consents");
    assert.deepEqual(writes, []);
    await setImmediate();
    await setImmediate();
    assert.equal(writes.length, 1);
    assert.match(writes.join(""), /alice logs in.*\n.*alice consents.*\n$/);
  });

  it("drops what is below its level, and says so when asked", () => {
    const { log, writes } = listen({ level: "warn" });
    log.info("below the level");
    log.trace("nor this");
    log.error("but this");
    log.flush();
    assert.match(writes.join(""), /^[^\n]*"msg":"but this"}\n$/);
    assert.deepEqual(
      (["error", "warn", "info", "trace"] as const).map((level) => log.enabled(level)),
      [true, true, false, false],
    );
  });

  it("a child says its own fields on every line, after its parent's", () => {
    const { log, writes } = listen();
    log.child({ plane: "public" }).child({ request_id: "r-1" }).info("asked", { status: 200 });
    log.flush();
    assert.match(
      writes.join(""),
      /"msg":"asked","plane":"public","request_id":"r-1","status":200}/,
    );
  });

  it("a field cannot pretend to be the time, the level or the message", () => {
    const { log, writes } = listen();
    log.info("true", { time: "never", level: "error", msg: "false" });
    log.flush();
    assert.match(
      writes.join(""),
      /"level":"info","msg":"true","time_":"never","level_":"error","msg_":"false"/,
    );
  });

  it("logs an error with its stack and its causes", () => {
    const { log, writes } = listen();
    const cause = Object.assign(new Error("connection refused"), { code: "ECONNREFUSED" });
    log.error("the store is gone", { error: new Error("cannot read", { cause }) });
    log.flush();
    assert.match(
      writes.join(""),
      /"message":"cannot read","stack":".*log\.test\.ts.*"cause":.*refused","code":"ECONNREFUSED"/,
    );
  });
});

describe("a log of text", () => {
  it("puts time, level and message in columns", () => {
    const { log, writes } = listen({ format: "text" });
    log.child({ plane: "public" }).warn("slow", { duration_ms: 1200, route: "/keys/{set}" });
    log.info("done");
    log.flush();
    assert.equal(
      writes.join(""),
      "2026-07-01T12:00:00.000Z warn  slow                         plane=public duration_ms=1200 route=/keys/{set}\n" +
        "2026-07-01T12:00:00.000Z info  done\n",
    );
  });

  it("mallory cannot forge a line, move the cursor or turn the text around", () => {
    const { log, writes } = listen({ format: "text" });
    log.info("asked\nforged", {
      agent: 'a" b=c\n2026 error\u001b[2J\u009b\u202e',
      list: ["\u009b"],
    });
    log.flush();
    assert.doesNotMatch(writes.join("").slice(0, -1), /[\p{Cc}\u202e]/u);
  });

  it("shows a stack below the line, indented, and its cause after it", () => {
    const { log, writes } = listen({ format: "text" });
    log.error("failed", { error: new Error("outer", { cause: new Error("inner") }) });
    log.flush();
    assert.match(
      writes.join(""),
      /error=outer\n {4}Error: outer\n[^]* {4}caused by Error: inner\n/,
    );
  });

  it("an error that is its own cause is logged", () => {
    for (const format of ["json", "text"] as const) {
      const { log, writes } = listen({ format });
      const error = new Error("ouroboros");
      error.cause = error;
      log.error("failed", { error });
      log.flush();
      assert.match(writes.join(""), /ouroboros/);
    }
  });

  it("is painted only when asked", () => {
    const { log, writes } = listen({ format: "text", colour: true });
    log.error("red");
    log.flush();
    assert.ok(writes.join("").includes("\u001b[31merror\u001b[0m"));
  });
});
