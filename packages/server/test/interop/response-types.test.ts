import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { before, describe, it } from "node:test";
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from "jose";
import * as openid from "openid-client";
import { startSignInServer } from "../support/sign-in-server.ts";
import { type Arrival, openVisitor } from "./visitor.ts";

const { issuer, latchkey, subject, lines } = await startSignInServer();
const redirect_uri = "https://photos.example/callback?from=latchkey";
const plainRedirectUri = "https://photos.example/callback"; // openid-client drops what is in the query.
const client_id = "photos";
const client_secret = "only photos knows this";
const nonce = "a nonce of photos";
const state = "a state of photos";
const scope = "openid email";

/** What OpenID Connect Core §3 and OAuth 2.0 Multiple Response Types promise for each type, with each mode it allows. */
const promises = {
  code: { yields: ["code"], modes: ["query", "fragment", "form_post"] },
  id_token: { yields: ["id_token"], modes: ["fragment", "form_post"] },
  token: { yields: ["access_token"], modes: ["fragment", "form_post"] },
  "id_token token": { yields: ["access_token", "id_token"], modes: ["fragment", "form_post"] },
  "code id_token": { yields: ["code", "id_token"], modes: ["fragment", "form_post"] },
  "code token": { yields: ["access_token", "code"], modes: ["fragment", "form_post"] },
  "code id_token token": {
    yields: ["access_token", "code", "id_token"],
    modes: ["fragment", "form_post"],
  },
};

await latchkey.createOAuth2Client({
  body: {
    client_id,
    client_secret,
    client_name: "Photos",
    redirect_uris: [redirect_uri, plainRedirectUri],
    grant_types: ["authorization_code", "implicit"],
    response_types: Object.keys(promises),
    scope,
  },
});
const photos = await discover();
const keys = createRemoteJWKSet(new URL(photos.serverMetadata().jwks_uri ?? ""));

it("discovery names these response types and no others", () => {
  const { response_types_supported = [] } = photos.serverMetadata();
  assert.deepEqual(response_types_supported.toSorted(), Object.keys(promises).toSorted());
});

for (const [response_type, { yields, modes }] of Object.entries(promises)) {
  for (const response_mode of [undefined, ...modes]) {
    describe(`${response_type} by ${response_mode ?? "the mode it implies"}`, () => {
      let params: URLSearchParams;
      before(async () => {
        const arrival = await ask(photos, {
          response_type,
          ...(response_mode && { response_mode }),
        });
        const implied = response_type === "code" ? "query" : "fragment";
        params = await receive(arrival, response_mode ?? implied);
      });

      it(`brings ${yields.join(", ")} and nothing else of value`, () => {
        const valuable = [...params.keys()].filter((name) => VALUABLE.has(name));
        assert.deepEqual(valuable.toSorted(), yields);
        assert.equal(params.get("state"), state);
        assert.equal(params.get("iss"), issuer); // RFC 9207
      });
      if (yields.includes("id_token")) {
        it("brings an ID token that vouches for what came with it", () => verifyIdToken(params));
      }
      if (yields.includes("access_token")) {
        it("brings an access token that opens userinfo", async () => {
          const token = params.get("access_token") ?? "";
          assert.equal(params.get("token_type"), "bearer");
          assert.equal(params.get("expires_in"), "3600");
          const person = await openid.fetchUserInfo(photos, token, subject);
          assert.equal(person.email, "alice@wonderland.example");
        });
      }
      if (yields.includes("code")) {
        it("brings a code that is worth tokens", async () => {
          const grant = { code: params.get("code") ?? "", redirect_uri };
          const tokens = await openid.genericGrantRequest(photos, "authorization_code", grant);
          const { payload } = await verify(tokens.id_token ?? "");
          assert.equal(payload["nonce"], nonce);
          await openid.fetchUserInfo(photos, tokens.access_token, subject);
        });
      }
    });
  }
}

for (const response_mode of ["query.jwt", "fragment.jwt", "form_post.jwt"]) {
  it(`openid-client reads a code by ${response_mode}`, async () => {
    const config = await discover(openid.useJwtResponseMode);
    const asked = { redirect_uri: plainRedirectUri, scope, nonce, state };
    const link = openid.buildAuthorizationUrl(config, asked);
    link.searchParams.set("response_mode", response_mode); // It asks for `jwt`, whatever the parameters say.
    const { request } = await openVisitor({ issuer }).visit(link);
    const url = new URL(request.url);
    const cameBy =
      request.method === "POST" ? "form_post.jwt" : url.hash === "" ? "query.jwt" : "fragment.jwt";
    assert.equal(cameBy, response_mode);
    // It looks for a response in the query or in a form: a script that has a fragment hands it over as a query.
    const came = url.hash === "" ? request : new URL(`?${url.hash.slice(1)}`, plainRedirectUri);
    const checks = { expectedNonce: nonce, expectedState: state };
    const tokens = await openid.authorizationCodeGrant(config, came, checks);
    assert.equal(tokens.claims()?.sub, subject);
  });
}

for (const response_mode of ["fragment", "form_post"]) {
  it(`openid-client accepts code id_token by ${response_mode}`, async () => {
    const config = await discover(openid.useCodeIdTokenResponseType);
    const asked = { redirect_uri: plainRedirectUri, response_mode };
    const { request } = await ask(config, asked);
    const checks = { expectedNonce: nonce, expectedState: state };
    const tokens = await openid.authorizationCodeGrant(config, request, checks);
    assert.equal(tokens.claims()?.sub, subject);
  });

  it(`openid-client accepts the ID token as a detached signature by ${response_mode}`, async () => {
    const config = await discover(openid.useCodeIdTokenResponseType);
    openid.enableDetachedSignatureResponseChecks(config);
    const asked = { redirect_uri: plainRedirectUri, response_mode };
    const { request } = await ask(config, asked);
    const checks = { expectedNonce: nonce, expectedState: state };
    const tokens = await openid.authorizationCodeGrant(config, request, checks);
    assert.equal(tokens.claims()?.["s_hash"], undefined, "at the token endpoint there is no state");
  });

  it(`openid-client accepts id_token by ${response_mode}`, async () => {
    const config = await discover(openid.useIdTokenResponseType);
    const asked = { redirect_uri: plainRedirectUri, response_mode };
    const { request } = await ask(config, asked);
    const checks = { expectedState: state };
    const claims = await openid.implicitAuthentication(config, request, nonce, checks);
    assert.equal(claims.sub, subject);
  });
}

it("nothing went wrong on the server meanwhile", () => assert.deepEqual(lines, []));

const VALUABLE: ReadonlySet<string> = new Set([
  "code",
  "access_token",
  "id_token",
  "refresh_token",
]);

function discover(
  ...ways: readonly ((config: openid.Configuration) => void)[]
): Promise<openid.Configuration> {
  const proof = openid.ClientSecretBasic(client_secret);
  const execute = [openid.allowInsecureRequests, ...ways];
  return openid.discovery(new URL(issuer), client_id, undefined, proof, { execute });
}

async function ask(
  config: openid.Configuration,
  parameters: Readonly<Record<string, string>>,
): Promise<Arrival> {
  const asked = { redirect_uri, scope, nonce, state, ...parameters };
  return openVisitor({ issuer }).visit(openid.buildAuthorizationUrl(config, asked));
}

/** What reached photos, and that it came in no other way than it should. */
async function receive({ request }: Arrival, mode: string): Promise<URLSearchParams> {
  const url = new URL(request.url);
  const came = {
    query: url.searchParams,
    fragment: new URLSearchParams(url.hash.slice(1)),
    form_post: new URLSearchParams(await request.text()),
  };
  const isFull = ([, params]: [string, URLSearchParams]): boolean => params.has("state");
  assert.deepEqual(
    Object.entries(came)
      .filter(isFull)
      .map(([name]) => name),
    [mode],
  );
  assert.equal(came.query.get("from"), "latchkey"); // RFC 6749 §3.1.2: what was there stays there.
  return mode === "query" ? came.query : mode === "fragment" ? came.fragment : came.form_post;
}

/** OpenID Connect Core §3.2.2.11, §3.3.2.11. */
async function verifyIdToken(params: URLSearchParams): Promise<void> {
  const { payload } = await verify(params.get("id_token") ?? "");
  assert.equal(payload.sub, subject);
  assert.equal(payload["nonce"], nonce);
  assert.equal(payload["at_hash"], halfHash(params.get("access_token")));
  assert.equal(payload["c_hash"], halfHash(params.get("code")));
  assert.equal(payload["s_hash"], halfHash(state)); // FAPI 1.0 Advanced §5.1.1
  // OpenID Connect Core §5.4: the claims of scopes are at userinfo where there is an access token.
  const isAlone = !params.has("code") && !params.has("access_token");
  assert.equal(payload["email"], isAlone ? "alice@wonderland.example" : undefined);
}

function verify(id_token: string): Promise<{ payload: JWTPayload }> {
  return jwtVerify(id_token, keys, { issuer, audience: client_id, algorithms: ["RS256"] });
}

function halfHash(text: string | null): string | undefined {
  return text === null
    ? undefined
    : hash("sha256", text, "buffer").subarray(0, 16).toString("base64url");
}
