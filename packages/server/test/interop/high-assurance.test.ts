import assert from "node:assert/strict";
import { it } from "node:test";
import type { OAuth2ClientInput } from "@latchkey/api";
import { CompactEncrypt, compactDecrypt, exportJWK, generateKeyPair, importJWK } from "jose";
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { alice, startSignInServer } from "../support/sign-in-server.ts";
import { openVisitor } from "./visitor.ts";

const { issuer, latchkey, subject, lines } = await startSignInServer({
  "oidc.encryption.enabled": true,
});
const redirect_uri = "https://photos.example/callback";
const scope = "openid offline_access profile email";
const signing = await generateKeyPair("PS256", { extractable: true });
const decrypting = await generateKeyPair("ECDH-ES+A256KW", { extractable: true });
const signingKey = { key: signing.privateKey, kid: "signing" };
const decryptionKey = { key: decrypting.privateKey, alg: "ECDH-ES+A256KW", kid: "decrypting" };

/** A client that pushes signed requests, and wants its responses signed and encrypted. */
const careful: OAuth2ClientInput = {
  client_name: "Photos",
  redirect_uris: [redirect_uri],
  grant_types: ["authorization_code", "refresh_token"],
  scope,
  token_endpoint_auth_method: "private_key_jwt",
  token_endpoint_auth_signing_alg: "PS256",
  request_object_signing_alg: "PS256",
  authorization_signed_response_alg: "ES256",
  authorization_encrypted_response_alg: "ECDH-ES+A256KW",
  authorization_encrypted_response_enc: "A256GCM",
  id_token_signed_response_alg: "ES256",
  id_token_encrypted_response_alg: "ECDH-ES+A256KW",
  id_token_encrypted_response_enc: "A256GCM",
  userinfo_signed_response_alg: "ES256",
  userinfo_encrypted_response_alg: "ECDH-ES+A256KW",
  userinfo_encrypted_response_enc: "A256GCM",
  jwks: {
    keys: [
      {
        kty: "",
        ...(await exportJWK(signing.publicKey)),
        kid: "signing",
        use: "sig",
        alg: "PS256",
      },
      {
        kty: "",
        ...(await exportJWK(decrypting.publicKey)),
        kid: "decrypting",
        use: "enc",
        alg: "ECDH-ES+A256KW",
      },
    ],
  },
};

async function discover(
  client_id: string,
  more: OAuth2ClientInput = {},
): Promise<openid.Configuration> {
  await latchkey.createOAuth2Client({ body: { ...careful, ...more, client_id } });
  const metadata = {
    id_token_signed_response_alg: "ES256",
    userinfo_signed_response_alg: "ES256",
    authorization_signed_response_alg: "ES256",
  };
  const proof = openid.PrivateKeyJwt(signingKey);
  const config = await openid.discovery(new URL(issuer), client_id, metadata, proof, {
    execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks],
  });
  openid.enableDecryptingResponses(config, ["A256GCM"], decryptionKey);
  openid.useJwtResponseMode(config);
  return config;
}

type Ask = (parameters: Record<string, string>) => URL | Promise<URL>;

async function signIn(config: openid.Configuration, ask: Ask) {
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const expectedState = openid.randomState();
  const expectedNonce = openid.randomNonce();
  const url = await ask({
    redirect_uri,
    scope,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
    state: expectedState,
    nonce: expectedNonce,
  });
  const { request } = await openVisitor({ issuer }).visit(url);
  assert.deepEqual([...new URL(request.url).searchParams.keys()], ["response"]);
  const checks = { pkceCodeVerifier, expectedState, expectedNonce };
  return openid.authorizationCodeGrant(config, request, checks);
}

it("openid-client pushes a request, and reads a signed and encrypted response", async () => {
  const config = await discover("photos-par", { require_pushed_authorization_requests: true });
  const tokens = await signIn(config, async (parameters) => {
    const url = await openid.buildAuthorizationUrlWithPAR(config, parameters);
    assert.deepEqual([...url.searchParams.keys()].toSorted(), ["client_id", "request_uri"]);
    return url;
  });
  assert.equal(tokens.claims()?.sub, subject);
  const person = await openid.fetchUserInfo(config, tokens.access_token, subject);
  assert.equal(person.email, alice.profile.email);
  const fresh = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
  assert.equal(fresh.claims()?.sub, subject);
});

it("openid-client signs a request", async () => {
  const config = await discover("photos-jar", { require_signed_request_object: true });
  const tokens = await signIn(config, (parameters) =>
    openid.buildAuthorizationUrlWithJAR(config, parameters, signingKey),
  );
  assert.equal(tokens.claims()?.sub, subject);
});

it("openid-client pushes a request that it signed", async () => {
  const config = await discover("photos-jar-par", {
    require_signed_request_object: true,
    require_pushed_authorization_requests: true,
  });
  const tokens = await signIn(config, async (parameters) => {
    const signed = await openid.buildAuthorizationUrlWithJAR(config, parameters, signingKey);
    const request = signed.searchParams.get("request") ?? "";
    return openid.buildAuthorizationUrlWithPAR(config, { request });
  });
  assert.equal(tokens.claims()?.sub, subject);
});

it("openid-client gets the error of a request that alice denies, in the encrypted response", async () => {
  const config = await discover("photos-denied");
  const expectedState = openid.randomState();
  const url = await openid.buildAuthorizationUrlWithPAR(config, {
    redirect_uri,
    scope,
    state: expectedState,
  });
  const visitor = openVisitor({ issuer, decisions: ["sign_in", "deny"] });
  const { request } = await visitor.visit(url);
  await assert.rejects(openid.authorizationCodeGrant(config, request, { expectedState }), {
    name: "AuthorizationResponseError",
    error: "access_denied",
  });
});

it("oauth4webapi encrypts what it signed, pushes it, and validates a signed response", async () => {
  const insecure = { [oauth.allowInsecureRequests]: true } as const;
  const found = await oauth.discoveryRequest(new URL(issuer), insecure);
  const server = await oauth.processDiscoveryResponse(new URL(issuer), found);
  const client: oauth.Client = {
    client_id: "photos-oauth4webapi",
    id_token_signed_response_alg: "ES256",
    authorization_signed_response_alg: "ES256",
  };
  await latchkey.createOAuth2Client({
    body: {
      ...careful,
      client_id: client.client_id,
      require_signed_request_object: true,
      request_object_encryption_alg: "RSA-OAEP-256",
      request_object_encryption_enc: "A256GCM",
    },
  });
  const proof = oauth.PrivateKeyJwt(signingKey);
  const codeVerifier = oauth.generateRandomCodeVerifier();
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const parameters = {
    redirect_uri,
    scope,
    response_type: "code",
    response_mode: "jwt",
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
    state,
    nonce,
  };
  const jwt = await oauth.issueRequestObject(server, client, parameters, signingKey);
  const pushed = await oauth.processPushedAuthorizationResponse(
    server,
    client,
    await oauth.pushedAuthorizationRequest(
      server,
      client,
      proof,
      { request: await encryptToServer(jwt) },
      insecure,
    ),
  );
  const url = new URL(server.authorization_endpoint ?? "");
  url.searchParams.set("client_id", client.client_id);
  url.searchParams.set("request_uri", pushed.request_uri);
  const { request } = await openVisitor({ issuer }).visit(url);

  const decrypt = { ...insecure, [oauth.jweDecrypt]: decryptResponse };
  const answer = new URL(request.url);
  const validated = await oauth.validateJwtAuthResponse(server, client, answer, state, decrypt);
  const redeemed = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    proof,
    validated,
    redirect_uri,
    codeVerifier,
    insecure,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, redeemed, {
    expectedNonce: nonce,
    requireIdToken: true,
    [oauth.jweDecrypt]: decryptResponse,
  });
  assert.equal(oauth.getValidatedIdTokenClaims(tokens)?.sub, subject);
});

it("nothing went wrong on the server meanwhile", () => assert.deepEqual(lines, []));

async function encryptToServer(jwt: string): Promise<string> {
  const { keys } = await latchkey.wellKnown();
  const key = keys.find(({ use, alg }) => use === "enc" && alg === "RSA-OAEP-256");
  assert.ok(key?.kid);
  return new CompactEncrypt(Buffer.from(jwt))
    .setProtectedHeader({ alg: "RSA-OAEP-256", enc: "A256GCM", kid: key.kid, cty: "JWT" })
    .encrypt(await importJWK({ ...key }, "RSA-OAEP-256"));
}

async function decryptResponse(jwe: string): Promise<string> {
  const { plaintext } = await compactDecrypt(jwe, decrypting.privateKey);
  return Buffer.from(plaintext).toString();
}
