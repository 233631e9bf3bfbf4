/** What is refused of a client's keys and URLs is refused wherever they can be sent. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { OAuth2ClientInput } from "@latchkey/api";
import { ok } from "../../src/result.ts";
import { openBrowser } from "../support/browser.ts";
import { authorize } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";
import { makeSigner } from "./assertion.ts";
import { receive, type Received } from "./refusal.ts";
import { callRegistration, photos, registerSelf } from "./registration.ts";

const documents = new Map<string, unknown>();
const world = await startTestServer(
  {
    "urls.self.issuer": "https://id.example", // In production.
    "oauth2.registration.mode": "open",
    "oauth2.client_id_metadata_documents.enabled": true,
    "limits.rate.client_id_metadata_documents": 0,
  },
  {
    wrapOutbound: (outbound) => ({
      ...outbound,
      getDocument: async (url) => ok({ value: documents.get(url), headers: {} }),
    }),
  },
);
const { latchkey, fetch } = world;
await latchkey.createOAuth2Client({ body: { client_id: "photos" } });
const registered = await registerSelf(world);

/** Everywhere that a client is described. */
const entries: Readonly<Record<string, (fields: OAuth2ClientInput) => Promise<Received>>> = {
  "POST /clients": (fields) => send("POST", "/clients", fields),
  "PUT /clients/{id}": (fields) => send("PUT", "/clients/photos", fields),
  "PATCH /clients/{id}": (fields) =>
    send(
      "PATCH",
      "/clients/photos",
      Object.entries(fields).map(([name, value]) => ({ op: "add", path: `/${name}`, value })),
    ),
  "POST /connect/register": (fields) => callRegistration(world, { body: { ...photos, ...fields } }),
  "PUT /connect/register/{id}": (fields) =>
    callRegistration(world, {
      method: "PUT",
      path: `/connect/register/${registered.id}`,
      token: registered.token,
      body: { ...photos, ...fields },
    }),
};

/** A metadata document, whose errors are shown on a page. */
async function publish(fields: object): Promise<{ status: number; text: string }> {
  const client_id = `https://agent.example/${randomUUID()}`;
  documents.set(client_id, { client_id, ...photos, ...fields });
  const page = await authorize(openBrowser(world), {
    client_id,
    redirect_uri: photos.redirect_uris[0] ?? "",
    response_type: "code",
  });
  return { status: page.status, text: await page.text() };
}

function send(method: string, path: string, body: unknown): Promise<Received> {
  const headers = { "Content-Type": "application/json" };
  return receive(
    fetch(`http://admin.test${path}`, { method, headers, body: JSON.stringify(body) }),
  );
}

function assertRefused({ status, body }: Received, says: RegExp): void {
  assert.equal(status, 400, JSON.stringify(body));
  assert.match(JSON.stringify(body), /"error":"invalid_client_metadata"/);
  assert.match(JSON.stringify(body), says);
}

for (const alg of ["ES256", "RS256", "EdDSA"]) {
  test(`a private key for ${alg} is refused everywhere, and not repeated`, async () => {
    const { open, hidden } = await makeSigner("mine", alg);
    const jwks = { keys: [open, hidden] };
    for (const call of Object.values(entries)) {
      const refused = await call({ jwks });
      assertRefused(refused, /keys\[1\]\.d .*private key/);
      assert.ok(!JSON.stringify(refused.body).includes(hidden.d ?? "-"));
    }
    assert.match((await publish({ jwks })).text, /public keys only/);
    const about = { issuer: "https://partner.example", allow_any_subject: true };
    for (const keys of [{ jwk: hidden }, { jwks }]) {
      const body = { ...about, ...keys, expires_at: "2099-01-01T00:00:00Z" };
      const refused = await send("POST", "/trust/grants/jwt-bearer/issuers", body);
      assert.equal(refused.status, 400, JSON.stringify(refused.body));
      assert.match(JSON.stringify(refused.body), /private key/);
    }
  });
}

test("each private field of a key is one, also without the others", async () => {
  const { open } = await makeSigner("mine", "RS256");
  for (const field of ["d", "p", "q", "dp", "dq", "qi", "oth", "k", "priv"]) {
    const jwks = { keys: [{ ...open, [field]: field === "oth" ? [{}] : "AQAB" }] };
    for (const call of Object.values(entries))
      assertRefused(await call({ jwks }), /is part of a private key/);
    assert.match((await publish({ jwks })).text, /public keys only/);
  }
});

const refusedUrls = [
  "http://photos.example/x",
  "https://127.0.0.1/x",
  "https://[::1]/x",
  "https://localhost/x",
  "https://a.localhost/x",
  "https://LOCALHOST./x",
  "https://10.0.0.1/x",
  "https://169.254.169.254/x",
  "https://0x7f.1/x",
  "https://[::ffff:10.0.0.1]/x",
  "https://alice@photos.example/x",
];
for (const url of refusedUrls) {
  test(`in production ${url}, which is never requested, is refused everywhere`, async () => {
    const rows: OAuth2ClientInput[] = [
      { jwks_uri: url },
      { request_uris: ["https://photos.example/fine", url] },
      { backchannel_logout_uri: url },
      { backchannel_client_notification_endpoint: url },
    ];
    for (const fields of rows) {
      const [field = ""] = Object.keys(fields);
      for (const call of Object.values(entries)) assertRefused(await call(fields), RegExp(field));
    }
    for (const call of Object.values(entries))
      assertRefused(await call({ sector_identifier_uri: url }), /sector_identifier_uri/);
    assert.match((await publish({ jwks_uri: url })).text, /jwks_uri/);
    const issuer = { issuer: "https://partner.example", allow_any_subject: true, jwks_uri: url };
    const body = { ...issuer, expires_at: "2099-01-01T00:00:00Z" };
    const refused = await send("POST", "/trust/grants/jwt-bearer/issuers", body);
    assert.equal(refused.status, 400);
    assert.match(JSON.stringify(refused.body), /jwks_uri/);
  });
}

test("none of these refusals stored anything", async () => {
  const clients = await latchkey.listOAuth2Clients();
  const own = clients.filter(({ jwks_uri, request_uris, backchannel_logout_uri }) =>
    [jwks_uri, backchannel_logout_uri, request_uris?.join("")].some(Boolean),
  );
  assert.deepEqual(own, []);
});

test("in development http and loopback URLs are accepted, as they are requested there", async () => {
  const development = await startTestServer();
  for (const url of ["http://127.0.0.1:5000/x", "https://localhost/x", "http://photos.example/x"])
    await development.latchkey.createOAuth2Client({
      body: { jwks_uri: url, request_uris: [url], backchannel_logout_uri: url },
    });
});
