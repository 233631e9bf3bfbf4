import assert from "node:assert/strict";
import { describe, it, test } from "node:test";
import type { JsonWebKey } from "@latchkey/api";
import { ok } from "../../src/result.ts";
import { startNameServer } from "../support/name-server.ts";
import { openVisitor } from "../support/page-visitor.ts";
import { startReceiver } from "../support/receiver.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { createWrittenSettings } from "../support/written-settings.ts";
import { makeSigner, presentAssertion, signAssertion } from "./assertion.ts";
import { registerMachine } from "./machine.ts";
import { callRegistration, photos, registerSelf } from "./registration.ts";
import { assertRefused } from "./refusal.ts";

const key = await makeSigner("2027-01");
const keys = await startReceiver(() => ({
  body: JSON.stringify({ keys: [key.open] satisfies JsonWebKey[] }),
}));
const { port } = new URL(keys.url);
const JWKS = `http://127.0.0.1:${port}/jwks.json`;
/** As wide as it gets, and loopback, where the receivers of a test are. */
const WIDE = ["http://0.0.0.0/0", "http://127.0.0.0/8", "http://.internal", "http://[::]/0"];
const production = {
  "urls.self.issuer": "https://id.example",
  "oauth2.registration.mode": "open",
  "oauth2.client_id_metadata_documents.enabled": true,
};

const keyed = {
  token_endpoint_auth_method: "private_key_jwt",
  token_endpoint_auth_signing_alg: "ES256",
} as const;

async function present({ latchkey, clock }: TestServer, client_id: string) {
  const { token_endpoint } = await latchkey.discoverOpenIDConfiguration();
  const assertion = await signAssertion(key, {
    iss: client_id,
    sub: client_id,
    aud: token_endpoint,
    exp: clock.now + 60,
    jti: crypto.randomUUID(),
  });
  return presentAssertion(latchkey, assertion);
}

describe("the setting outbound.allow", () => {
  it("lets an administrator's client have keys in a private network, and is reloaded", async () => {
    const { settings, settings_source, write } = createWrittenSettings(production);
    const server = await startTestServer(settings, { settings_source });
    const body = { client_id: "photos", ...keyed, jwks_uri: JWKS };
    const refused = await server.latchkey.call("createOAuth2Client", { body });
    assert.equal(refused.status, 400);
    assert.match(
      refused.ok ? "" : JSON.stringify(refused.body),
      /must begin with https:.*add http:\/\/127\.0\.0\.1 to outbound\.allow\./,
    );
    write({ "outbound.allow": ["http://127.0.0.1"] });
    await server.latchkey.reloadSettings();
    await registerMachine(server.latchkey, body);
    assert.equal((await present(server, "photos")).status, 200);

    write({ "outbound.allow": [] });
    await server.latchkey.reloadSettings();
    server.clock.now += 600;
    assertRefused(await present(server, "photos"), 401, "invalid_client");
    assert.equal(keys.count, 1);
  });

  it("lets its trusted issuers, receivers and providers be there", async () => {
    const { latchkey } = await startTestServer({ ...production, "outbound.allow": WIDE });
    await latchkey.trustJwtGrantIssuer({
      body: {
        issuer: "https://issuer.internal",
        subject: "alice",
        jwks_uri: "http://issuer.internal/jwks",
        expires_at: "2030-01-01T00:00:00Z",
      },
    });
    await latchkey.createEventReceiver({
      body: { name: "SIEM", url: "http://siem.internal/hook", kinds: ["account.disabled"] },
    });
  });
});

describe("a stranger reaches nothing of it", () => {
  it("with a URL of a client that it registers", async () => {
    const server = await startTestServer({ ...production, "outbound.allow": WIDE });
    for (const url of [
      JWKS,
      "https://10.0.0.1/jwks",
      "https://127.0.0.1/jwks",
      "https://[::ffff:10.0.0.1]/jwks",
      "https://167772161/jwks",
      "https://169.254.169.254/jwks",
    ]) {
      for (const fields of [
        { jwks_uri: url },
        { sector_identifier_uri: url },
        { backchannel_logout_uri: url },
        { request_uris: [url] },
      ]) {
        const reply = await callRegistration(server, { body: { ...photos, ...fields } });
        assert.equal(reply.status, 400, `${Object.keys(fields).join()} ${url}`);
        assert.doesNotMatch(JSON.stringify(reply.body), /outbound\.allow/);
      }
    }
  });

  it("with a name that leads there, also after an administrator changed its client", async () => {
    const names = await startNameServer({ "*.mallory.example": ["127.0.0.1"] });
    const server = await startTestServer(
      { ...production, "outbound.allow": WIDE },
      { name_servers: [names.address] },
    );
    const before = keys.count;
    const jwks_uri = `https://keys.mallory.example:${port}/jwks.json`;
    const { id, token } = await registerSelf(server, { ...photos, ...keyed, jwks_uri });
    assertRefused(await present(server, id), 401, "invalid_client");

    const registered = await server.latchkey.getOAuth2Client({ id });
    const body = { ...registered, client_name: "Checked" };
    const updated = await server.latchkey.updateOAuth2Client({ id, body });
    assert.equal(updated.client_name, "Checked");
    await server.latchkey.patchOAuth2Client({
      id,
      body: [{ op: "replace", path: "/client_name", value: "Checked again" }],
    });
    assertRefused(await present(server, id), 401, "invalid_client");

    const inward = { ...body, jwks_uri: JWKS };
    const refused = await server.latchkey.call("updateOAuth2Client", { id, body: inward });
    assert.equal(refused.status, 400);
    assert.match(
      refused.ok ? "" : JSON.stringify(refused.body),
      /registered itself: outbound\.allow is not for its URLs, also where an administrator changes them\./,
    );
    const path = `/connect/register/${id}`;
    const own = await callRegistration(server, {
      method: "PUT",
      path,
      token,
      body: { ...photos, ...keyed, jwks_uri: JWKS },
    });
    assert.equal(own.status, 400);
    assert.equal(keys.count, before);
  });

  it("with the document at its client_id, or a URL in it", async () => {
    const names = await startNameServer({ "*.mallory.example": ["127.0.0.1"] });
    const replies: unknown[] = [];
    const server = await startTestServer(
      { ...production, "outbound.allow": WIDE },
      {
        name_servers: [names.address],
        wrapOutbound: (outbound) => ({
          ...outbound,
          async getDocument(url, limits) {
            const reply = await outbound.getDocument(url, limits);
            replies.push(reply);
            return reply;
          },
        }),
      },
    );
    const before = keys.count;
    const query = new URLSearchParams({
      client_id: `https://app.mallory.example:${port}/client`,
      redirect_uri: "https://app.mallory.example/cb",
      response_type: "code",
    });
    await server.fetch(`http://public.test/oauth2/auth?${query}`, { redirect: "manual" });
    const error = { reason: "address_refused", host: "app.mallory.example" };
    assert.deepEqual(replies, [{ ok: false, error }]);
    assert.equal(keys.count, before);
  });

  it("with the endpoint of a stream that a client of an administrator configures", async () => {
    const server = await startTestServer({ ...production, "outbound.allow": WIDE });
    const { latchkey } = server;
    const client = await registerMachine(latchkey, {
      scope: "ssf.manage",
      grant_types: ["client_credentials", "authorization_code"],
      redirect_uris: ["https://photos.example/cb"],
    });
    const answer = await server.fetch("http://public.test/oauth2/token", {
      method: "POST",
      headers: { Authorization: client.authorization },
      body: new URLSearchParams({ grant_type: "client_credentials", scope: "ssf.manage" }),
    });
    const { access_token }: { access_token: string } = await answer.json();
    const created = await latchkey.call(
      "createSsfStream",
      {
        body: {
          delivery: { method: "urn:ietf:rfc:8935", endpoint_url: "https://10.0.0.1/events" },
        },
      },
      { headers: { Authorization: `Bearer ${access_token}` } },
    );
    assert.equal(created.status, 400);
    assert.match(created.ok ? "" : JSON.stringify(created.body), /not on the public internet\."/);
  });
});

test("a provider of a private network is reached; what its document names elsewhere is its own", async () => {
  const sent: [string, string][] = [];
  const metadata = {
    issuer: "http://sso.internal",
    authorization_endpoint: "http://sso.internal/authorize",
    token_endpoint: "http://vault.internal/token",
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
  };
  const server = await startTestServer(
    { ...production, "outbound.allow": ["http://sso.internal"] },
    {
      wrapOutbound: (outbound) => ({
        ...outbound,
        async request(url, _, owner) {
          sent.push([url, owner]);
          const headers = { "content-type": "application/json" };
          return ok({ status: 200, headers, body: Buffer.from(JSON.stringify(metadata)) });
        },
      }),
    },
  );
  const body = { id: "sso", issuer: "http://sso.internal", client_id: "here", client_secret: "s" };
  await server.latchkey.createIdentityProvider({ body });
  sent.length = 0; // Of the creation, which sees whether it can be reached.
  const alice = openVisitor(server, { isElsewhere: ({ hostname }) => hostname === "sso.internal" });
  const left = await alice.submit(await alice.visit("/account"), { provider: "sso" });
  const state = left.url.searchParams.get("state") ?? assert.fail(left.text);
  await alice.visit(`/sign-in-with/sso/callback?${new URLSearchParams({ state, code: "c" })}`);
  assert.deepEqual(sent, [
    ["http://sso.internal/.well-known/openid-configuration", "registered"],
    ["http://vault.internal/token", "delegated"],
  ]);
});

describe("POST /outbound/check", () => {
  it("names the URLs to which requests would fail, and the line of settings that helps", async () => {
    const names = await startNameServer({
      "keys.internal": ["10.0.0.1"],
      "keys.public.example": ["93.184.215.14"],
      "sidecar.internal": ["127.0.0.1"],
    });
    const { latchkey } = await startTestServer(
      { ...production, "outbound.allow": ["http://10.1.0.0/16"] },
      { name_servers: [names.address] },
    );
    const check = await latchkey.checkOutboundUrls({
      body: {
        destinations: [
          { url: "https://keys.internal/jwks" },
          { url: "https://keys.internal/other" },
          { url: "https://keys.public.example/jwks" },
          { url: "http://10.1.2.3/jwks" },
          { url: "http://sidecar.internal/jwks" },
          { url: "https://keys.internal/jwks", self_registered: true },
          { url: "nonsense" },
        ],
      },
    });
    assert.deepEqual(
      check.refused.map(({ url, allow }) => [url, allow]),
      [
        ["https://keys.internal/jwks", ["keys.internal"]],
        ["https://keys.internal/other", ["keys.internal"]],
        ["http://sidecar.internal/jwks", ["http://127.0.0.1"]],
        ["https://keys.internal/jwks", []],
        ["nonsense", []],
      ],
    );
    assert.equal(
      check.setting,
      'outbound.allow: ["http://10.1.0.0/16", "keys.internal", "http://127.0.0.1"]',
    );
    assert.deepEqual(await latchkey.checkOutboundUrls({ body: { destinations: [] } }), {
      refused: [],
    });
  });
});
