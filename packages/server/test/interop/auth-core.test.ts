import assert from "node:assert/strict";
import { it } from "node:test";
import { Auth, type AuthConfig } from "@auth/core";
import { alice, startSignInServer } from "../support/sign-in-server.ts";
import { openVisitor, type Site } from "./visitor.ts";

const { issuer, latchkey, lines } = await startSignInServer();
const origin = "https://photos.example";
const client_secret = "only photos knows this";

const config: AuthConfig = {
  basePath: "/auth",
  secret: "a secret of photos that ties its cookies",
  trustHost: true,
  providers: [
    {
      id: "latchkey",
      name: "Latchkey",
      type: "oidc",
      issuer,
      clientId: "photos",
      clientSecret: client_secret,
      checks: ["pkce", "state", "nonce"],
      idToken: false, // It then asks userinfo.
    },
  ],
};

await latchkey.createOAuth2Client({
  body: {
    client_id: "photos",
    client_secret,
    client_name: "Photos",
    redirect_uris: [`${origin}/auth/callback/latchkey`],
    scope: "openid profile email",
  },
});

/** Photos lives under `/auth` alone; other paths return who is signed in. */
const photos: Site = (request) => {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/auth")) return Auth(request, config);
  return Auth(new Request(`${origin}/auth/session`, { headers: request.headers }), config);
};

it("alice signs in to photos, and out of it", async () => {
  const visitor = openVisitor({ issuer, sites: { [origin]: photos } });
  const came = await visitor.visit(`${origin}/auth/signin`);
  assert.deepEqual(came.asked, ["/auth/signin", "/login", "/consent"]);
  assert.equal(new URL(came.request.url).pathname, "/");
  const { name, email } = JSON.parse(came.page ?? "").user;
  assert.deepEqual({ name, email }, { name: alice.profile.name, email: alice.profile.email });

  const left = await visitor.visit(`${origin}/auth/signout`);
  assert.deepEqual(left.asked, ["/auth/signout"]);
  assert.equal(left.page, "null");
});

it("photos gets the error when the user did not consent", async () => {
  const errors: string[] = [];
  const listening: AuthConfig = {
    ...config,
    logger: { error: (error) => errors.push(error.name) },
  };
  const site: Site = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const isSecondAttempt = pathname === "/auth/signin" && searchParams.has("error");
    return isSecondAttempt ? new Response("Please try again.") : Auth(request, listening);
  };
  const decisions = ["sign_in", "deny"];
  const visitor = openVisitor({ issuer, sites: { [origin]: site }, decisions });
  assert.equal((await visitor.visit(`${origin}/auth/signin`)).page, "Please try again.");
  assert.deepEqual(errors, ["OAuthCallbackError"]);
});

it("nothing went wrong on the server meanwhile", () => assert.deepEqual(lines, []));
