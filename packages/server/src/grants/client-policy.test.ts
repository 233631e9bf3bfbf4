import { type LifespanSettings, lifespanSources } from "../context/lifespan-sources.ts";
import { registerGrantTypes } from "./grant-types.ts";
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { testConfig } from "../../test/support/server.ts";
import { authenticated } from "../oauth/client/authentication.ts";
import { type Client, withConfirmation } from "../oauth/client.ts";
import { exampleClient } from "../oauth/example-client.ts";
import { exampleApi } from "../oauth/resource/example-api.ts";
import {
  accessTokenLifespan,
  type ClientPolicy,
  issuesJwt,
  policyOf,
  verifyProfile,
} from "./client-policy.ts";

type Settings = Parameters<typeof testConfig>[0];

const keyed = { token_endpoint_auth_method: "private_key_jwt" } as const;

const cases: [
  title: string,
  fields: Partial<Client>,
  settings: Settings,
  expected: (policy: ClientPolicy) => unknown,
][] = [
  ["proves no key", {}, {}, (policy) => !policy.must_prove_key],
  ["is bound by DPoP", { dpop_bound_access_tokens: true }, {}, (policy) => policy.must_prove_key],
  [
    "is bound by its certificate",
    { tls_client_certificate_bound_access_tokens: true },
    {},
    (policy) => policy.must_prove_key,
  ],
  [
    "of a server that requires DPoP",
    {},
    { "oauth2.dpop.required": true },
    (policy) => policy.must_prove_key,
  ],
  ["gets opaque tokens", {}, {}, (policy) => !issuesJwt(policy, {})],
  [
    "gets JWTs by the settings",
    {},
    { "strategies.access_token": "jwt" },
    (policy) => issuesJwt(policy, {}),
  ],
  [
    "chooses opaque tokens itself",
    { access_token_strategy: "opaque" },
    { "strategies.access_token": "jwt" },
    (policy) => !issuesJwt(policy, {}),
  ],
  [
    "gets JWTs for an API that requires them",
    { access_token_strategy: "opaque" },
    {},
    (policy) => issuesJwt(policy, { api: exampleApi({ access_token_format: "jwt" }) }),
  ],
  [
    "is under no profile",
    {},
    {},
    ({ refusal }) => refusal.with_key === undefined && refusal.without_key === undefined,
  ],
  [
    "has a secret under FAPI 2.0",
    {},
    { "security.profile": "fapi2" },
    ({ refusal }) => refusal.with_key !== undefined && refusal.without_key !== undefined,
  ],
  [
    "has the algorithms of FAPI 2.0, and must prove a key",
    {
      ...keyed,
      grant_types: ["client_credentials"],
      token_endpoint_auth_signing_alg: "ES256",
      security_profile: "fapi2",
    },
    {},
    ({ refusal, traits }) =>
      refusal.with_key === undefined &&
      refusal.without_key !== undefined &&
      !traits.rotates_refresh_tokens,
  ],
  [
    "has a lifespan of its own",
    { client_credentials_grant_access_token_lifespan: "1m30s" },
    {},
    (policy) =>
      policy.lifespansOf("client_credentials").access_token === 90 &&
      policy.lifespansOf("authorization_code").access_token === 3_600,
  ],
  [
    "gets tokens no longer than an API allows",
    {},
    {},
    (policy) =>
      accessTokenLifespan(policy, "client_credentials", { lifespan: 60 }) === 60 &&
      accessTokenLifespan(policy, "client_credentials", { lifespan: 7_200 }) === 3_600,
  ],
];

const settingsOf = (settings?: Readonly<Record<string, unknown>>): LifespanSettings => {
  const config = testConfig(settings);
  return { config, lifespans: lifespanSources(registerGrantTypes().values(), config) };
};

describe("the policy of a client that", () => {
  for (const [title, fields, settings, expected] of cases) {
    it(title, () => {
      const policy = policyOf(exampleClient(fields), settingsOf(settings));
      assert.ok(expected(policy), JSON.stringify(policy));
    });
  }
});

describe("a policy", () => {
  const config = settingsOf({});

  it("is compiled once for a client, until that is replaced", () => {
    const photos = exampleClient();
    const policy = policyOf(photos, config);
    assert.equal(policyOf(photos, config), policy);
    const proven = authenticated(photos, photos.token_endpoint_auth_method);
    assert.equal(policyOf(withConfirmation(proven, { jkt: "thumbprint" }), config), policy);
    const bound = policyOf({ ...photos, dpop_bound_access_tokens: true }, config);
    assert.deepEqual([policy.must_prove_key, bound.must_prove_key], [false, true]);
  });

  it("is another one under the settings of another server in the process", () => {
    const photos = exampleClient();
    assert.equal(policyOf(photos, config).must_prove_key, false);
    const strict = settingsOf({ "oauth2.dpop.required": true });
    assert.equal(policyOf(photos, strict).must_prove_key, true);
  });

  it("refuses a request that proved no key by the rule of the profile", () => {
    const fields = {
      ...keyed,
      token_endpoint_auth_signing_alg: "ES256",
      security_profile: "fapi2",
    } as const;
    const bank = authenticated(
      exampleClient({ ...fields, grant_types: ["client_credentials"] }),
      "private_key_jwt",
    );
    const policy = policyOf(bank, config);
    const unproven = verifyProfile(bank, policy);
    assert.equal(!unproven.ok && unproven.error.reason, "profile:fapi2:sender_constrained");
    const proven = withConfirmation(bank, { jkt: "thumbprint" });
    assert.deepEqual(verifyProfile(proven, policy), { ok: true, value: proven });
  });
});
