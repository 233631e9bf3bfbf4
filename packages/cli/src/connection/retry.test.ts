import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { withRetries } from "./retry.ts";
import type { ProcessIo } from "../process-io.ts";

const io: ProcessIo = {
  env: {},
  out: () => {},
  err: () => {},
  secret: () => Promise.resolve(""),
  terminal: false,
  colour: false,
  progress: false,
  open: () => {},
  stopped: () => Promise.resolve(),
  onHangUp: () => {},
  inputClosed: () => Promise.resolve(),
};

/** Sends a request to a server that fails once; returns the number of attempts. */
async function ask(method: string, trouble: number | string, fail_after_ms = 60_000) {
  let asked = 0;
  const fetch = withRetries(
    async () => {
      asked += 1;
      if (asked > 1) return new Response("[]");
      if (typeof trouble === "number") return new Response("", { status: trouble });
      throw Object.assign(new Error("no connection"), { code: trouble });
    },
    "http://auth.example",
    fail_after_ms,
    io,
  );
  const outcome = await fetch("http://auth.example/clients", { method }).then(
    ({ status }) => status,
    (error: unknown) => String(error),
  );
  return { asked, outcome };
}

describe("which requests are retried", () => {
  const table: readonly [method: string, trouble: number | string, asked: number][] = [
    ["GET", "ECONNREFUSED", 2],
    ["GET", "ECONNRESET", 2],
    ["GET", 503, 2],
    ["PUT", 502, 2],
    ["GET", 500, 1],
    ["GET", 404, 1],
    ["GET", "DEPTH_ZERO_SELF_SIGNED_CERT", 1],
    ["POST", "ECONNREFUSED", 2],
    ["POST", 503, 2],
    ["POST", "ECONNRESET", 1],
    ["POST", 502, 1],
    ["POST", 504, 1],
  ];
  for (const [method, trouble, asked] of table)
    it(`${method} after ${trouble} → ${asked === 2 ? "retried" : "not retried"}`, async () =>
      assert.equal((await ask(method, trouble)).asked, asked));

  it("nothing is retried when the time is over", async () => {
    const { asked, outcome } = await ask("GET", "ECONNREFUSED", 0);
    assert.deepEqual(
      [asked, /No server responds at .*ECONNREFUSED/.test(String(outcome))],
      [1, true],
    );
    assert.deepEqual(await ask("GET", 503, 0), { asked: 1, outcome: 503 });
  });
});
