import assert from "node:assert/strict";
import { it } from "node:test";
import * as oauth from "oauth4webapi";
import { alice, startPeopleServer } from "../support/people.ts";
import { openVisitor } from "./visitor.ts";

const { issuer, latchkey, subject, lines } = await startPeopleServer();
const insecure = { [oauth.allowInsecureRequests]: true } as const;
const redirect_uri = "com.example.photos:/callback";
const post_logout_redirect_uri = "com.example.photos:/bye";
const client: oauth.Client = { client_id: "photos-app" };
const proof = oauth.None();

const found = await oauth.discoveryRequest(new URL(issuer), insecure);
const server = await oauth.processDiscoveryResponse(new URL(issuer), found);
await latchkey.createOAuth2Client({
  body: {
    client_id: client.client_id,
    client_name: "Photos",
    token_endpoint_auth_method: "none",
    redirect_uris: [redirect_uri],
    post_logout_redirect_uris: [post_logout_redirect_uri],
    grant_types: ["authorization_code", "refresh_token"],
    scope: "openid offline profile email",
  },
});

it("alice signs in to an app without a secret, stays, and signs out", async () => {
  const visitor = openVisitor({ issuer, remember: true });
  const tokens = await signIn(visitor);
  assert.equal(oauth.getValidatedIdTokenClaims(tokens)?.sub, subject);

  const shown = await oauth.userInfoRequest(server, client, tokens.access_token, insecure);
  const person = await oauth.processUserInfoResponse(server, client, subject, shown);
  assert.equal(person.email, alice.profile.email);

  const fresh = await refresh(tokens.refresh_token);
  assert.equal(oauth.getValidatedIdTokenClaims(fresh)?.sub, subject);

  const leaving = new URL(server.end_session_endpoint ?? "");
  leaving.searchParams.set("id_token_hint", fresh.id_token ?? "");
  leaving.searchParams.set("post_logout_redirect_uri", post_logout_redirect_uri);
  assert.equal((await visitor.visit(leaving)).request.url, post_logout_redirect_uri);
});

it("a refresh token that was revoked is of no more use", async () => {
  const { refresh_token } = await signIn(openVisitor({ issuer }));
  const revoked = await oauth.revocationRequest(
    server,
    client,
    proof,
    refresh_token ?? "",
    insecure,
  );
  await oauth.processRevocationResponse(revoked);
  await assert.rejects(refresh(refresh_token), { error: "invalid_grant", status: 400 });
});

it("an access token that is none gets a challenge the library understands", async () => {
  const shown = await oauth.userInfoRequest(server, client, "mallory-made-this-up", insecure);
  await assert.rejects(oauth.processUserInfoResponse(server, client, subject, shown), (error) => {
    assert.ok(error instanceof oauth.WWWAuthenticateChallengeError);
    const [challenge] = error.cause;
    assert.equal(challenge?.scheme, "bearer");
    assert.equal(challenge.parameters.error, "invalid_token");
    return true;
  });
});

it("nothing went wrong on the server meanwhile", () => assert.deepEqual(lines, []));

async function signIn(
  visitor: ReturnType<typeof openVisitor>,
): Promise<oauth.TokenEndpointResponse> {
  const code_verifier = oauth.generateRandomCodeVerifier();
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const url = new URL(server.authorization_endpoint ?? "");
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri,
    response_type: "code",
    scope: "openid offline profile email",
    code_challenge: await oauth.calculatePKCECodeChallenge(code_verifier),
    code_challenge_method: "S256",
    state,
    nonce,
    max_age: "600",
  }).toString();

  const { request } = await visitor.visit(url);
  const parameters = oauth.validateAuthResponse(server, client, new URL(request.url), state);
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    proof,
    parameters,
    redirect_uri,
    code_verifier,
    insecure,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, {
    expectedNonce: nonce,
    maxAge: 600,
    requireIdToken: true,
  });
  await oauth.validateApplicationLevelSignature(server, answer, insecure);
  return tokens;
}

async function refresh(token: string | undefined): Promise<oauth.TokenEndpointResponse> {
  const answer = await oauth.refreshTokenGrantRequest(server, client, proof, token ?? "", insecure);
  return oauth.processRefreshTokenResponse(server, client, answer);
}
