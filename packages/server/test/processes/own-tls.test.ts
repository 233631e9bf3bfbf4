import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { get } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { connect } from "node:tls";
import type { JsonWebKeySet, WellKnown } from "@latchkey/api";
import { createSelfSigned } from "../../src/crypto/self-signed.ts";
import { keySets } from "../../src/context/keyring.ts";
import { emptyPostgres } from "../support/postgres.ts";
import { SYSTEM_SECRET, temporaryDirectory } from "./databases.ts";
import { launch, serve } from "./latchkey-process.ts";

const issuer = { "urls.self.issuer": "https://id.example", "log.level": "error" };

describe("a server with an https issuer and no proxy in front of it", { concurrency: true }, () => {
  it("makes a certificate, shows it on both listeners and keeps it in its key set", async () => {
    const cwd = temporaryDirectory();
    const server = await serve({ cwd, settings: issuer });
    const certificate = await certificateOf(server.public_url);
    assert.equal(certificate, await certificateOf(server.admin_url));

    const url = `${server.admin_url}/keys/${keySets.tls}`;
    const { keys }: JsonWebKeySet = JSON.parse(await ask(url, certificate));
    assert.deepEqual(
      keys.map(({ x5c }) => x5c),
      [[certificate.replaceAll(/-----.*-----|\n/g, "")]],
    );
    await server.kill("SIGTERM");

    const next = await serve({ cwd, settings: issuer });
    assert.equal(await certificateOf(next.public_url), certificate);
    await next.kill("SIGTERM");
  });

  it("takes an operator's pair by path", async () => {
    const cwd = temporaryDirectory();
    const { key, cert } = await anOperatorsPair();
    writeFileSync(join(cwd, "tls.key"), key);
    writeFileSync(join(cwd, "tls.crt"), cert);
    await assertServedWith(cert, cwd, {
      "serve.tls.key.path": "tls.key",
      "serve.tls.cert.path": "tls.crt",
    });
  });

  it("takes an operator's pair in base64", async () => {
    const { key, cert } = await anOperatorsPair();
    await assertServedWith(cert, temporaryDirectory(), {
      "serve.tls.key.base64": Buffer.from(key).toString("base64"),
      "serve.tls.cert.base64": Buffer.from(cert).toString("base64"),
    });
  });

  it("exits when it cannot read an operator's pair, with open connections to its database", async () => {
    const { code, err } = await launch(["serve", "all"], {
      cwd: temporaryDirectory(),
      settings: {
        ...issuer,
        dsn: await emptyPostgres(),
        "secrets.system": SYSTEM_SECRET,
        "serve.workers": "1",
        "serve.tls.key.path": "missing.key",
        "serve.tls.cert.path": "missing.crt",
      },
    }).ended;
    assert.equal(code, 1);
    assert.match(err, /^serve\.tls\.key\.path names \/.*\/missing\.key, which does not exist/);
  });
});

async function assertServedWith(
  cert: string,
  cwd: string,
  pair: Readonly<Record<string, string>>,
): Promise<void> {
  const server = await serve({ cwd, settings: { dsn: "memory", ...issuer, ...pair } });
  for (const url of [server.public_url, server.admin_url]) {
    assert.equal((await certificateOf(url)).trim(), cert.trim());
    const discovery = await ask(`${url}/.well-known/openid-configuration`, cert);
    const { issuer: own, introspection_endpoint }: WellKnown = JSON.parse(discovery);
    assert.equal(own, "https://id.example");
    assert.equal(introspection_endpoint, "https://id.example/oauth2/introspect");
    assert.doesNotMatch(discovery, /"http:/);
  }
  await server.kill("SIGTERM");
}

async function anOperatorsPair(): Promise<{ key: string; cert: string }> {
  const hosts = ["id.example", "127.0.0.1"];
  const now = Math.floor(Date.now() / 1000);
  const { key_pem, certificate_pem } = await createSelfSigned({ hosts, days: 30, now });
  return { key: key_pem, cert: certificate_pem };
}

/** The certificate a listener shows, in PEM. */
async function certificateOf(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false });
  await once(socket, "secureConnect");
  const certificate = socket.getPeerX509Certificate();
  socket.destroy();
  return certificate?.toString() ?? assert.fail("It showed no certificate.");
}

/** Sends a request that trusts only this certificate, and checks its name. */
async function ask(url: string, ca: string): Promise<string> {
  const [response] = await once(get(url, { ca, agent: false }), "response");
  assert.equal(response.statusCode, 200);
  return text(response);
}
