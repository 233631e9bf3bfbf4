import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createRemoteJWKSet, jwtVerify } from "jose";
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { startTestServer } from "../../../testing/src/index.ts";
import { registerMachine, tokenOf } from "../operations/machine.ts";

const client_id = "photos";
const client_secret = "a secret: with colons, and ümlauts + more";
const key = await oauth.generateKeyPair("ES256", { extractable: true });
const kid = "photos-1";

/** How photos authenticates, in each library. */
const methods = {
  client_secret_basic: {
    oauth4webapi: oauth.ClientSecretBasic(client_secret),
    openid_client: openid.ClientSecretBasic(client_secret),
  },
  client_secret_post: {
    oauth4webapi: oauth.ClientSecretPost(client_secret),
    openid_client: openid.ClientSecretPost(client_secret),
  },
  private_key_jwt: {
    oauth4webapi: oauth.PrivateKeyJwt({ key: key.privateKey, kid }),
    openid_client: openid.PrivateKeyJwt({ key: key.privateKey, kid }),
  },
};

const running = await startTestServer();
after(() => running.stop());
const { api: latchkey } = running;
const issuer = new URL(running.issuer);
const insecure = { [oauth.allowInsecureRequests]: true } as const;

/** An API whose client may introspect its tokens at the public listener. */
const resource = "https://albums.example";
await latchkey.createApi({
  body: {
    identifier: resource,
    scopes: ["albums.read", "albums.write"],
    allow_any_client: true,
    introspection_clients: [client_id],
  },
});

for (const [method, proofs] of Object.entries(methods)) {
  describe(`a client that authenticates by ${method}`, () => {
    before(async () => {
      const jwk = await crypto.subtle.exportKey("jwk", key.publicKey);
      const keys = { jwks: { keys: [{ ...jwk, kty: "EC", kid, use: "sig", alg: "ES256" }] } };
      const isSigned = method === "private_key_jwt";
      const body = {
        client_id,
        grant_types: ["client_credentials"],
        scope: "albums.read albums.write",
        token_endpoint_auth_method: method,
        ...(isSigned ? { ...keys, token_endpoint_auth_signing_alg: "ES256" } : { client_secret }),
      };
      await latchkey.createOAuth2Client({ body });
    });
    after(() => latchkey.deleteOAuth2Client({ id: client_id }));

    it("gets a token, asks about it and revokes it with oauth4webapi", async () => {
      const server = await discover();
      assert.ok(server.token_endpoint_auth_methods_supported?.includes(method));
      const client = { client_id };
      const proof = proofs.oauth4webapi;

      const scope = new URLSearchParams({ scope: "albums.read", resource });
      const granted = await oauth.clientCredentialsGrantRequest(
        server,
        client,
        proof,
        scope,
        insecure,
      );
      const { access_token, ...token } = await oauth.processClientCredentialsResponse(
        server,
        client,
        granted,
      );
      assert.deepEqual(token, { token_type: "bearer", expires_in: 3_600, scope: "albums.read" });

      const introspect = async (): Promise<oauth.IntrospectionResponse> => {
        const response = await oauth.introspectionRequest(
          server,
          client,
          proof,
          access_token,
          insecure,
        );
        return oauth.processIntrospectionResponse(server, client, response);
      };
      const { active, sub, iss, scope: granted_scope } = await introspect();
      assert.deepEqual(
        { active, sub, iss, granted_scope },
        { active: true, sub: client_id, iss: issuer.origin, granted_scope: "albums.read" },
      );

      const revoked = await oauth.revocationRequest(server, client, proof, access_token, insecure);
      await oauth.processRevocationResponse(revoked);
      assert.deepEqual(await introspect(), { active: false });
    });

    it("gets a token, asks about it and revokes it with openid-client", async () => {
      const config = await openid.discovery(issuer, client_id, undefined, proofs.openid_client, {
        execute: [openid.allowInsecureRequests],
      });
      const token = await openid.clientCredentialsGrant(config, {
        scope: "albums.write",
        resource,
      });
      assert.equal(token.scope, "albums.write");
      assert.equal(token.expires_in, 3_600);

      const { active, client_id: holder } = await openid.tokenIntrospection(
        config,
        token.access_token,
      );
      assert.deepEqual({ active, holder }, { active: true, holder: client_id });
      await openid.tokenRevocation(config, token.access_token);
      assert.deepEqual(await openid.tokenIntrospection(config, token.access_token), {
        active: false,
      });
    });
  });
}

it("a refusal reaches oauth4webapi as the error it is", async () => {
  const server = await discover();
  const mallory = { client_id: "mallory" };
  const guess = oauth.ClientSecretPost("a guess");
  const answer = await oauth.clientCredentialsGrantRequest(server, mallory, guess, {}, insecure);
  await assert.rejects(oauth.processClientCredentialsResponse(server, mallory, answer), {
    error: "invalid_client",
    status: 401,
  });
});

it("a resource server verifies a JWT access token with jose and nothing but discovery", async () => {
  const audience = "https://albums.example";
  const photos = await registerMachine(latchkey, {
    access_token_strategy: "jwt",
    audience: [audience],
  });
  const token = await tokenOf(latchkey, photos, { audience });

  const { jwks_uri = "" } = await discover();
  const keys = createRemoteJWKSet(new URL(jwks_uri));
  const { payload } = await jwtVerify(token, keys, { issuer: issuer.origin, audience });
  assert.equal(payload.sub, photos.client_id);
});

async function discover(): Promise<oauth.AuthorizationServer> {
  return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
}
