import assert from "node:assert/strict";
import { test } from "node:test";
import { guidesFor, leadFor, valuesOf } from "../src/pages/clients/client-code.ts";

const web = ["express", "fastify", "hono", "nextjs", "sveltekit", "python", "go", "java"];
const code = ["authorization_code"];
const secret = "client_secret_basic";
const device = "urn:ietf:params:oauth:grant-type:device_code";

const kinds: readonly (readonly [
  title: string,
  grant_types: readonly string[],
  token_endpoint_auth_method: string,
  redirect_uris: readonly string[],
  pages: readonly string[],
])[] = [
  ["a web app", code, secret, ["https://photos.example/callback"], web],
  ["a client without grant types", [], "private_key_jwt", [], web],
  ["a single-page app", code, "none", ["https://photos.example/"], ["react", "spa", "electron"]],
  ["an app with a custom scheme", code, "none", ["com.example:/callback"], ["electron"]],
  ["an app on loopback", code, "none", ["http://127.0.0.1/callback"], ["electron"]],
  [
    "an app on a local port",
    code,
    "none",
    ["http://127.0.0.1:3000/"],
    ["react", "spa", "electron"],
  ],
  ["a machine", ["client_credentials"], secret, [], ["machine", "machine"]],
  ["a device", [device], "none", [], ["device"]],
  ["a workload", ["urn:ietf:params:oauth:grant-type:jwt-bearer"], "none", [], []],
  [
    "a web app that is a machine too",
    [...code, "client_credentials"],
    secret,
    [],
    [...web, "machine", "machine"],
  ],
];

for (const [title, grant_types, token_endpoint_auth_method, redirect_uris, pages] of kinds) {
  test(`the guides for ${title} are ${pages.join(", ") || "none"}`, () => {
    const client = {
      grant_types: [...grant_types],
      token_endpoint_auth_method,
      redirect_uris: [...redirect_uris],
      metadata: {},
    };
    assert.deepEqual(
      guidesFor(client).map(({ page }) => page),
      pages,
    );
  });
}

test("the guides of a client without a secret are those of the type that was chosen for it", () => {
  const client = { grant_types: code, token_endpoint_auth_method: "none", redirect_uris: [] };
  const pages = (app_type: string): string[] =>
    guidesFor({ ...client, metadata: { app_type } }).map(({ page }) => page);
  assert.deepEqual(pages("single_page"), ["react", "spa"]);
  assert.deepEqual(pages("native"), ["electron"]);
});

test("the redirect URI is that of the app, not that of the console", () => {
  const own = "https://id.example.com/console/callback";
  const app = "https://photos.example/callback";
  const redirectUri = (redirect_uris: string[]): string | undefined => {
    const client = { client_id: "photos", scope: "openid", audience: [], redirect_uris };
    return valuesOf(client, { issuer: "https://id.example.com", console_uri: own }).REDIRECT_URI;
  };
  assert.equal(redirectUri([own, app]), app);
  assert.equal(redirectUri([own]), own);
  assert.equal(redirectUri([]), undefined);
});

test("the text above the code names what the client authenticates with", () => {
  assert.match(leadFor({ token_endpoint_auth_method: secret }), /CLIENT_SECRET/);
  assert.match(leadFor({ token_endpoint_auth_method: "private_key_jwt" }), /private_key_jwt/);
  assert.doesNotMatch(leadFor({ token_endpoint_auth_method: "none" }), /secret/);
});
