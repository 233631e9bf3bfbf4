import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, test } from "node:test";
import type { JsonWebKey } from "@latchkey/api";
import { ok } from "../../src/result.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { makeSigner, presentAssertion, signAssertion, type Signer } from "./assertion.ts";
import { registerMachine } from "./machine.ts";
import { assertRefused, type Received } from "./refusal.ts";

const development = await startTestServer({ "urls.self.issuer": "http://127.0.0.1:4444" });
const key = await makeSigner("2027-01");
const stranger = await makeSigner("2027-99");

test("keys at a jwks_uri are fetched, and fetched again when the client has rotated them", async () => {
  const remote = { keys: [key.open], asked: 0 };
  const client_id = await register(development, await serveKeys(remote));

  assert.equal((await present(development, client_id, key)).status, 200);
  assert.equal((await present(development, client_id, key)).status, 200);
  assert.equal(remote.asked, 1, "keys that are at hand are not fetched again");

  const next = await makeSigner("2027-02");
  remote.keys = [next.open];
  development.clock.now += 60;
  assert.equal((await present(development, client_id, next)).status, 200);
  assertRefused(await present(development, client_id, key), 401, "invalid_client");
  assertRefused(await present(development, client_id, stranger), 401, "invalid_client");
  assert.equal(remote.asked, 2, "nor can a stranger make us fetch them at will");
});

test("a jwks_uri without keys, or where there is nothing, is invalid_client and not a server error", async () => {
  const remote = { keys: [], asked: 0 };
  const jwks_uri = await serveKeys(remote);
  for (const uri of [jwks_uri, `${jwks_uri}/nowhere`]) {
    const client_id = await register(development, uri);
    assertRefused(await present(development, client_id, key), 401, "invalid_client");
  }
});

test("in production a jwks_uri on loopback is not asked at all", async () => {
  const production = await startTestServer(
    { "urls.self.issuer": "https://id.example" },
    // As if it had been registered in development.
    { wrapOutbound: (outbound) => ({ ...outbound, checkUrl: ok }) },
  );
  const remote = { keys: [key.open], asked: 0 };
  const client_id = await register(production, await serveKeys(remote));
  assertRefused(await present(production, client_id, key), 401, "invalid_client");
  assert.equal(remote.asked, 0);
});

async function register({ latchkey }: TestServer, jwks_uri: string): Promise<string> {
  const client_id = crypto.randomUUID();
  await registerMachine(latchkey, {
    client_id,
    token_endpoint_auth_method: "private_key_jwt",
    token_endpoint_auth_signing_alg: "ES256",
    jwks_uri,
  });
  return client_id;
}

async function present(at: TestServer, client_id: string, signer: Signer): Promise<Received> {
  const { token_endpoint } = await at.latchkey.discoverOpenIDConfiguration();
  const assertion = await signAssertion(signer, {
    iss: client_id,
    sub: client_id,
    aud: token_endpoint,
    exp: at.clock.now + 60,
    jti: crypto.randomUUID(),
  });
  return presentAssertion(at.latchkey, assertion);
}

/** Publishes keys on loopback and counts who asks. */
async function serveKeys(remote: { keys: readonly JsonWebKey[]; asked: number }): Promise<string> {
  const server = createServer((request, response) => {
    remote.asked += 1;
    response.statusCode = request.url === "/jwks.json" ? 200 : 404;
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ keys: remote.keys }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  return `http://127.0.0.1:${address.port}/jwks.json`;
}
