import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { compareServers } from "./compare.ts";
import type { Answer, Json, Observation, Severity } from "./observation.ts";

const discovery: Json = {
  issuer: "https://id.example",
  token_endpoint: "https://id.example/oauth2/token",
  jwks_uri: "https://id.example/.well-known/jwks.json",
  grant_types_supported: ["authorization_code", "refresh_token"],
  claims_supported: ["sub", "email"],
  backchannel_logout_supported: true,
  request_parameter_supported: false,
};
const key: Json = { kid: "one", kty: "EC", crv: "P-256", x: "a", y: "b", alg: "ES256" };
const photos: Json = {
  client_id: "photos",
  client_name: "Photos",
  scope: "openid offline",
  redirect_uris: ["https://photos.example/a", "https://photos.example/b"],
  audience: null,
  jwks: {},
  logo_uri: "",
  owner: "shop",
  token_endpoint_auth_method: "client_secret_basic",
  userinfo_signed_response_alg: "none",
  authorization_code_grant_access_token_lifespan: "1h0m0s",
  created_at: "2020-01-01T00:00:00Z",
};
const refusal: Answer = {
  status: 401,
  error: "invalid_client",
  is_redirect: false,
  media_type: "application/json",
  active: undefined,
  challenge: "Basic",
  allows_origin: false,
};
const before: Observation = {
  discovery,
  keys: [key],
  clients: new Map([["photos", photos]]),
  answers: { token: refusal },
};

/** The differences of a server that has something else in place of these parts. */
function against(after: Partial<Observation>): readonly (readonly [Severity, string, string])[] {
  return compareServers(before, { ...before, ...after }).map(
    ({ severity, subject, name }) => [severity, subject, name] as const,
  );
}

function withClient(fields: Json): Partial<Observation> {
  return { clients: new Map([["photos", { ...photos, ...fields }]]) };
}

function answering(fields: Partial<Answer>): Partial<Observation> {
  return { answers: { token: { ...refusal, ...fields } } };
}

describe("two servers that clients cannot tell apart", () => {
  const table: readonly [name: string, after: Partial<Observation>][] = [
    ["are the same", {}],
    [
      "are at two addresses of one issuer, and one supports more",
      {
        discovery: {
          ...discovery,
          grant_types_supported: ["refresh_token", "authorization_code", "more"],
          request_parameter_supported: true,
          device_authorization_endpoint: "https://id.example/oauth2/device/auth",
        },
      },
    ],
    ["have another order of keys, and more", { keys: [{ kid: "two", kty: "RSA" }, key] }],
    [
      "write what is not set in their own ways",
      withClient({
        audience: [],
        jwks: undefined,
        logo_uri: undefined,
        userinfo_signed_response_alg: undefined,
        authorization_code_grant_access_token_lifespan: "1h",
        created_at: "2026-01-01T00:00:00Z",
        scope: "offline openid profile",
        client_secret_expires_at: 0,
        self_registered: true,
      }),
    ],
    [
      "have clients of their own",
      {
        clients: new Map([
          ["photos", photos],
          ["new", {}],
        ]),
      },
    ],
    ["were not asked for clients", { clients: undefined }],
    ["write the scheme in another case", answering({ challenge: "basic" })],
  ];
  for (const [name, after] of table) it(name, () => assert.deepEqual(against(after), []));
});

describe("clients notice", () => {
  const table: readonly [
    name: string,
    after: Partial<Observation>,
    severity: Severity,
    subject: string,
    named: string,
  ][] = [
    [
      "a slash after the issuer",
      { discovery: { ...discovery, issuer: "https://id.example/" } },
      "breaks",
      "discovery",
      "issuer",
    ],
    [
      "an endpoint that is gone",
      { discovery: { ...discovery, token_endpoint: undefined } },
      "breaks",
      "discovery",
      "token_endpoint",
    ],
    [
      "an endpoint at another path",
      { discovery: { ...discovery, token_endpoint: "https://id.example/token" } },
      "noticeable",
      "discovery",
      "token_endpoint",
    ],
    [
      "a grant type that is gone",
      { discovery: { ...discovery, grant_types_supported: ["authorization_code"] } },
      "breaks",
      "discovery",
      "grant_types_supported",
    ],
    [
      "a claim that is gone",
      { discovery: { ...discovery, claims_supported: ["sub"] } },
      "noticeable",
      "discovery",
      "claims_supported",
    ],
    [
      "a capability that is gone",
      { discovery: { ...discovery, backchannel_logout_supported: false } },
      "noticeable",
      "discovery",
      "backchannel_logout_supported",
    ],
    ["a key that is gone", { keys: [] }, "breaks", "keys", "one"],
    ["another key of the same kid", { keys: [{ ...key, x: "c" }] }, "breaks", "keys", "one"],
    ["another algorithm of a key", { keys: [{ ...key, alg: "ES384" }] }, "breaks", "keys", "one"],
    ["a client that is gone", { clients: new Map() }, "breaks", "clients", "photos"],
    ["a scope that is gone", withClient({ scope: "openid" }), "breaks", "clients", "photos"],
    [
      "a redirect URI that is gone",
      withClient({ redirect_uris: ["https://photos.example/a"] }),
      "breaks",
      "clients",
      "photos",
    ],
    [
      "another authentication method",
      withClient({ token_endpoint_auth_method: "client_secret_post" }),
      "breaks",
      "clients",
      "photos",
    ],
    [
      "another kind of access tokens",
      withClient({ access_token_strategy: "jwt" }),
      "breaks",
      "clients",
      "photos",
    ],
    [
      "another lifespan",
      withClient({ authorization_code_grant_access_token_lifespan: "5m" }),
      "noticeable",
      "clients",
      "photos",
    ],
    ["another name", withClient({ client_name: "Pics" }), "noticeable", "clients", "photos"],
    [
      "another owner, which only administrators see",
      withClient({ owner: "alice" }),
      "harmless",
      "clients",
      "photos",
    ],
    [
      "an error of another code",
      answering({ error: "invalid_request" }),
      "noticeable",
      "answers",
      "a token request of an unknown client",
    ],
    [
      "another status",
      answering({ status: 400 }),
      "noticeable",
      "answers",
      "a token request of an unknown client",
    ],
    [
      "that a request is no longer refused",
      answering({ status: 200, error: undefined }),
      "breaks",
      "answers",
      "a token request of an unknown client",
    ],
    [
      "a page in place of JSON",
      answering({ media_type: "text/html" }),
      "noticeable",
      "answers",
      "a token request of an unknown client",
    ],
    [
      "a missing challenge, which programs do not read",
      answering({ challenge: undefined }),
      "harmless",
      "answers",
      "a token request of an unknown client",
    ],
  ];
  for (const [name, after, ...expected] of table)
    it(name, () => assert.deepEqual(against(after), [expected]));

  it("that scripts are no longer admitted, and that an unknown token is active", () => {
    const open = { ...refusal, status: 200, error: undefined, challenge: undefined };
    const old: Observation = {
      ...before,
      answers: {
        preflight: { ...open, allows_origin: true },
        introspection: { ...open, active: false },
      },
    };
    const now: Observation = {
      ...before,
      answers: { preflight: open, introspection: { ...open, active: true } },
    };
    const found = compareServers(old, now).map(({ severity, subject }) => [severity, subject]);
    assert.deepEqual(found, [
      ["breaks", "answers"],
      ["breaks", "answers"],
    ]);
  });

  it("the worst first", () => {
    const after = { ...withClient({ owner: "alice", client_name: "Pics" }), keys: [] };
    assert.deepEqual(
      against(after).map(([severity]) => severity),
      ["breaks", "noticeable", "harmless"],
    );
  });
});
