import assert from "node:assert/strict";
import { test } from "node:test";
import { bearer } from "@latchkey/client";
import { hashApiKey, mintApiKey } from "../../src/crypto/api-key.ts";
import { startTestServer } from "../support/server.ts";
import { assertRefused, receive } from "./refusal.ts";

const KEY = mintApiKey();
/** An admin listener that other machines reach asks what the public one does. */
const REACHABLE_ADMIN = {
  "serve.admin.host": "0.0.0.0",
  "serve.admin.api_keys": [`read+write+keys:${hashApiKey(KEY)}`],
};

/** In process every peer is 127.0.0.1. */
const behindUs = await startTestServer({
  ...REACHABLE_ADMIN,
  "urls.self.issuer": "https://id.example",
  "serve.tls.allow_termination_from": ["127.0.0.0/8"],
});
const behindOthers = await startTestServer({
  ...REACHABLE_ADMIN,
  "urls.self.issuer": "https://id.example",
  "serve.tls.allow_termination_from": ["10.0.0.0/8", "fd00::/8"],
});

const PATHS = ["/.well-known/jwks.json", "/.well-known/openid-configuration", "/nowhere"];

for (const listener of ["public", "admin"]) {
  test(`${listener}: a request in the clear passes when a trusted proxy vouches for https`, async () => {
    const headers = { "X-Forwarded-Proto": "https" };
    const { status } = await behindUs.fetch(`http://${listener}.test/.well-known/jwks.json`, {
      headers,
    });
    assert.equal(status, 200);
  });

  test(`${listener}: 502 when the proxy forwarded http, or no protocol`, async () => {
    const said: readonly Readonly<Record<string, string>>[] = [
      {},
      { "X-Forwarded-Proto": "http" },
      { "X-Forwarded-Proto": "" },
    ];
    for (const headers of said) {
      for (const path of PATHS) {
        const received = await receive(
          behindUs.fetch(`http://${listener}.test${path}`, { headers }),
        );
        assertRefused(received, 502, "tls_required");
      }
    }
  });

  test(`${listener}: 502 when an untrusted address forwarded it, with any header`, async () => {
    const headers = {
      "X-Forwarded-Proto": "https",
      "X-Forwarded-For": "203.0.113.7, 198.51.100.1",
    };
    const received = await receive(
      behindOthers.fetch(`http://${listener}.test/clients`, { headers }),
    );
    assertRefused(received, 502, "tls_required");
  });

  test(`${listener}: over TLS nothing is asked`, async () => {
    const { status } = await behindOthers.fetch(`https://${listener}.test/.well-known/jwks.json`);
    assert.equal(status, 200);
  });

  test(`${listener}: probes and scrapers need no X-Forwarded-Proto`, async () => {
    const exempt =
      listener === "admin" ? ["/metrics/exporter", "/metrics/prometheus", "/version"] : [];
    for (const path of ["/health/alive", "/health/ready", ...exempt]) {
      const headers = { Authorization: bearer(KEY) };
      const { status } = await behindOthers.fetch(`http://${listener}.test${path}`, { headers });
      assert.equal(status, 200, path);
    }
  });
}

test("what only looks like an exempt path is not exempt", async () => {
  const paths = [
    "/health",
    "/health/alive/x",
    "/health/../clients",
    "/version/x",
    "/clients?/health/alive",
  ];
  for (const path of paths) {
    const received = await receive(behindOthers.fetch(`http://admin.test${path}`));
    assertRefused(received, 502, "tls_required");
  }
});

test("a write that was refused before routing did not happen", async () => {
  const init = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"client_id":"mallory"}',
  };
  assertRefused(
    await receive(behindOthers.fetch("http://admin.test/clients", init)),
    502,
    "tls_required",
  );
  const headers = { Authorization: bearer(KEY) };
  const { body } = await receive(behindOthers.fetch("https://admin.test/clients", { headers }));
  assert.deepEqual(body, []);
});

for (const [whose, networks] of Object.entries({
  "a proxy on this machine": ["127.0.0.0/8"],
  "a proxy elsewhere": ["10.0.0.0/8"],
})) {
  test(`an admin listener on loopback answers this machine in the clear, behind ${whose}`, async () => {
    const { fetch, latchkey } = await startTestServer({
      "urls.self.issuer": "https://id.example",
      "serve.tls.allow_termination_from": networks,
    });
    await latchkey.createOAuth2Client({ body: { client_id: "photos" } });
    assert.equal((await fetch("http://admin.test/clients/photos")).status, 200);
    const forwarded: readonly Readonly<Record<string, string>>[] = [
      { "X-Forwarded-Proto": "http" },
      { "X-Forwarded-For": "203.0.113.7" },
      { Forwarded: "for=203.0.113.7" },
    ];
    for (const headers of forwarded) {
      const received = await receive(fetch("http://admin.test/clients", { headers }));
      assertRefused(received, 502, "tls_required");
    }
    const received = await receive(fetch("http://public.test/oauth2/token", { method: "POST" }));
    assertRefused(received, 502, "tls_required");
  });
}

test("on loopback in development TLS is not required", async () => {
  const { fetch } = await startTestServer();
  assert.equal((await fetch("http://public.test/.well-known/jwks.json")).status, 200);
});

test("the address of the caller is believed from a proxy that ends TLS, and from no other", async () => {
  const headers = { "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7" };
  for (const { fetch, server, lines, believed } of [
    { ...behindUs, believed: true },
    { ...behindOthers, believed: false },
  ]) {
    await fetch("http://public.test/nowhere", { headers });
    server.context.log.flush();
    assert.equal(lines.join("").includes('"address":"192.0.2.7"'), believed);
  }
});
