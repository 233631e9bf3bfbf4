import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { keycloakSecretOf, readKeycloakClient, readKeycloakUser } from "./keycloak-rules.ts";

const NOW = 1_800_000_000;

const shop = {
  clientId: "shop",
  name: "Web shop",
  rootUrl: "https://shop.example.com",
  baseUrl: "/start",
  redirectUris: ["/callback", "https://shop.example.com/*", "https://other.example.com/cb"],
  webOrigins: ["+", "https://shop.example.com"],
  clientAuthenticatorType: "client-secret",
  secret: "a secret",
  standardFlowEnabled: true,
  implicitFlowEnabled: false,
  serviceAccountsEnabled: true,
  publicClient: false,
  protocol: "openid-connect",
  enabled: true,
  defaultClientScopes: ["web-origins", "profile", "roles", "email"],
  optionalClientScopes: ["offline_access"],
  attributes: {
    "post.logout.redirect.uris": "+##/bye",
    "backchannel.logout.url": "/logout",
    "backchannel.logout.session.required": "true",
    "oauth2.device.authorization.grant.enabled": "false",
  },
};

describe("a client of a Keycloak realm", () => {
  it("keeps what it may do, and its secret by its hash", () => {
    const { record, left_out } = readKeycloakClient(shop, "hash", NOW);
    assert.deepEqual(record, {
      kind: "client",
      client: {
        client_id: "shop",
        client_name: "Web shop",
        client_uri: "https://shop.example.com/start",
        redirect_uris: ["https://shop.example.com/callback", "https://other.example.com/cb"],
        post_logout_redirect_uris: ["https://shop.example.com/bye"],
        allowed_cors_origins: ["https://shop.example.com"],
        grant_types: ["authorization_code", "refresh_token", "client_credentials"],
        response_types: ["code"],
        scope: "openid profile email offline_access",
        token_endpoint_auth_method: "client_secret_basic",
        backchannel_logout_uri: "https://shop.example.com/logout",
        backchannel_logout_session_required: true,
      },
      secret_hashes: ["hash"],
      created_at: NOW,
      updated_at: NOW,
    });
    assert.deepEqual(
      left_out.map(({ reason }) => reason),
      ["a redirect URI with a wildcard: redirect URIs are compared exactly here"],
    );
  });

  it("is public without a secret", () => {
    const { record } = readKeycloakClient({ ...shop, publicClient: true }, undefined, NOW);
    assert.equal(record?.client.token_endpoint_auth_method, "none");
    assert.deepEqual(record?.secret_hashes, []);
  });

  const refused: readonly {
    readonly title: string;
    readonly client: object;
    readonly reason: RegExp;
  }[] = [
    { title: "is Keycloak's own", client: { ...shop, clientId: "account" }, reason: /own pages/ },
    { title: "only checks tokens", client: { ...shop, bearerOnly: true }, reason: /only checks/ },
    { title: "speaks SAML", client: { ...shop, protocol: "saml" }, reason: /another protocol/ },
    { title: "is disabled", client: { ...shop, enabled: false }, reason: /disabled/ },
    {
      title: "has keys that the export does not name",
      client: { ...shop, clientAuthenticatorType: "client-jwt" },
      reason: /keys are not in the export/,
    },
    {
      title: "authenticates by a certificate",
      client: { ...shop, clientAuthenticatorType: "client-x509" },
      reason: /not known here/,
    },
  ];
  for (const { title, client, reason } of refused) {
    it(`is left out where it ${title}`, () => {
      const { record, left_out } = readKeycloakClient({ ...client }, "hash", NOW);
      assert.equal(record, undefined);
      assert.match(left_out[0]?.reason ?? "", reason);
    });
  }

  it("has no secret in an export of the console", () => {
    assert.equal(keycloakSecretOf({ secret: "**********" }), undefined);
    const { left_out } = readKeycloakClient({ ...shop, redirectUris: [] }, undefined, NOW);
    assert.deepEqual(
      left_out.map(({ reason }) => reason),
      ["a secret that the export does not have"],
    );
  });
});

describe("a user of a Keycloak realm", () => {
  const alice = {
    id: "5f3c",
    username: "alice",
    firstName: "Alice",
    lastName: "Arm",
    email: "alice@example.com",
    emailVerified: true,
    enabled: true,
    groups: ["/staff/berlin"],
    realmRoles: ["default-roles-shop", "editor"],
    clientRoles: { shop: ["buyer"], account: ["view-profile"] },
    credentials: [
      {
        type: "password",
        secretData: '{"value":"aGFzaA==","salt":"c2FsdA==","additionalParameters":{}}',
        credentialData: '{"hashIterations":27500,"algorithm":"pbkdf2-sha256"}',
      },
    ],
  };

  it("keeps id, claims, password, roles and groups", () => {
    assert.deepEqual(readKeycloakUser(alice), {
      record: {
        kind: "account",
        id: "5f3c",
        username: "alice",
        password_hash: "$pbkdf2-sha256$i=27500,l=4$c2FsdA$aGFzaA",
        claims: {
          name: "Alice Arm",
          given_name: "Alice",
          family_name: "Arm",
          email: "alice@example.com",
          email_verified: true,
          groups: ["staff/berlin", "editor", "shop:buyer"],
        },
      },
      left_out: [],
    });
  });

  it("keeps a password of argon2", () => {
    const credentialData = JSON.stringify({
      hashIterations: 5,
      algorithm: "argon2",
      additionalParameters: {
        type: ["id"],
        memory: ["7168"],
        parallelism: ["1"],
        version: ["1.3"],
      },
    });
    const [password] = alice.credentials;
    const { record } = readKeycloakUser({
      ...alice,
      credentials: [{ ...password, credentialData }],
    });
    assert.equal(record?.password_hash, "$argon2id$v=19$m=7168,t=5,p=1$c2FsdA$aGFzaA");
  });

  it("is carried without a password where the hash takes too much work to check", () => {
    const credentialData = JSON.stringify({
      hashIterations: 4_000_000,
      algorithm: "pbkdf2-sha512",
    });
    const [password] = alice.credentials;
    const { record, left_out } = readKeycloakUser({
      ...alice,
      credentials: [{ ...password, credentialData }],
    });
    assert.equal(record?.username, alice.username);
    assert.equal(record?.password_hash, undefined);
    assert.match(left_out[0]?.reason ?? "", /too much work/);
  });

  it("is carried without a password where its hash is not known here", () => {
    const { record, left_out } = readKeycloakUser({ ...alice, credentials: [] });
    assert.equal(record?.password_hash, undefined);
    assert.match(left_out[0]?.reason ?? "", /must be set anew/);
  });

  it("is disabled where it was", () => {
    assert.equal(readKeycloakUser({ ...alice, enabled: false }).record?.disabled, true);
  });

  it("is left out where it is the account of a client", () => {
    const user = { ...alice, serviceAccountClientId: "shop" };
    assert.equal(readKeycloakUser(user).record, undefined);
  });
});
