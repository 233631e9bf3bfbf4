import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { lstatSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { request as httpsRequest, type RequestOptions } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { connect, type ConnectionOptions, getCiphers } from "node:tls";
import { createSelfSigned } from "../../crypto/self-signed.ts";
import { makeCertificate } from "../../../test/support/certificates.ts";
import { json } from "../response.ts";
import type { Handler } from "../handler.ts";
import { CLOSE, echo, exchange, pausing, start } from "./listen-fixture.ts";

describe("a listener", () => {
  it("takes a free port and returns it", async () => {
    const listener = await start();
    assert.ok(listener.port > 0);
    assert.equal(listener.url, `http://127.0.0.1:${listener.port}`);
    const response = await fetch(`${listener.url}/a?b=c`, { method: "POST", body: "né" });
    assert.equal(
      response.headers.get("content-length"),
      String((await response.clone().text()).length + 1),
    );
    assert.deepEqual(await response.json(), {
      method: "POST",
      target: "/a?b=c",
      type: "text/plain;charset=UTF-8",
      body: "né",
      encrypted: false,
    });
  });

  it("says which setting to change when the port is in use", async () => {
    const { port } = await start();
    await assert.rejects(start({ port }), /127\.0\.0\.1:\d+ is in use.*serve\.public\.port/);
    await assert.rejects(start({ host: "192.0.2.1" }), /not an address.*serve\.public\.host/);
  });

  it("listens on a Unix socket, which counts as private", async () => {
    const path = join(mkdtempSync(join(tmpdir(), "latchkey-")), "public.sock");
    const listener = await start({ host: `unix:${path}` });
    assert.equal(listener.url, `unix:${path}`);
    const answer = await ask({ socketPath: path, path: "/echo" });
    assert.equal(JSON.parse(answer).encrypted, true);
    await assert.rejects(start({ host: `unix:${path}` }), /is in use.*serve\.public\.host/);
  });

  it("takes over a Unix socket that a killed process left behind, and no other file", async () => {
    const directory = mkdtempSync(join(tmpdir(), "latchkey-"));
    const path = join(directory, "public.sock");
    const listens = `require("node:net").createServer().listen(process.argv[1], () => process.kill(process.pid, "SIGKILL"))`;
    spawnSync(process.execPath, ["-e", listens, path]);
    assert.equal(lstatSync(path).isSocket(), true);
    await start({ host: `unix:${path}` });
    assert.equal(JSON.parse(await ask({ socketPath: path, path: "/echo" })).target, "/echo");

    const file = join(directory, "notes");
    writeFileSync(file, "of the operator");
    await assert.rejects(start({ host: `unix:${file}` }), /is in use.*serve\.public\.host/);
    assert.equal(readFileSync(file, "utf8"), "of the operator");
  });

  it("names the peers of a Unix socket as such, whichever parser reads the request", async () => {
    for (const fast_lane of [true, false]) {
      const path = join(mkdtempSync(join(tmpdir(), "latchkey-")), "public.sock");
      const handler: Handler = ({ address }) => json(200, { address });
      await start({ host: `unix:${path}`, fast_lane, handler });
      const answer = await ask({ socketPath: path, path: "/" });
      assert.deepEqual(JSON.parse(answer), { address: "unix" });
    }
  });

  it("speaks TLS", async () => {
    const { key_pem: key, certificate_pem: cert } = await createSelfSigned({
      hosts: ["127.0.0.1"],
      days: 1,
      now: Math.floor(Date.now() / 1000),
    });
    const { url, port } = await start({ tls: { key, cert } });
    assert.match(url, /^https:/);
    const answer = await ask({ host: "127.0.0.1", port, ca: cert, path: "/echo" });
    assert.equal(JSON.parse(answer).encrypted, true);
  });

  it("prefers TLS 1.3, and offers only the cipher suites of BCP 195 in TLS 1.2", async () => {
    const { key, cert } = makeRsaCertificate();
    const { port } = await start({ tls: { key, cert } });
    const protocolOf = async (options: ConnectionOptions): Promise<string | null> => {
      const socket = connect({ host: "127.0.0.1", port, ca: cert, ...options });
      try {
        await once(socket, "secureConnect");
        return socket.getProtocol();
      } catch {
        return null;
      } finally {
        socket.destroy();
      }
    };
    assert.equal(await protocolOf({}), "TLSv1.3");
    const found: string[] = [];
    const others = getCiphers().filter((suite) => !/^tls_|psk|srp/.test(suite));
    assert.ok(others.includes("ecdhe-rsa-aes128-sha") && others.includes("aes128-gcm-sha256"));
    for (const name of others) {
      const ciphers = `${name.toUpperCase()}:@SECLEVEL=0`;
      if ((await protocolOf({ maxVersion: "TLSv1.2", ciphers })) !== null) found.push(name);
    }
    assert.deepEqual(found.toSorted(), [
      "ecdhe-rsa-aes128-gcm-sha256",
      "ecdhe-rsa-aes256-gcm-sha384",
    ]);
    assert.equal(await protocolOf({ minVersion: "TLSv1", maxVersion: "TLSv1.1" }), null);
  });

  it("answers HEAD with the length of what GET would say, and no body", async () => {
    const listener = await start();
    const answered = await exchange(listener, `HEAD /a HTTP/1.1\r\nHost: op\r\n${CLOSE}\r\n`);
    assert.match(answered, /^HTTP\/1\.1 200 OK\r\n/);
    assert.match(answered, /Content-Length: \d\d/);
    assert.ok(answered.endsWith("\r\n\r\n"));
  });

  it("sends 204 without a length, and several cookies as several headers", async () => {
    const headers = { "Set-Cookie": ["a=1", "b=2"] };
    const listener = await start({ handler: () => ({ status: 204, headers, body: "" }) });
    const answered = await exchange(listener, `GET / HTTP/1.1\r\nHost: op\r\n${CLOSE}\r\n`);
    assert.doesNotMatch(answered, /Content-Length/);
    assert.match(answered, /Set-Cookie: a=1\r\nSet-Cookie: b=2\r\n/);
  });

  it("joins two Authorization headers into an invalid one", async () => {
    const handler: Handler = ({ headers }) => json(200, headers["authorization"]);
    const twice = "Authorization: Bearer a\r\nAuthorization: Bearer b\r\nSet-Cookie: c=1\r\n";
    const answered = await exchange(
      await start({ handler }),
      `GET / HTTP/1.1\r\nHost: op\r\n${twice}${CLOSE}\r\n`,
    );
    assert.match(answered, /"Bearer a, Bearer b"/);
  });

  it("answers pipelined requests in the order they came", async () => {
    const held = pausing();
    const handler: Handler = (incoming) =>
      incoming.target === "/slow" ? held.handler(incoming) : echo(incoming);
    const listener = await start({ handler });
    const answered = exchange(
      listener,
      "GET /slow HTTP/1.1\r\nHost: op\r\n\r\n",
      `GET /fast HTTP/1.1\r\nHost: op\r\n${CLOSE}\r\n`,
    );
    await held.arrived;
    held.release();
    assert.match(await answered, /"late":true.*"target":"\/fast"/s);
  });

  it("answers 500 when an endpoint writes a header HTTP cannot carry", async () => {
    const headers = { Location: "/\r\nSet-Cookie: mallory=1" };
    const { url } = await start({ handler: () => ({ status: 302, headers, body: "" }) });
    const response = await fetch(url, { redirect: "manual" });
    assert.equal(response.status, 500);
    assert.equal(response.headers.get("set-cookie"), null);
  });
});

/** With RSA there are more cipher suites than with the key of a self-signed certificate of the server. */
function makeRsaCertificate(): { readonly key: string; readonly cert: string } {
  const extensions = ["subjectAltName=IP:127.0.0.1"];
  return makeCertificate({ subject: "/CN=127.0.0.1", extensions, key_type: "rsa" });
}

function ask(options: RequestOptions): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const send = options.ca === undefined ? httpRequest : httpsRequest;
  send(options, (response) => resolve(text(response)))
    .on("error", reject)
    .end();
  return promise;
}
