import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as openid from "openid-client";
import { startTestServer } from "../support/server.ts";
import { alice } from "../support/sign-in-server.ts";
import { openVisitor, type Site } from "./visitor.ts";

const ORIGIN = "http://127.0.0.1:4444";
const redirect_uri = "https://photos.example/callback";
const client_secret = "only photos knows this";

const server = await startTestServer(
  { "urls.self.issuer": `${ORIGIN}/auth` },
  { now_ms: Date.now },
);
const { subject } = await server.latchkey.createAccount({
  body: { username: alice.username, password: alice.password },
});
await server.latchkey.createOAuth2Client({
  body: {
    client_id: "photos",
    client_secret,
    redirect_uris: [redirect_uri],
    post_logout_redirect_uris: [redirect_uri],
    grant_types: ["authorization_code", "refresh_token"],
    scope: "openid offline profile",
  },
});

/** A proxy that shares its host with other servers: only the path of the issuer leads here, and its metadata. */
function createProxy(pathOf: (path: string) => string): Site {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const isOurs = /^\/auth(\/|$)|^\/\.well-known\/[^/]+\/auth$/.test(pathname);
    if (!isOurs) return new Response(`Another server: ${pathname}`, { status: 418 });
    const { method, headers } = request;
    const body = method === "GET" ? undefined : await request.text();
    const target = `http://public.test${pathOf(pathname)}${search}`;
    return server.fetch(target, { method, headers, redirect: "manual", ...(body && { body }) });
  };
}

const proxies: readonly (readonly [title: string, proxy: Site])[] = [
  ["keeps the path", createProxy((path) => path)],
  ["removes the path", createProxy((path) => path.replace(/^\/auth(?=\/|$)/, "") || "/")],
];

for (const [title, proxy] of proxies) {
  describe(`an issuer with a path, behind a proxy that ${title}`, () => {
    it("is discovered, and alice signs in and out on the built-in pages", async () => {
      const config = await discover(proxy);
      for (const [name, value] of Object.entries(config.serverMetadata()))
        if (name.endsWith("_endpoint") || name === "jwks_uri")
          assert.match(JSON.stringify(value), /^"http:\/\/127\.0\.0\.1:4444\/auth\//, name);

      const visitor = openVisitor({ issuer: "none", sites: { [ORIGIN]: proxy } });
      const pkceCodeVerifier = openid.randomPKCECodeVerifier();
      const code_challenge = await openid.calculatePKCECodeChallenge(pkceCodeVerifier);
      const expectedNonce = openid.randomNonce();
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri,
        scope: "openid offline profile",
        code_challenge,
        code_challenge_method: "S256",
        nonce: expectedNonce,
      });
      const { request, asked, page } = await visitor.visit(url);
      assert.equal(page, undefined, page ?? "");
      assert.deepEqual(asked, ["/auth/login", "/auth/consent"]);
      const tokens = await openid.authorizationCodeGrant(config, new URL(request.url), {
        pkceCodeVerifier,
        expectedNonce,
      });
      assert.equal(tokens.claims()?.sub, subject);
      await openid.fetchUserInfo(config, tokens.access_token, subject ?? "");

      const left = await visitor.visit(
        openid.buildEndSessionUrl(config, { id_token_hint: tokens.id_token ?? "" }),
      );
      assert.deepEqual(left.asked, ["/auth/logout"]);
      assert.equal(left.request.url, `${ORIGIN}/auth/signed-out`);
    });

    it("has its metadata at the paths of RFC 8414 and of OpenID Connect Discovery", async () => {
      for (const path of [
        "/.well-known/oauth-authorization-server/auth",
        "/auth/.well-known/openid-configuration",
      ]) {
        const response = await proxy(new Request(ORIGIN + path));
        assert.equal(response.status, 200, path);
      }
    });

    it("shows its pages with links that stay below the path", async () => {
      const html = { headers: { accept: "text/html" } };
      for (const path of ["/auth/", "/auth/device", "/auth/workspace/installed", "/auth/nowhere"]) {
        const response = await proxy(new Request(ORIGIN + path, html));
        const page = await response.text();
        const to = response.headers.get("location");
        if (to === null) assert.notEqual(page, "");
        else assert.match(new URL(to, ORIGIN).pathname, /^\/auth\//);
        for (const [, link = ""] of page.matchAll(/(?:href|src|action)="([^"]*)"/g)) {
          if (link.startsWith("data:")) continue;
          assert.equal(new URL(link, ORIGIN + path).pathname.startsWith("/auth/"), true, link);
        }
      }
    });

    it("redirects a path with a slash too many to one below the path", async () => {
      const response = await proxy(new Request(`${ORIGIN}/auth/oauth2/auth/?a=b`));
      assert.equal(response.status, 301);
      assert.equal(response.headers.get("location"), "/auth/oauth2/auth?a=b");
    });

    it("refuses what it does not serve", async () => {
      const response = await proxy(new Request(`${ORIGIN}/auth/nowhere/oauth2/token`));
      assert.equal(response.status, 404);
    });
  });
}

async function discover(proxy: Site): Promise<openid.Configuration> {
  const customFetch: openid.CustomFetch = async (url, { method, headers, body }) =>
    proxy(new Request(url, { method, headers, ...(body instanceof URLSearchParams && { body }) }));
  const authentication = openid.ClientSecretBasic(client_secret);
  return openid.discovery(new URL(`${ORIGIN}/auth`), "photos", undefined, authentication, {
    execute: [openid.allowInsecureRequests],
    [openid.customFetch]: customFetch,
  });
}
