import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { SYSTEM_SECRET, temporaryDirectory } from "./databases.ts";
import { launch, type LatchkeyProcess } from "./latchkey-process.ts";

const REQUEST = "GET /health/alive HTTP/1.1\r\nHost: id.example\r\nConnection: close\r\n\r\n";
/** A connection without an end fails the test, and does not hang it. */
const DEADLINE_MS = 20_000;

it("connections to a Unix socket are answered when a worker is killed before it accepted them", async () => {
  const cwd = temporaryDirectory();
  const path = join(cwd, "public.sock");
  const server = launch(["serve", "public"], {
    cwd,
    settings: {
      "secrets.system": SYSTEM_SECRET,
      "serve.workers": "2",
      "serve.public.host": `unix:${path}`,
    },
  });
  const [victim, other] = await workersOf(server);
  process.kill(victim, "SIGSTOP");
  process.kill(other, "SIGSTOP");
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(path)));
  process.kill(victim, "SIGKILL");
  process.kill(other, "SIGCONT");
  for (const answer of await Promise.all(answers.map((one) => one()))) {
    assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
  }
  assert.equal((await server.kill("SIGTERM")).code, 0);
});

/** Sends a request on a new connection. The result returns all that is received on it. */
async function send(path: string): Promise<() => Promise<string>> {
  const socket = connect(path);
  await once(socket, "connect");
  socket.setTimeout(DEADLINE_MS, () => socket.destroy(new Error("It was not answered.")));
  const answer = text(socket).catch(String);
  await new Promise<void>((resolve) => {
    socket.write(REQUEST, () => resolve());
  });
  return () => answer;
}

/** The processes of both workers, once both accept connections. */
async function workersOf({ said }: LatchkeyProcess): Promise<[number, number]> {
  for (let attempt = 1; attempt <= 1_000; attempt += 1) {
    const [first, second] = said().matchAll(/"worker started",.*?"pid":(\d+)/g);
    if (said().split('"msg":"listening"').length === 3 && first && second) {
      return [Number(first[1]), Number(second[1])];
    }
    await pause(20);
  }
  assert.fail(`The workers did not start:\n${said()}`);
}
