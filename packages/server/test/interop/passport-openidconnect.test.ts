import assert from "node:assert/strict";
import { it } from "node:test";
import passport from "passport";
import OpenIDConnectStrategy from "passport-openidconnect";
import { alice, startSignInServer } from "../support/sign-in-server.ts";
import { openVisitor, type Site } from "./visitor.ts";

const { issuer, latchkey, subject, lines } = await startSignInServer();
const origin = "https://photos.example";
const clientSecret = "only photos knows this";

await latchkey.createOAuth2Client({
  body: {
    client_id: "photos",
    client_secret: clientSecret,
    client_name: "Photos",
    token_endpoint_auth_method: "client_secret_post", // the only one it knows
    redirect_uris: [`${origin}/callback`],
    scope: "openid profile email",
  },
});

it("alice signs in to photos", async () => {
  const visitor = openVisitor({ issuer, sites: { [origin]: openPhotos() } });
  const { request, page, asked } = await visitor.visit(`${origin}/login`);
  assert.equal(new URL(request.url).pathname, "/callback");
  assert.deepEqual(asked, ["/login", "/consent"]);
  assert.deepEqual(JSON.parse(page ?? ""), {
    id: subject,
    displayName: alice.profile.name,
    email: alice.profile.email,
  });
});

it("photos rejects a user who did not consent", async () => {
  const decisions = ["sign_in", "deny"];
  const visitor = openVisitor({ issuer, sites: { [origin]: openPhotos() }, decisions });
  const { page } = await visitor.visit(`${origin}/login`);
  assert.equal(page, "The user denied access.");
});

it("photos rejects a code with the state of another request", async () => {
  const { request } = await openVisitor({ issuer, sites: {} }).visit(await authorizationUrl());
  const answer = await openPhotos()(new Request(request.url));
  assert.equal(await answer.text(), "Unable to verify authorization request state.");
});

it("nothing went wrong on the server meanwhile", () => assert.deepEqual(lines, []));

async function authorizationUrl(): Promise<string> {
  const answer = await openPhotos()(new Request(`${origin}/login`));
  return answer.headers.get("location") ?? "";
}

/** A website of one visitor, with passport in the middle and nothing else. */
function openPhotos(): Site {
  const session = {};
  const authenticator = new passport.Passport();
  authenticator.use(createStrategy());

  return (request) =>
    new Promise((resolve, reject) => {
      const url = new URL(request.url);
      const incoming = { query: Object.fromEntries(url.searchParams), session, url: url.pathname };
      const headers = new Headers();
      const outgoing = {
        statusCode: 200,
        setHeader: (name: string, value: string) => headers.set(name, value),
        end: () => resolve(new Response(null, { status: outgoing.statusCode, headers })),
      };
      const greet = (error: unknown, user: unknown, info: { message?: string } = {}): void => {
        if (error) reject(error);
        else resolve(new Response(user ? JSON.stringify(user) : info.message));
      };
      authenticator.authenticate("openidconnect", greet)(incoming, outgoing, reject);
    });
}

function createStrategy(): OpenIDConnectStrategy {
  const options = {
    issuer,
    authorizationURL: `${issuer}/oauth2/auth`,
    tokenURL: `${issuer}/oauth2/token`,
    userInfoURL: `${issuer}/userinfo`,
    clientID: "photos",
    clientSecret,
    callbackURL: `${origin}/callback`,
    scope: ["profile", "email"],
    nonce: "yes", // and it makes one
    skipUserProfile: false,
  };
  const recognise = (
    _issuer: string,
    { id, displayName, emails }: OpenIDConnectStrategy.Profile,
    done: OpenIDConnectStrategy.VerifyCallback,
  ): void => done(null, { id, displayName, email: emails?.[0]?.value });
  return new OpenIDConnectStrategy(options, recognise);
}
