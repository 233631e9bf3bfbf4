import assert from "node:assert/strict";
import { it } from "node:test";
import * as openid from "openid-client";
import { alice, startSignInServer } from "../support/sign-in-server.ts";
import { openVisitor } from "./visitor.ts";

const { issuer, latchkey, subject, lines } = await startSignInServer();
const redirect_uri = "https://photos.example/callback";
const post_logout_redirect_uri = "https://photos.example/bye";
const client_secret = "only photos knows this";

it("alice signs in to photos, stays, and signs out", async () => {
  const config = await registerPhotos("photos");
  const visitor = openVisitor({ issuer, remember: true });

  const { tokens, asked } = await signIn(config, visitor);
  assert.deepEqual(asked, ["/login", "/consent"]);
  const claims = tokens.claims();
  assert.equal(claims?.sub, subject);
  assert.equal(claims?.["email"], undefined, "OpenID Connect Core §5.4: it is at userinfo");
  assert.deepEqual(claims?.["amr"], ["pwd"]);

  const person = await openid.fetchUserInfo(config, tokens.access_token, subject);
  assert.equal(person.name, alice.profile.name);
  assert.equal(person.email, alice.profile.email);

  const fresh = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
  assert.notEqual(fresh.refresh_token, tokens.refresh_token);
  assert.equal(fresh.claims()?.sub, subject);
  assert.equal(fresh.claims()?.auth_time, claims?.auth_time);
  await openid.fetchUserInfo(config, fresh.access_token, subject);

  const again = await signIn(config, visitor);
  assert.deepEqual(again.asked, ["/consent"]);

  const leaving = openid.buildEndSessionUrl(config, {
    id_token_hint: fresh.id_token ?? "",
    post_logout_redirect_uri,
    state: "farewell",
  });
  const left = await visitor.visit(leaving);
  assert.deepEqual(left.asked, ["/logout"]);
  assert.equal(left.request.url, `${post_logout_redirect_uri}?state=farewell`);
  assert.deepEqual((await signIn(config, visitor)).asked, ["/login", "/consent"]);
});

for (const alg of ["RS256", "PS256", "ES256", "EdDSA"]) {
  it(`an ID token and a userinfo answer signed with ${alg} verify`, async () => {
    const config = await registerPhotos(`photos-${alg}`, {
      id_token_signed_response_alg: alg,
      userinfo_signed_response_alg: alg,
    });
    const { tokens } = await signIn(config, openVisitor({ issuer }));
    assert.equal(tokens.claims()?.sub, subject);
    const person = await openid.fetchUserInfo(config, tokens.access_token, subject);
    assert.equal(person.email, alice.profile.email);
  });
}

for (const [choice, error_description] of [
  ["cancel", "The user cancelled sign-in."],
  ["deny", "The user denied access."],
] as const) {
  it(`photos gets the error when alice presses ${choice}`, async () => {
    const config = await registerPhotos(`photos-${choice}`);
    const decisions = choice === "cancel" ? ["cancel"] : ["sign_in", "deny"];
    await assert.rejects(signIn(config, openVisitor({ issuer, decisions })), {
      name: "AuthorizationResponseError",
      error: "access_denied",
      error_description,
    });
  });
}

it("photos gets tokens for one API and another, and the APIs introspect their own", async () => {
  const [albums, mail] = ["https://albums.example", "https://mail.example"];
  const apis = new Map<string, openid.Configuration>();
  for (const identifier of [albums, mail]) {
    const client_id = `${new URL(identifier).hostname}-api`;
    apis.set(identifier, await registerPhotos(client_id));
    const introspection_clients = [client_id];
    await latchkey.createApi({
      body: { identifier, allow_any_client: true, introspection_clients },
    });
  }
  const config = await registerPhotos("photos-apis", {
    grant_types: ["authorization_code", "refresh_token", "client_credentials"],
  });
  const { tokens } = await signIn(config, openVisitor({ issuer }), (parameters) => {
    const url = openid.buildAuthorizationUrl(config, parameters);
    for (const resource of [albums, mail]) url.searchParams.append("resource", resource);
    return url;
  });
  const fresh = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "", {
    resource: mail,
  });
  const machine = await openid.clientCredentialsGrant(config, { resource: albums });

  const introspectAs = async (identifier: string, token: string) =>
    openid.tokenIntrospection(apis.get(identifier) ?? config, token);
  assert.partialDeepStrictEqual(await introspectAs(mail, fresh.access_token), {
    active: true,
    aud: [mail],
    sub: subject,
  });
  assert.deepEqual(await introspectAs(albums, fresh.access_token), { active: false });
  assert.partialDeepStrictEqual(await introspectAs(albums, machine.access_token), {
    aud: [albums],
  });
  assert.deepEqual(await introspectAs(mail, machine.access_token), { active: false });
  await assert.rejects(
    openid.clientCredentialsGrant(config, { resource: "https://closed.example" }),
    { error: "invalid_target" },
  );
});

it("a request that photos signed is believed", async () => {
  const key = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ]);
  const jwk = await crypto.subtle.exportKey("jwk", key.publicKey);
  const config = await registerPhotos("photos-signs", {
    request_object_signing_alg: "ES256",
    jwks: { keys: [{ ...jwk, kty: "EC", kid: "photos-1", use: "sig", alg: "ES256" }] },
  });
  const signing = { key: key.privateKey, kid: "photos-1" };
  const { tokens } = await signIn(config, openVisitor({ issuer }), (parameters) =>
    openid.buildAuthorizationUrlWithJAR(config, parameters, signing),
  );
  assert.equal(tokens.claims()?.sub, subject);
});

it("nothing went wrong on the server meanwhile", () => assert.deepEqual(lines, []));

async function registerPhotos(client_id: string, metadata = {}): Promise<openid.Configuration> {
  const body = {
    client_id,
    client_secret,
    client_name: "Photos",
    redirect_uris: [redirect_uri],
    post_logout_redirect_uris: [post_logout_redirect_uri],
    grant_types: ["authorization_code", "refresh_token"],
    scope: "openid offline_access profile email",
    ...metadata,
  };
  await latchkey.createOAuth2Client({ body });
  const proof = openid.ClientSecretBasic(client_secret);
  return openid.discovery(new URL(issuer), client_id, metadata, proof, {
    execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks],
  });
}

async function signIn(
  config: openid.Configuration,
  visitor: ReturnType<typeof openVisitor>,
  ask: (parameters: Record<string, string>) => URL | Promise<URL> = (parameters) =>
    openid.buildAuthorizationUrl(config, parameters),
) {
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const expectedState = openid.randomState();
  const expectedNonce = openid.randomNonce();
  const url = await ask({
    redirect_uri,
    scope: "openid offline_access profile email",
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
    state: expectedState,
    nonce: expectedNonce,
  });
  const { request, asked } = await visitor.visit(url);
  const checks = { pkceCodeVerifier, expectedState, expectedNonce };
  return { tokens: await openid.authorizationCodeGrant(config, request, checks), asked };
}
