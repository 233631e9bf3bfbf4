import assert from "node:assert/strict";
import { it } from "node:test";
import * as oauth from "oauth4webapi";
import { openVisitor } from "../interop/visitor.ts";
import { startSignInServer } from "../support/sign-in-server.ts";
import {
  askWhoIAm,
  authorizationUrl,
  letIn,
  openWonderland,
  SERVICE_VERSION,
} from "./wonderland.ts";

const { issuer, latchkey, subject, lines } = await startSignInServer();
const { photos, workspace } = await openWonderland(latchkey, subject);
const { client_secret, redirect_uri } = photos;

const server: oauth.AuthorizationServer = {
  issuer,
  authorization_response_iss_parameter_supported: true,
  token_endpoint: `${issuer}/v1/oauth/token`,
  revocation_endpoint: `${issuer}/v1/oauth/revoke`,
  introspection_endpoint: `${issuer}/v1/oauth/introspect`,
};
const client: oauth.Client = { client_id: photos.client_id };
const proof = oauth.ClientSecretBasic(client_secret); // Escapes even hyphens.
const options = {
  [oauth.allowInsecureRequests]: true,
  [oauth.customFetch]: (url: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set("service-version", SERVICE_VERSION);
    return fetch(url, { ...init, headers });
  },
} as const;

it("photos exchanges a code, refreshes, and gives it all back", async () => {
  const first = await exchange(await visit());
  assert.equal(first["workspace_id"], workspace.id);
  assert.equal((await askWhoIAm(issuer, first.access_token)).body["id"], first["bot_id"]);

  const second = await refresh(first.refresh_token);
  assert.equal(second["bot_id"], first["bot_id"]);
  assert.deepEqual(await Promise.all([first, second].map(isActive)), [false, true]);

  await revoke(second.refresh_token);
  assert.equal(await isActive(second), false);
  await assert.rejects(refresh(second.refresh_token), isBodyError);
});

it("introspection has the capabilities", async () => {
  const { access_token } = await exchange(await visit());
  const { active, scope, iat } = await introspect(access_token);
  assert.deepEqual([active, scope], [true, "read_content insert_content read_user_with_email"]);
  assert.ok(Number.isInteger(iat));
});

it("a code that was used is refused", async () => {
  const callback = await visit();
  await exchange(callback);
  await assert.rejects(exchange(callback), isBodyError);
});

it("a verifier that does not fit the challenge is refused, and the right one still works", async () => {
  const callback = await visit();
  const wrong = { ...callback, code_verifier: oauth.generateRandomCodeVerifier() };
  await assert.rejects(exchange(wrong), isBodyError);
  assert.ok((await exchange(callback)).access_token);
});

it("a wrong secret is answered with a challenge the library understands", async () => {
  const guess = oauth.ClientSecretBasic("mallory's guess");
  const answer = await oauth.introspectionRequest(server, client, guess, "whatever", options);
  await assert.rejects(oauth.processIntrospectionResponse(server, client, answer), (error) => {
    assert.ok(error instanceof oauth.WWWAuthenticateChallengeError);
    assert.equal(error.status, 401);
    assert.equal(error.cause[0]?.scheme, "basic");
    assert.equal(error.cause[0].parameters.realm, "workspace-api");
    return true;
  });
});

it("nothing went wrong on the server meanwhile", () => assert.deepEqual(lines, []));

interface Callback {
  readonly parameters: URLSearchParams;
  readonly code_verifier: string;
}

async function visit(): Promise<Callback> {
  const code_verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = authorizationUrl(issuer, photos, {
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(code_verifier),
    code_challenge_method: "S256",
  });
  const callback = await letIn(openVisitor({ issuer }), url);
  return {
    parameters: oauth.validateAuthResponse(server, client, callback, state),
    code_verifier,
  };
}

async function exchange({ parameters, code_verifier }: Callback) {
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    proof,
    parameters,
    redirect_uri,
    code_verifier,
    options,
  );
  return oauth.processAuthorizationCodeResponse(server, client, answer);
}

async function refresh(token = "") {
  const answer = await oauth.refreshTokenGrantRequest(server, client, proof, token, options);
  return oauth.processRefreshTokenResponse(server, client, answer);
}

async function introspect(token: string) {
  const answer = await oauth.introspectionRequest(server, client, proof, token, options);
  return oauth.processIntrospectionResponse(server, client, answer);
}

async function isActive({ access_token }: oauth.TokenEndpointResponse): Promise<boolean> {
  return (await introspect(access_token)).active;
}

async function revoke(token = ""): Promise<void> {
  const answer = await oauth.revocationRequest(server, client, proof, token, options);
  await oauth.processRevocationResponse(answer);
}

function isBodyError(error: unknown): boolean {
  assert.ok(error instanceof oauth.ResponseBodyError);
  assert.deepEqual([error.status, error.error], [400, "invalid_grant"]);
  return true;
}
