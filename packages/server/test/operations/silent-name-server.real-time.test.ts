import assert from "node:assert/strict";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { startNameServer } from "../support/name-server.ts";
import { startTestServer } from "../support/server.ts";
import { makeSigner, presentAssertion, signAssertion } from "./assertion.ts";
import { registerMachine } from "./machine.ts";
import { assertRefused, type Received, receive } from "./refusal.ts";

const names = await startNameServer({
  "keys.photos.example": ["127.0.0.1"],
  "*.mallory.example": "silent",
  "*.down.example": "silent",
});
const server = await startTestServer(
  {
    "urls.self.issuer": "http://127.0.0.1:4444",
    "oauth2.client_id_metadata_documents.enabled": true,
  },
  { name_servers: [names.address] },
);
const { latchkey, clock } = server;
const key = await makeSigner("2027-01");

test("names whose name server is silent stop neither the clients of an administrator nor other lookups", async () => {
  await register("photos", `http://keys.photos.example:${await serveKeys()}/jwks.json`);
  const began = performance.now();
  const silent = Array.from({ length: 12 }, (_, at) =>
    callAs(`https://n${at}.mallory.example/app`),
  );
  let givenUp = 0;
  for (const one of silent) void one.finally(() => (givenUp += 1));
  // As many as are looked up at once; the others wait behind them.
  while (new Set(names.asked.filter((name) => name.endsWith(".mallory.example"))).size < 4) {
    assert.ok(
      performance.now() - began < 10_000,
      `only these were asked for: ${names.asked.join()}`,
    );
    await nextTurn();
  }

  assert.equal((await present("photos")).status, 200);
  await lookup("localhost"); // As a token hook or the connection to the database is looked up.
  assert.equal(givenUp, 0, "nothing waited for a silent name");

  for (const received of await Promise.all(silent)) {
    assertRefused(received, 503, "temporarily_unavailable");
    assert.ok(Number(received.headers.get("retry-after")) > 0);
  }
  assert.ok(performance.now() - began < 15_000);
});

test("a client whose keys cannot be looked up or fetched gets 503 with Retry-After, and not invalid_client", async () => {
  const down = ["http://keys.down.example/jwks.json", "http://127.0.0.1:1/jwks.json"];
  for (const [at, jwks_uri] of down.entries()) {
    await register(`down-${at}`, jwks_uri);
    const received = await present(`down-${at}`);
    assertRefused(received, 503, "temporarily_unavailable");
    assert.equal(received.headers.get("retry-after"), "5");
  }
  const metrics = await receive(server.fetch("http://admin.test/metrics/prometheus"));
  assert.match(String(metrics.body), /latchkey_request_failures_total\{cause="client_keys"\} 2\n/);
});

async function register(client_id: string, jwks_uri: string): Promise<void> {
  await registerMachine(latchkey, {
    client_id,
    token_endpoint_auth_method: "private_key_jwt",
    token_endpoint_auth_signing_alg: "ES256",
    jwks_uri,
  });
}

async function present(client_id: string): Promise<Received> {
  const { token_endpoint } = await latchkey.discoverOpenIDConfiguration();
  const claims = { iss: client_id, sub: client_id, aud: token_endpoint, exp: clock.now + 60 };
  const assertion = await signAssertion(key, { ...claims, jti: crypto.randomUUID() });
  return presentAssertion(latchkey, assertion);
}

/** A token request of anyone, who names the document of a client. */
function callAs(client_id: string): Promise<Received> {
  const body = new URLSearchParams({ grant_type: "authorization_code", code: "x", client_id });
  return receive(server.fetch("http://public.test/oauth2/token", { method: "POST", body }));
}

/** Publishes the key on loopback; the port. */
async function serveKeys(): Promise<number> {
  const keys = createServer((_, response) => {
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ keys: [key.open] }));
  });
  keys.listen(0, "127.0.0.1");
  await once(keys, "listening");
  after(() => {
    keys.close();
    keys.closeAllConnections();
  });
  const address = keys.address();
  assert.ok(typeof address === "object" && address !== null);
  return address.port;
}
