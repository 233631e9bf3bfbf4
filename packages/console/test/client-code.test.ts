import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fillIn, type Guide, guidesFor, redirectUriFor } from "../src/pages/clients/client-code.ts";

const path = new URL("../src/pages/clients/guides.json", import.meta.url);
const guides: readonly Guide[] = JSON.parse(readFileSync(path, "utf8"));

const kinds = [
  [
    "a web app",
    { grant_types: ["authorization_code"], token_endpoint_auth_method: "client_secret_basic" },
    ["express", "fastify", "hono", "nextjs", "sveltekit"],
  ],
  [
    "a client without grant types",
    { grant_types: [], token_endpoint_auth_method: "private_key_jwt" },
    ["express", "fastify", "hono", "nextjs", "sveltekit"],
  ],
  [
    "a public client",
    { grant_types: ["authorization_code"], token_endpoint_auth_method: "none" },
    ["spa", "react", "electron"],
  ],
  [
    "a machine",
    { grant_types: ["client_credentials"], token_endpoint_auth_method: "client_secret_basic" },
    ["machine"],
  ],
  [
    "a device",
    {
      grant_types: ["urn:ietf:params:oauth:grant-type:device_code"],
      token_endpoint_auth_method: "none",
    },
    [],
  ],
] as const;

for (const [title, client, pages] of kinds) {
  test(`the guides for ${title} are ${pages.join(", ") || "none"}`, () => {
    assert.deepEqual(
      guidesFor(client, guides).map(({ page }) => page),
      pages,
    );
  });
}

test("every guide has the values of the client, and no placeholder", () => {
  const values = {
    issuer: "https://id.example.com",
    client_id: 'a "quoted" id of $& money',
    redirect_uri: "https://photos.example/callback",
  };
  for (const guide of guides) {
    const code = fillIn(guide, values);
    assert.ok(code.includes('"https://id.example.com"'), guide.page);
    assert.ok(code.includes(String.raw`"a \"quoted\" id of $& money"`), guide.page);
    const hasRedirectUri = guide.kind !== "machine" && guide.page !== "electron";
    assert.equal(code.includes('"https://photos.example/callback"'), hasRedirectUri, guide.page);
    assert.ok(!code.includes("{{"), guide.page);
  }
});

test("the redirect URI is that of the app, not that of the console", () => {
  const own = "https://id.example.com/console/callback";
  const app = "https://photos.example/callback";
  assert.equal(redirectUriFor({ redirect_uris: [own, app] }, own), app);
  assert.equal(redirectUriFor({ redirect_uris: [own] }, own), own);
  assert.equal(redirectUriFor({ redirect_uris: [] }, own), "http://127.0.0.1:5000/callback");
});
