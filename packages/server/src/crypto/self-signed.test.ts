import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { createServer, request, type Server } from "node:https";
import { describe, it } from "node:test";
import { parseJwk } from "./parse-jwk.ts";
import { createSelfSigned } from "./self-signed.ts";

const noon = Date.UTC(2026, 5, 1, 12) / 1_000;
const hosts = [
  "localhost",
  "auth.example.com",
  "127.0.0.1",
  "::1",
  "2001:db8::7",
  "fe80:0:1::ffff:0:9",
];

describe("a self-signed certificate", () => {
  it("is of version 3, signed by its own key, and not a certificate authority", async () => {
    const { certificate_pem } = await createSelfSigned({ hosts, days: 365, now: noon });
    const certificate = new X509Certificate(certificate_pem);
    assert.equal(certificate.subject, "CN=Latchkey self-signed");
    assert.ok(certificate.verify(certificate.publicKey));
    assert.ok(certificate.checkIssued(certificate));
    assert.equal(certificate.ca, false);
  });

  it("names every host it was asked for, and no other", async () => {
    const { certificate_pem } = await createSelfSigned({ hosts, days: 365, now: noon });
    const certificate = new X509Certificate(certificate_pem);
    for (const name of ["localhost", "auth.example.com"])
      assert.equal(certificate.checkHost(name), name);
    for (const ip of hosts.slice(2)) assert.equal(certificate.checkIP(ip), ip);
    assert.equal(certificate.checkHost("mallory.example.com"), undefined);
    assert.equal(certificate.checkIP("127.0.0.2"), undefined);
  });

  const spans: [string, number, number, string, string][] = [
    ["a year", noon, 365, "2026-06-01T11:00:00.000Z", "2027-06-01T12:00:00.000Z"],
    [
      "thirty years, past 2049",
      noon,
      10_957,
      "2026-06-01T11:00:00.000Z",
      "2056-05-31T12:00:00.000Z",
    ],
  ];
  for (const [title, now, days, from, to] of spans) {
    it(`is valid from an hour ago for ${title}`, async () => {
      const { certificate_pem } = await createSelfSigned({ hosts, days, now });
      const certificate = new X509Certificate(certificate_pem);
      assert.equal(certificate.validFromDate.toISOString(), from);
      assert.equal(certificate.validToDate.toISOString(), to);
    });
  }

  it("is in the x5c of its key, and the key is accepted like an operator's", async () => {
    const { key, certificate_pem } = await createSelfSigned({ hosts, days: 365, now: noon });
    assert.equal(key.alg, "ES256");
    assert.deepEqual(key.x5c, [new X509Certificate(certificate_pem).raw.toString("base64")]);
    assert.deepEqual(parseJwk(key), { ok: true, value: key });
  });

  it("completes a handshake with a client that trusts it", async () => {
    const now = Math.floor(Date.now() / 1_000);
    const { certificate_pem, key_pem } = await createSelfSigned({ hosts, days: 1, now });
    const server = createServer({ cert: certificate_pem, key: key_pem }, (_, response) => {
      response.end("hello");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      assert.equal(await call(server, { ca: certificate_pem, servername: "localhost" }), 200);
      assert.equal(await call(server, { ca: certificate_pem }), 200);
      await assert.rejects(call(server, {}), { code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});

function call(server: Server, trust: { ca?: string; servername?: string }) {
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  request({ host: "127.0.0.1", port: address.port, agent: false, ...trust })
    .on("response", (response) => resolve(response.resume().statusCode))
    .on("error", reject)
    .end();
  return promise;
}
