import assert from "node:assert/strict";
import { once } from "node:events";
import { get } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { connect as connectSecurely } from "node:tls";
import { registerMachine } from "../operations/machine.ts";
import { SYSTEM_SECRET, temporaryDirectory } from "./databases.ts";
import { freePorts } from "./free-ports.ts";
import { launch, serve, type ServingProcess, whenReady } from "./latchkey-process.ts";

const GRANT = "grant_type=client_credentials";
const HEAD = [
  "POST /oauth2/token HTTP/1.1",
  "Host: id.example",
  "Content-Type: application/x-www-form-urlencoded",
];
/** The same request as the fast lane reads it, and as only Node's parser does. */
const lanes: Readonly<Record<string, readonly string[]>> = {
  "the fast lane": [`Content-Length: ${GRANT.length}`, "", GRANT],
  "Node's parser": [
    "Transfer-Encoding: chunked",
    "",
    GRANT.length.toString(16),
    GRANT,
    "0",
    "",
    "",
  ],
};

describe("a server that is stopped by a signal", { concurrency: true }, () => {
  for (const [lane, rest] of Object.entries(lanes)) {
    it(`answers requests that wait in its accept queue, through ${lane}`, async () => {
      // Without a delay, in which the queue would be emptied anyway.
      const settings = { dsn: "memory", "serve.limits.drain_delay": "0s" };
      const server = await serve({ cwd: temporaryDirectory(), settings });
      const answers = await sendWhileStopped(server, [server.pid], rest);
      assertAnswered(answers);
    });
  }

  it("answers requests that wait in the accept queues of its workers", async () => {
    const server = await serve({
      cwd: temporaryDirectory(),
      settings: { "secrets.system": SYSTEM_SECRET, "serve.workers": "2" },
    });
    const rest = lanes["the fast lane"] ?? [];
    assertAnswered(await sendWhileStopped(server, await workersOf(server), rest));
  });

  for (const workers of ["1", "2"]) {
    it(`answers on every connection to its Unix socket that was made, with serve.workers: ${workers}`, async () => {
      const cwd = temporaryDirectory();
      const path = join(cwd, "public.sock");
      const [port, admin_port] = await freePorts();
      const server = launch(["serve", "all"], {
        cwd,
        settings: {
          "secrets.system": SYSTEM_SECRET,
          "serve.workers": workers,
          "serve.public.host": `unix:${path}`,
          "serve.admin.port": String(admin_port),
          "urls.self.issuer": `http://127.0.0.1:${port}`,
        },
      });
      await whenReady(server, [`http://127.0.0.1:${admin_port}`]);
      if (workers === "2") await workersOf(server);
      const clients = Array.from({ length: 16 }, () => callUntilRefused(path));
      const { code } = await server.kill("SIGTERM");
      assert.equal(code, 0);
      for (const answers of await Promise.all(clients)) {
        assert.notEqual(answers.length, 0);
        for (const answer of answers) assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
      }
    });
  }

  it("finishes handshakes that wait in its accept queue", async () => {
    const server = await serve({
      cwd: temporaryDirectory(),
      settings: { dsn: "memory", "urls.self.issuer": "https://127.0.0.1:4444" },
    });
    process.kill(server.pid, "SIGSTOP");
    const port = Number(new URL(server.public_url).port);
    const sockets = Array.from({ length: 10 }, () => connect(port, "127.0.0.1"));
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    const answers = sockets.map((socket) => {
      const secure = connectSecurely({ socket, rejectUnauthorized: false });
      secure.write("GET /health/alive HTTP/1.1\r\nHost: id.example\r\n\r\n");
      return text(secure).catch(String);
    });
    const ended = server.kill("SIGTERM");
    process.kill(server.pid, "SIGCONT");
    assertAnswered(await Promise.all(answers));
    assert.equal((await ended).code, 0);
  });

  it("is not ready from that moment on, and goes on answering for serve.limits.drain_delay", async () => {
    const settings = { dsn: "memory", "serve.limits.drain_delay": "60s" };
    const server = await serve({ cwd: temporaryDirectory(), settings });
    assert.deepEqual(await ask(server, "/health/ready"), [200, "keep-alive"]);
    process.kill(server.pid, "SIGTERM");
    await whenAnswered(server, "/health/ready", 503);
    assert.deepEqual(await ask(server, "/health/ready"), [503, "close"]);
    assert.deepEqual(await ask(server, "/health/alive"), [200, "close"]);
    assert.deepEqual(await ask(server, "/.well-known/openid-configuration"), [200, "close"]);
    const { code } = await server.kill("SIGTERM"); // The second time ends it at once.
    assert.equal(code, null);
  });
});

/** Ten clients connect and send while the processes are stopped; then the server gets SIGTERM and the processes continue. */
async function sendWhileStopped(
  server: ServingProcess,
  pids: readonly number[],
  rest: readonly string[],
): Promise<readonly string[]> {
  const { authorization } = await registerMachine(server.latchkey);
  const request = [...HEAD, `Authorization: ${authorization}`, ...rest].join("\r\n");
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  const port = Number(new URL(server.public_url).port);
  const answers = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const socket = connect(port, "127.0.0.1");
      await once(socket, "connect");
      const answer = text(socket).catch(String);
      await new Promise<void>((resolve) => {
        socket.write(request, () => resolve());
      });
      return { answer };
    }),
  );
  const ended = server.kill("SIGTERM");
  for (const pid of pids) process.kill(pid, "SIGCONT");
  const said = await Promise.all(answers.map(({ answer }) => answer));
  assert.equal((await ended).code, 0);
  return said;
}

function assertAnswered(answers: readonly string[]): void {
  assert.equal(answers.length, 10);
  for (const answer of answers) {
    assert.match(answer, /^HTTP\/1\.1 200 OK\r\n.*^Connection: close\r\n/ims);
  }
}

/** Sends a request on a new connection, again and again, until none can be made. Returns what was received on each. */
async function callUntilRefused(path: string): Promise<readonly string[]> {
  const answers: string[] = [];
  for (;;) {
    const socket = connect(path);
    try {
      await once(socket, "connect");
    } catch {
      return answers;
    }
    socket.write("GET /health/alive HTTP/1.1\r\nHost: id.example\r\nConnection: close\r\n\r\n");
    answers.push(await text(socket).catch(String));
  }
}

/** The processes of both workers, once both take requests. */
async function workersOf(server: Pick<ServingProcess, "said">): Promise<readonly number[]> {
  for (let attempt = 1; attempt <= 500; attempt += 1) {
    const said = server.said();
    if (said.split('"msg":"listening"').length === 3) {
      return [...said.matchAll(/"worker started",.*?"pid":(\d+)/g)].map(([, pid]) => Number(pid));
    }
    await pause(20);
  }
  assert.fail("The workers did not start.");
}

/** The status of an answer, and what becomes of the connection. */
function ask(
  { public_url }: ServingProcess,
  path: string,
): Promise<[status: number | undefined, connection: string | undefined]> {
  const headers = { connection: "keep-alive" };
  return new Promise((resolve, reject) => {
    get(public_url + path, { headers, agent: false }, (response) => {
      response.resume();
      resolve([response.statusCode, response.headers.connection]);
    }).once("error", reject);
  });
}

async function whenAnswered(server: ServingProcess, path: string, status: number): Promise<void> {
  for (let attempt = 1; attempt <= 500; attempt += 1) {
    if ((await ask(server, path))[0] === status) return;
    await pause(20);
  }
  assert.fail(`${path} never answered ${status}.`);
}
