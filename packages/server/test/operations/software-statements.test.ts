import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { createServer } from "../../src/process/server.ts";
import { startReceiver } from "../support/receiver.ts";
import { startTestServer, testConfig } from "../support/server.ts";
import { callRegistration, photos, registerSelf } from "./registration.ts";

const directory = mkdtempSync(join(tmpdir(), "latchkey-statements-"));
after(() => rmSync(directory, { recursive: true }));
const jwks_path = join(directory, "jwks.json");
const { privateKey, publicKey } = await generateKeyPair("ES256");
const other = await generateKeyPair("ES256");
const jwk = { ...(await exportJWK(publicKey)), kid: "d1", alg: "ES256" };
writeFileSync(jwks_path, JSON.stringify({ keys: [jwk] }));

const DIRECTORY = "https://directory.example";
const remote = await startReceiver(() => ({ body: JSON.stringify({ keys: [jwk] }) }));
const issuers = [
  { issuer: DIRECTORY, jwks_path },
  { issuer: "https://remote.example", jwks_uri: remote.url },
];
const settings = {
  "oauth2.registration.mode": "open",
  "oauth2.registration.allowed_scope": ["openid", "accounts"],
  "oauth2.registration.software_statement.issuers": issuers,
};
const server = await startTestServer(settings);

function sign(claims: object, { iss = DIRECTORY, key = privateKey, header = {} } = {}) {
  return new SignJWT({ iss, ...claims })
    .setProtectedHeader({ alg: "ES256", kid: "d1", ...header })
    .sign(key);
}

describe("RFC 7591 §2.3: a software statement", () => {
  const claims = {
    software_id: "bank-app",
    client_name: "Bank",
    redirect_uris: ["https://bank.example/callback"],
    scope: "openid",
    audience: ["https://core.bank.example"],
  };

  for (const { issuer } of issuers) {
    it(`of ${issuer} replaces what the client says, and is returned unchanged`, async () => {
      const software_statement = await sign(claims, { iss: issuer });
      const { id, reply } = await registerSelf(server, {
        ...photos,
        tos_uri: "https://bank.example/terms",
        software_statement,
      });
      assert.equal(reply.body.software_statement, software_statement);
      assert.equal(reply.body.client_name, "Bank");
      assert.deepEqual(reply.body.redirect_uris, claims.redirect_uris);
      assert.equal(reply.body.scope, "openid");
      assert.equal(reply.body.software_id, "bank-app");
      assert.equal(reply.body.tos_uri, "https://bank.example/terms");
      const client = await server.latchkey.getOAuth2Client({ id });
      assert.deepEqual(client.audience, [], "but sets no more than a client may");
    });
  }

  it("binds updates too, sent again or not, and after it expired", async () => {
    const exp = server.clock.now + 60;
    const software_statement = await sign({ ...claims, exp });
    const { id, token, reply } = await registerSelf(server, { ...photos, software_statement });
    const path = `/connect/register/${id}`;
    server.clock.now += 3600;
    let current: string | undefined = token;
    for (const body of [{ ...photos, client_name: "Mallory" }, reply.body]) {
      const request = { method: "PUT", path, token: current, body };
      const changed = await callRegistration(server, request);
      assert.equal(changed.status, 200, JSON.stringify(changed.body));
      assert.equal(changed.body.client_name, "Bank");
      assert.equal(changed.body.software_statement, software_statement);
      current = changed.body.registration_access_token;
    }
    server.clock.now -= 3600;
  });

  const { now } = server.clock;
  const refused: [string, () => Promise<string>, string][] = [
    [
      "an issuer that is not trusted",
      () => sign({}, { iss: "https://x.example" }),
      "unapproved_software_statement",
    ],
    ["no issuer", () => sign({ iss: undefined }), "invalid_software_statement"],
    ["another key", () => sign({}, { key: other.privateKey }), "invalid_software_statement"],
    ["an expiry that has passed", () => sign({ exp: now - 61 }), "invalid_software_statement"],
    ["a time that has not come", () => sign({ nbf: now + 61 }), "invalid_software_statement"],
    [
      "another kind of token",
      () => sign({}, { header: { typ: "at+jwt" } }),
      "invalid_software_statement",
    ],
    ["changed claims", tampered, "invalid_software_statement"],
    ["no signature", unsigned, "invalid_software_statement"],
    ["a scope beyond the cap", () => sign({ scope: "admin" }), "invalid_client_metadata"],
    ["a script", () => sign({ redirect_uris: ["javascript:x"] }), "invalid_redirect_uri"],
  ];
  for (const [what, statement, error] of refused) {
    it(`is refused with ${what}`, async () => {
      const body = { ...photos, software_statement: await statement() };
      const reply = await callRegistration(server, { body });
      assert.deepEqual([reply.status, reply.body.error], [400, error]);
    });
  }

  it("can be required", async () => {
    const strict = await startTestServer({
      ...settings,
      "oauth2.registration.software_statement.required": true,
    });
    const without = await callRegistration(strict, { body: photos });
    assert.deepEqual([without.status, without.body.error], [400, "invalid_software_statement"]);
    await registerSelf(strict, { ...photos, software_statement: await sign({}) });
  });

  it("needs keys that can be read", async () => {
    const path = join(directory, "broken.json");
    writeFileSync(path, '{"keys":[{"kty":"EC"}]}');
    const config = testConfig({
      "oauth2.registration.software_statement.issuers": [{ issuer: DIRECTORY, jwks_path: path }],
    });
    await assert.rejects(createServer(config), /broken\.json.*crv is missing/);
  });

  for (const wrong of [{}, { issuer: DIRECTORY }, { issuer: "", jwks_path }, "https://x.example"]) {
    it(`needs an issuer and its keys, not ${JSON.stringify(wrong)}`, () => {
      assert.throws(
        () => testConfig({ "oauth2.registration.software_statement.issuers": [wrong] }),
        /jwks_uri/,
      );
    });
  }
});

async function tampered(): Promise<string> {
  const [header, , signature] = (await sign({ client_name: "Bank" })).split(".");
  return `${header}.${encode({ iss: DIRECTORY, client_name: "Mallory" })}.${signature}`;
}

async function unsigned(): Promise<string> {
  return `${encode({ alg: "none" })}.${encode({ iss: DIRECTORY })}.`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
