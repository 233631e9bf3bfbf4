import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

import { temporaryDirectory } from "../../server/test/processes/databases.ts";
import { isFree } from "../../server/test/processes/free-ports.ts";
import { type LatchkeyProcess, launch } from "../../server/test/processes/latchkey-process.ts";

const settings = {
  dsn: "memory",
  demo: "true",
  "serve.public.port": "0",
  "serve.admin.port": "0",
};

it("a demo port that is taken ends the start with the name of its setting", async () => {
  const squatter = createServer().listen(0, "127.0.0.1");
  await once(squatter, "listening");
  const address = squatter.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const started = launch(["serve", "all"], {
    cwd: temporaryDirectory(),
    settings: { ...settings, "serve.demo.port": String(port) },
  });
  const { code, out, err } = await started.ended;
  squatter.close();

  const [sentence = "", because = ""] = err.split("\n");
  assert.equal(
    sentence,
    `127.0.0.1:${port} is in use: stop the process that listens there, or change serve.demo.port.`,
  );
  assert.match(because, /^ {2}Cause: .*EADDRINUSE/);
  assert.equal(code, 1);
  const [, own_port = ""] = /"public_url":"http:\/\/127\.0\.0\.1:(\d+)"/.exec(out) ?? [];
  assert.ok(await isFree(Number(own_port)), "the server behind the demo stopped too");
});

it("without a terminal the log names the demo and its account, and one SIGTERM stops it", async () => {
  const started = launch(["serve", "all"], {
    cwd: temporaryDirectory(),
    settings: { ...settings, "serve.demo.port": "0" },
  });
  await whenSaid(started, "demo is listening");
  const { code, out, err } = await started.kill("SIGTERM");
  assert.deepEqual({ code, err }, { code: 0, err: "" });
  const line = out.split("\n").find((text) => text.includes("demo is listening")) ?? "";
  const { demo_url, sign_in }: Record<string, unknown> = JSON.parse(line);
  assert.match(String(demo_url), /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.equal(sign_in, "as alice, password wonderland");
});

it("a SIGTERM that arrives while the server starts stops it as well", async () => {
  const started = launch(["serve", "all"], {
    cwd: temporaryDirectory(),
    settings: { ...settings, "serve.demo.port": "0" },
  });
  await whenSaid(started, '"msg":"listening"');
  const { code, err } = await started.kill("SIGTERM"); // The demo is still being made.
  assert.deepEqual({ code, err }, { code: 0, err: "" });
});

async function whenSaid({ ended, said }: LatchkeyProcess, words: string): Promise<void> {
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  while (!said().includes(words)) {
    assert.ok(!hasEnded, `It ended before it said ${words}: ${said()}`);
    await pause(5);
  }
}
