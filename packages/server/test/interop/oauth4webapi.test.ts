import assert from "node:assert/strict";
import { it } from "node:test";
import * as oauth from "oauth4webapi";
import { alice, startSignInServer } from "../support/sign-in-server.ts";
import { openVisitor } from "./visitor.ts";

const { issuer, latchkey, subject, lines } = await startSignInServer();
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

it("alice's app gets a JWT for each API, and each API verifies its own alone", async () => {
  const [albums, mail] = ["https://albums.example/api", "https://mail.example"];
  for (const identifier of [albums, mail]) {
    await latchkey.createApi({
      body: {
        identifier,
        allow_any_client: true,
        access_token_format: "jwt",
        access_token_signing_alg: "ES256",
      },
    });
  }
  const verifier = { ...server }; // The library caches keys for each such object, and an API begins with none.
  const first = await signIn(openVisitor({ issuer }), [albums, mail], [albums]);
  const second = await refresh(first.refresh_token, [mail]);
  const tokens = [
    [first.access_token, albums],
    [second.access_token, mail],
  ] as const;
  for (const [token, own] of tokens) {
    const headers = { authorization: `Bearer ${token}` };
    const claims = await oauth.validateJwtAccessToken(
      verifier,
      new Request(own, { headers }),
      own,
      insecure,
    );
    assert.deepEqual([claims.sub, claims.aud], [subject, [own]]);
    assert.equal(typeof claims["auth_time"], "number");
    const other = own === albums ? mail : albums;
    await assert.rejects(
      oauth.validateJwtAccessToken(verifier, new Request(other, { headers }), other, insecure),
      oauth.OperationProcessingError,
    );
  }
  await assert.rejects(refresh(second.refresh_token, ["https://closed.example"]), {
    error: "invalid_target",
    status: 400,
  });
});

for (const alg of [undefined, "RS256", "ES256", "EdDSA"] as const) {
  it(`an API introspects at the endpoint of discovery, as JSON and as a JWT: ${alg}`, async () => {
    const identifier = `https://notes.example/${alg ?? "default"}`;
    const api: oauth.Client = {
      client_id: `notes-api-${alg ?? "default"}`,
      ...(alg && { introspection_signed_response_alg: alg }),
    };
    const secret = "only the API knows this";
    await latchkey.createOAuth2Client({
      body: { ...api, client_secret: secret, grant_types: ["client_credentials"] },
    });
    await latchkey.createApi({
      body: { identifier, allow_any_client: true, introspection_clients: [api.client_id] },
    });
    const { access_token, refresh_token } = await signIn(openVisitor({ issuer }), [identifier]);
    const post = oauth.ClientSecretBasic(secret);
    for (const requestJwtResponse of [false, true]) {
      const options = { ...insecure, requestJwtResponse };
      const answer = await oauth.introspectionRequest(server, api, post, access_token, options);
      const introspected = await oauth.processIntrospectionResponse(server, api, answer);
      assert.partialDeepStrictEqual(introspected, {
        active: true,
        sub: subject,
        aud: [identifier],
      });
      if (requestJwtResponse)
        await oauth.validateApplicationLevelSignature({ ...server }, answer, insecure);
    }
    const shown = refresh_token ?? "";
    const answer = await oauth.introspectionRequest(server, api, post, shown, insecure);
    const introspected = await oauth.processIntrospectionResponse(server, api, answer);
    assert.deepEqual(introspected, { active: false });
  });
}

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
  resources: readonly string[] = [],
  wanted = resources,
): Promise<oauth.TokenEndpointResponse> {
  const codeVerifier = oauth.generateRandomCodeVerifier();
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const url = new URL(server.authorization_endpoint ?? "");
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri,
    response_type: "code",
    scope: "openid offline profile email",
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
    state,
    nonce,
    max_age: "600",
  }).toString();
  for (const resource of resources) url.searchParams.append("resource", resource);

  const { request } = await visitor.visit(url);
  const parameters = oauth.validateAuthResponse(server, client, new URL(request.url), state);
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    proof,
    parameters,
    redirect_uri,
    codeVerifier,
    { ...insecure, additionalParameters: resourceParameters(wanted) },
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, {
    expectedNonce: nonce,
    maxAge: 600,
    requireIdToken: true,
  });
  await oauth.validateApplicationLevelSignature(server, answer, insecure);
  return tokens;
}

async function refresh(
  token: string | undefined,
  resources: readonly string[] = [],
): Promise<oauth.TokenEndpointResponse> {
  const options = { ...insecure, additionalParameters: resourceParameters(resources) };
  const answer = await oauth.refreshTokenGrantRequest(server, client, proof, token ?? "", options);
  return oauth.processRefreshTokenResponse(server, client, answer);
}

function resourceParameters(resources: readonly string[]): URLSearchParams {
  return new URLSearchParams(resources.map((resource) => ["resource", resource]));
}
