import assert from "node:assert/strict";
import { test } from "node:test";

import { createLog, levels, type Logger } from "./log.ts";

test("only the six fields pass, whatever else an object carries", () => {
  const said: unknown[] = [];
  const fields = {
    method: "POST",
    path: "/oauth/token",
    attempt: 0,
    delayMs: 5,
    code: "c",
    requestId: "r",
  };
  const log = createLog((...event) => said.push(event), "debug");
  log("warn", "request fail", Object.assign({ body: "lk_wat_alice", message: "m" }, fields));
  assert.deepEqual(said, [["warn", "request fail", fields]]);
});

test("what is absent is no field", () => {
  const said: unknown[] = [];
  const log = createLog((_level, _event, fields) => said.push(fields), "debug");
  log("info", "request success", { method: "POST", requestId: undefined });
  assert.deepEqual(said, [{ method: "POST" }]);
});

for (const [index, least] of levels.entries()) {
  test(`a logger with the level ${least} gets that level and more severe ones`, () => {
    const heard: string[] = [];
    const log = createLog((level) => heard.push(level), least);
    for (const level of levels) log(level, "request start", {});
    assert.deepEqual(heard, levels.slice(index));
  });
}

const loggers: [string, Logger | undefined][] = [
  ["throws", () => raise()],
  ["rejects", async () => raise()],
  ["does not exist", undefined],
];

for (const [title, logger] of loggers) {
  test(`a logger that ${title} does not affect the client`, () => {
    assert.doesNotThrow(() => createLog(logger, "debug")("warn", "request fail", {}));
  });
}

function raise(): never {
  throw new Error("The disk is full.");
}
