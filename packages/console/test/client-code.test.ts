import assert from "node:assert/strict";
import { test } from "node:test";
import { guidesFor, leadFor, valuesOf } from "../src/pages/clients/client-code.ts";

const web = ["express", "fastify", "hono", "nextjs", "sveltekit", "python", "go", "java"];
const code = ["authorization_code"];
const secret = "client_secret_basic";
const device = "urn:ietf:params:oauth:grant-type:device_code";

const kinds: readonly {
  readonly title: string;
  readonly grant_types: readonly string[];
  readonly token_endpoint_auth_method: string;
  readonly redirect_uris: readonly string[];
  readonly pages: readonly string[];
}[] = [
  {
    title: "a web app",
    grant_types: code,
    token_endpoint_auth_method: secret,
    redirect_uris: ["https://photos.example/callback"],
    pages: web,
  },
  {
    title: "a client without grant types",
    grant_types: [],
    token_endpoint_auth_method: "private_key_jwt",
    redirect_uris: [],
    pages: web,
  },
  {
    title: "a single-page app",
    grant_types: code,
    token_endpoint_auth_method: "none",
    redirect_uris: ["https://photos.example/"],
    pages: ["react", "spa", "electron"],
  },
  {
    title: "an app with a custom scheme",
    grant_types: code,
    token_endpoint_auth_method: "none",
    redirect_uris: ["com.example:/callback"],
    pages: ["electron"],
  },
  {
    title: "an app on loopback",
    grant_types: code,
    token_endpoint_auth_method: "none",
    redirect_uris: ["http://127.0.0.1/callback"],
    pages: ["electron"],
  },
  {
    title: "an app on a local port",
    grant_types: code,
    token_endpoint_auth_method: "none",
    redirect_uris: ["http://127.0.0.1:3000/"],
    pages: ["react", "spa", "electron"],
  },
  {
    title: "a machine",
    grant_types: ["client_credentials"],
    token_endpoint_auth_method: secret,
    redirect_uris: [],
    pages: ["machine", "machine"],
  },
  {
    title: "a device",
    grant_types: [device],
    token_endpoint_auth_method: "none",
    redirect_uris: [],
    pages: ["device"],
  },
  {
    title: "a workload",
    grant_types: ["urn:ietf:params:oauth:grant-type:jwt-bearer"],
    token_endpoint_auth_method: "none",
    redirect_uris: [],
    pages: [],
  },
  {
    title: "a web app that is a machine too",
    grant_types: [...code, "client_credentials"],
    token_endpoint_auth_method: secret,
    redirect_uris: [],
    pages: [...web, "machine", "machine"],
  },
];

for (const { title, grant_types, token_endpoint_auth_method, redirect_uris, pages } of kinds) {
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
