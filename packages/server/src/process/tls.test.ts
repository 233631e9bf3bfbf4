import assert from "node:assert/strict";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { connect } from "node:tls";
import { testConfig } from "../../test/support/server.ts";
import type { Config } from "../config/settings.ts";
import { createSelfSigned } from "../crypto/self-signed.ts";
import { createLog } from "../telemetry/log.ts";
import { checkFiles } from "./check-files.ts";
import { startServer } from "./start.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-tls-"));
after(() => rmSync(folder, { recursive: true }));

const NOW_MS = Date.UTC(2026, 5, 1, 12);
const HTTPS = {
  "urls.self.issuer": "https://id.example",
  "serve.public.port": 0,
  "serve.admin.port": 0,
};

const own = await aPair();
const another = await aPair();
const encrypted = createPrivateKey(own.key).export({
  type: "pkcs8",
  format: "pem",
  cipher: "aes-256-cbc",
  passphrase: "hunter2",
});

const KEY = /^serve\.tls\.key\.path \(\/.*\/tls\.key\)/;
const CERT = /^serve\.tls\.cert\.path \(\/.*\/tls\.crt\)/;

const unusable: readonly [what: string, key: string, cert: string, says: RegExp[]][] = [
  ["a key that is encrypted", encrypted, own.cert, [KEY, /is encrypted/, /openssl/]],
  ["no key", own.cert, own.cert, [KEY, /must have the private key in PEM/]],
  ["no certificate", own.key, own.key, [CERT, /must have the certificate in PEM/]],
  ["an empty file", own.key, "", [CERT, /must have the certificate in PEM/]],
  ["the certificate of another key", own.key, another.cert, [CERT, /another key/]],
  [
    "its certificate after that of another key",
    own.key,
    another.cert + own.cert,
    [CERT, /must begin with the certificate of the key/],
  ],
];

describe("a server with its own certificate", () => {
  for (const [what, key, cert, says] of unusable) {
    it(`names the setting and the file with ${what}`, async () => {
      const started = startAndClose(configOf({ key, cert }));
      await assert.rejects(started, (error: Error) => {
        for (const part of says) assert.match(error.message, part);
        assert.doesNotMatch(error.message, /hunter2|BEGIN/);
        return true;
      });
    });
  }

  it("names a file that is a folder", async () => {
    const config = { ...configOf(own), "serve.tls.cert.path": folder };
    await assert.rejects(startAndClose(config), {
      message: `serve.tls.cert.path names ${folder}, which is a folder: name a file in it.`,
    });
  });

  it("names the setting of a certificate in base64", async () => {
    const key = Buffer.from(own.key).toString("base64");
    const config = testConfig({
      ...HTTPS,
      "serve.tls.key.base64": key,
      "serve.tls.cert.base64": "AAAA",
    });
    await assert.rejects(
      startAndClose(config),
      /^SettingFileError: serve\.tls\.cert\.base64 must have/,
    );
  });

  const times: readonly [when: string, days_later: number, warnings: number][] = [
    ["has expired", 31, 1],
    ["is not valid yet", -1, 1],
    ["is valid", 29, 0],
  ];
  for (const [when, days_later, warnings] of times) {
    it(`starts with a certificate that ${when}, with ${warnings} warnings`, async () => {
      const lines: string[] = [];
      const log = createLog({ level: "warn", format: "json", write: (text) => lines.push(text) });
      const now_ms = (): number => NOW_MS + days_later * 86_400_000;
      const server = await startServer(configOf(own), { log, now_ms });
      await server.close();
      const found = lines.join("").match(/"the TLS certificate is expired or not valid yet"/g);
      assert.equal(found?.length ?? 0, warnings);
    });
  }
});

describe("the listeners of a server", () => {
  const { key: public_key, cert: public_cert } = encoded(own);
  const { key: admin_key, cert: admin_cert } = encoded(another);
  const shared = { "serve.tls.key.base64": public_key, "serve.tls.cert.base64": public_cert };
  const ofAdmin = {
    "serve.admin.tls.key.base64": admin_key,
    "serve.admin.tls.cert.base64": admin_cert,
  };

  it("serve the certificate they share, or the one of their own", async () => {
    const config = testConfig({ ...HTTPS, ...shared, ...ofAdmin });
    const server = await startServer(config);
    try {
      assert.match(String(server.admin_url), /^https:/);
      assert.equal(await servedBy(server.ports.public), fingerprintOf(own.cert));
      assert.equal(await servedBy(server.ports.admin), fingerprintOf(another.cert));
    } finally {
      await server.close();
    }
  });

  it("serve plain HTTP where TLS is not enabled, to every caller", async () => {
    const config = testConfig({ ...HTTPS, ...shared, "serve.admin.tls.enabled": false });
    const server = await startServer(config);
    try {
      assert.equal(await servedBy(server.ports.public), fingerprintOf(own.cert));
      assert.match(String(server.admin_url), /^http:/);
      const response = await fetch(`${server.admin_url}/clients`);
      assert.equal(response.status, 200);
    } finally {
      await server.close();
    }
  });

  it("name the setting of a certificate that cannot be used once", async () => {
    const config = testConfig({ ...HTTPS, ...shared, "serve.tls.cert.base64": "AAAA" });
    const problems = await checkFiles(config);
    assert.deepEqual(
      problems.map(({ key }) => key),
      ["serve.tls.cert.base64"],
    );
  });
});

function encoded({ key, cert }: { key: string; cert: string }): { key: string; cert: string } {
  const base64 = (text: string): string => Buffer.from(text).toString("base64");
  return { key: base64(key), cert: base64(cert) };
}

function fingerprintOf(cert: string): string {
  return new X509Certificate(cert).fingerprint256;
}

/** The fingerprint of the certificate that a port serves. */
async function servedBy(port: number): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false });
  try {
    await once(socket, "secureConnect");
    return socket.getPeerCertificate().fingerprint256;
  } finally {
    socket.destroy();
  }
}

function configOf({ key, cert }: { key: string; cert: string }) {
  const paths = { key: join(folder, "tls.key"), cert: join(folder, "tls.crt") };
  writeFileSync(paths.key, key);
  writeFileSync(paths.cert, cert);
  return testConfig({
    ...HTTPS,
    "serve.tls.key.path": paths.key,
    "serve.tls.cert.path": paths.cert,
  });
}

async function startAndClose(config: Config): Promise<void> {
  const server = await startServer(config);
  await server.close();
}

async function aPair(): Promise<{ key: string; cert: string }> {
  const now = NOW_MS / 1000;
  const made = await createSelfSigned({ hosts: ["id.example"], days: 30, now });
  return { key: made.key_pem, cert: made.certificate_pem };
}
