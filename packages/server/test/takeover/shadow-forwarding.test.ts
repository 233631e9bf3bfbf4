import assert from "node:assert/strict";
import { createServer as createHttpServer } from "node:http";
import { connect, createServer, type Server } from "node:net";
import { after, describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { createForwarder } from "@latchkey/takeover/shadow";
import { createRawServer } from "../fuzz/forwarding/old-server.ts";

const TIMEOUT_MS = 300;

describe("what is in front of the old server sends requests there, and nowhere else", () => {
  const targets: readonly (readonly [string, (decoy: string) => string, number])[] = [
    ["two slashes", (decoy) => `//${decoy}/x`, 200],
    ["three slashes", (decoy) => `///${decoy}/x`, 200],
    ["a backslash", (decoy) => `/\\${decoy}/x`, 200],
    ["a user", (decoy) => `//u@${decoy}/x`, 200],
    ["dots", (decoy) => `/..//${decoy}/x`, 200],
    ["an absolute target", (decoy) => `http://${decoy}/x`, 400],
    ["an absolute target of another scheme", (decoy) => `https://${decoy}/x`, 400],
    ["an authority", (decoy) => decoy, 400],
    ["a user in front of what is fixed", (decoy) => `@${decoy}/x`, 400],
    ["an asterisk", () => "*", 400],
  ];
  for (const [title, targetOf, status] of targets) {
    for (const mode of ["forward", "mirror"] as const) {
      it(`with ${title} as the target, where it ${mode}s`, async () => {
        let strangers = 0;
        const decoy = createServer((socket) => {
          strangers += 1;
          socket.destroy();
        });
        const target = targetOf(`127.0.0.1:${await listen(decoy)}`);
        const { port, old } = await startForwarder({ mode });
        const said = await exchange(port, `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`);
        const expected = status === 200 && mode === "mirror" ? 204 : status;
        assert.match(said, new RegExp(`^HTTP/1\\.1 ${expected} `), said);
        assert.equal(strangers, 0);
        assert.deepEqual(old.seen, mode === "forward" && status === 200 ? [`GET ${target}`] : []);
      });
    }
  }

  it("names the old server as the host, whatever host the caller names", async () => {
    const { port, old } = await startForwarder();
    await exchange(port, "GET /x HTTP/1.1\r\nHost: internal.example\r\n\r\n");
    assert.deepEqual(old.violations, []);
  });
});

describe("bodies", () => {
  const hidden = "GET /id-mallory/b-plain HTTP/1.1\r\nHost: a\r\n\r\n";
  const framings: readonly (readonly [string, string])[] = [
    [
      "chunks",
      `Transfer-Encoding: chunked\r\n\r\n${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
    ],
    ["a length", `Content-Length: ${hidden.length}\r\n\r\n${hidden}`],
    [
      "a length that is named as one of the connection",
      `Connection: content-length\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    ],
  ];
  for (const method of ["GET", "DELETE", "HEAD", "OPTIONS", "POST"]) {
    for (const [title, text] of framings) {
      it(`of a ${method} with ${title} never become a request`, async () => {
        const { port, old } = await startForwarder();
        const line = `${method} /id-eve/b-plain`;
        await exchange(port, `${line} HTTP/1.1\r\nHost: a\r\n${text}`);
        const alice = await exchange(port, "GET /id-alice/b-plain HTTP/1.1\r\nHost: a\r\n\r\n");
        assert.match(alice, /\r\n\r\nalice$/);
        assert.deepEqual(old.seen, [line, "GET /id-alice/b-plain"]);
        assert.deepEqual(old.violations, []);
      });
    }
  }

  it("with a coding that is not understood are refused", async () => {
    const { port, old } = await startForwarder();
    const head = "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n";
    assert.match(await exchange(port, `${head}0\r\n\r\n`), /^HTTP\/1\.1 501 /);
    assert.deepEqual(old.seen, []);
  });

  it("that are too long are refused", async () => {
    const { port, old } = await startForwarder();
    const head = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 1000001\r\n\r\n";
    assert.match(await exchange(port, head + "x".repeat(1_000_001)), /^HTTP\/1\.1 413 /);
    assert.deepEqual(old.seen, []);
  });
});

describe("every request comes to an end", () => {
  const ends: readonly (readonly [string, string, RegExp])[] = [
    ["where the old server changes the protocol", "b-switch", /^HTTP\/1\.1 502 /],
    ["where it never answers", "b-silent", /^HTTP\/1\.1 502 /],
    ["where it sends interim answers alone", "b-interim-only", /^HTTP\/1\.1 502 /],
    ["where it ends in the middle", "b-cut", /^HTTP\/1\.1 502 /],
    ["where it answers twice", "b-double", /^HTTP\/1\.1 (?:200|502) /],
    ["where its answer has two lengths", "b-two-lengths", /^HTTP\/1\.1 502 /],
    ["where its answer is coded", "b-coded", /^HTTP\/1\.1 502 /],
  ];
  for (const [title, behaviour, expected] of ends) {
    it(title, async () => {
      const { port, old } = await startForwarder();
      const said = await exchange(port, `GET /id-a/${behaviour} HTTP/1.1\r\nHost: a\r\n\r\n`);
      assert.match(said, expected);
      assert.deepEqual(old.seen, [`GET /id-a/${behaviour}`]);
    });
  }

  it("also of a caller who asks for another protocol, and then speaks it", async () => {
    const { port, old } = await startForwarder();
    const said = await exchange(
      port,
      "GET /id-a/b-switch HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nGET /id-b/b-plain HTTP/1.1\r\nHost: a\r\n\r\n",
    );
    assert.match(said, /^HTTP\/1\.1 502 [^]*\r\nConnection: close\r\n/);
    assert.deepEqual(old.violations, []);
  });

  it("of a caller who sends half a request, or a tunnel", async () => {
    const { port, old } = await startForwarder();
    const half = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab";
    assert.match(await exchange(port, half), /^HTTP\/1\.1 (?:408|502) /);
    assert.equal(await exchange(port, "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n"), "");
    assert.deepEqual(old.seen, []);
  });

  it("of a caller who does not read the answer", async () => {
    const old = createHttpServer((_request, response) => response.end(Buffer.alloc(15_000_000)));
    const { forwarder, port } = await startForwarder({ old: await listen(old) });
    const socket = connect(port, "127.0.0.1").pause();
    socket.on("error", () => {});
    socket.write("GET /x HTTP/1.1\r\nHost: a\r\n\r\n");
    while (forwarder.pending() === 0) await pause(5);
    while (forwarder.pending() > 0) await pause(20);
    socket.destroy();
  });
});

describe("a mirrored request with a verifier", () => {
  const once = [
    "/oauth2/auth?login_verifier=a",
    "/oauth2/auth/?login_verifier=a",
    "/oauth2/auth?consent_verifier=a",
    "//oauth2/auth?consent_verifier=a",
    "/oauth2/%61uth?consent_verifier=a",
    "/x/../oauth2/auth?consent_verifier=a",
    "/oauth2/device/verify?device_verifier=a",
    "/oauth2/device/verify/?user_code=a",
    "/oauth2/sessions/logout?logout_verifier=a",
    "/oauth2/sessions/logout",
    "/userinfo?login_verifier=a",
    "/userinfo?login%5Fverifier=a",
    "/clients/..%2foauth2%2fauth?login_verifier=a",
    "/userinfo/../oauth2/auth",
  ];
  for (const target of once) {
    it(`is not sent to the old server again: ${target}`, async () => {
      const { port, old, skipped } = await startForwarder({ mode: "mirror" });
      await exchange(port, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      assert.deepEqual(skipped, ["mirrored requests that change something"]);
      assert.deepEqual(old.seen, []);
    });
  }
});

describe("the end of a forwarder", () => {
  it("answers what is in flight, and accepts nothing more", async () => {
    const { forwarder, port } = await startForwarder();
    const asked = exchange(port, "GET /id-a/b-slow HTTP/1.1\r\nHost: a\r\n\r\n");
    while (forwarder.pending() === 0) await pause(1);
    assert.equal(await forwarder.drain(5_000), 0);
    assert.match(await asked, /^HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n\r\na$/);
    await assert.rejects(exchange(port, ""), /ECONNREFUSED/);
  });

  it("cuts what takes longer than it may, and says how much", async () => {
    const { forwarder, port } = await startForwarder({ timeout_ms: 60_000 });
    const asked = exchange(port, "GET /id-a/b-silent HTTP/1.1\r\nHost: a\r\n\r\n");
    while (forwarder.pending() === 0) await pause(1);
    assert.equal(await forwarder.drain(50), 1);
    assert.equal(await asked, "");
  });

  it("waits for no connection that asks nothing", async () => {
    const { forwarder, port } = await startForwarder({ timeout_ms: 60_000 });
    const silent = exchange(port, "");
    await exchange(port, "GET /id-a/b-plain HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    assert.equal(await forwarder.drain(60_000), 0);
    assert.equal(await silent, "");
  });
});

async function startForwarder({
  mode = "forward",
  timeout_ms = TIMEOUT_MS,
  old: oldPort,
}: {
  readonly mode?: "forward" | "mirror";
  readonly timeout_ms?: number;
  readonly old?: number;
} = {}) {
  let host = "";
  const old = createRawServer(() => host);
  host = `127.0.0.1:${oldPort ?? (await listen(old.server))}`;
  const skipped: string[] = [];
  const forwarder = createForwarder({
    listener: "public",
    old: new URL(`http://${host}`),
    mode,
    timeout_ms,
    onRequest: () => ({ ready: undefined, end: () => {} }),
    onExchange: () => {},
    onSkipped: (reason) => skipped.push(reason),
  });
  const port = await listen(forwarder.server);
  return { forwarder, port, old, skipped };
}

/** Sends bytes, and returns what comes until the connection ends, or until it is quiet after an answer. */
async function exchange(port: number, text: string): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1" });
  const heard: Uint8Array[] = [];
  const { promise: closed, resolve, reject } = Promise.withResolvers<void>();
  socket.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "ECONNREFUSED") reject(error);
  });
  socket.once("close", () => resolve());
  socket.on("data", (chunk: Buffer) => {
    heard.push(chunk);
    socket.setTimeout(50, () => socket.destroy());
  });
  socket.write(text, "latin1");
  await closed;
  return Buffer.concat(heard).toString("latin1");
}

async function listen(server: Pick<Server, "listen" | "address" | "close">): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  return address.port;
}
