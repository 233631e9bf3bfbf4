import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { profileNames } from "@latchkey/api";
import { type ProfileName, traitsOf } from "./profile.ts";
import {
  describeProfileRejection,
  explainProfile,
  explainProfileRejection,
} from "./explain-rules.ts";
import {
  type ProfiledAuthorization,
  type ProfiledClient,
  verifyAuthorization,
  verifyTokenRequest,
} from "./rules.ts";

const bank: ProfiledClient = {
  token_endpoint_auth_method: "private_key_jwt",
  response_types: ["code"],
  grant_types: ["authorization_code", "refresh_token"],
  redirect_uris: ["https://bank.example/callback"],
  dpop_bound_access_tokens: true,
  token_endpoint_auth_signing_alg: "ES256",
  id_token_signed_response_alg: "PS256",
};
/** A request that follows every rule of every profile. */
const strictest: ProfiledAuthorization = {
  client: bank,
  response_type: ["code"],
  response_mode: "jwt",
  redirect_uri: "https://bank.example/callback",
  redirect_uri_sent: true,
  code_challenge: "a-challenge",
  pushed: true,
  signed: true,
};
const everyStrict: readonly ProfileName[] = profileNames.filter((name) => name !== "compatible");
const fapi: readonly ProfileName[] = ["fapi2", "fapi2-message-signing"];

describe("authorization requests", () => {
  for (const profile of profileNames) {
    it(`${profile} accepts the strictest request`, () => {
      assert.ok(verifyAuthorization(profile, strictest).ok);
    });
  }

  const cases: [string, Partial<ProfiledAuthorization>, string, readonly ProfileName[]][] = [
    [
      "tokens in the response",
      { response_type: ["id_token", "code"] },
      "code_flow_only",
      everyStrict,
    ],
    ["no PKCE", { code_challenge: undefined }, "pkce", everyStrict],
    ["http elsewhere", { redirect_uri: "http://a.example/" }, "secure_redirect", ["mcp", ...fapi]],
    ["no PAR", { pushed: false }, "pushed_request", fapi],
    ["no redirect_uri", { redirect_uri_sent: false }, "redirect_uri_sent", fapi],
    ["not signed", { signed: false }, "signed_request", ["fapi2-message-signing"]],
    ["no JARM", { response_mode: "query" }, "signed_response", ["fapi2-message-signing"]],
    [
      "a public client",
      { client: { ...bank, token_endpoint_auth_method: "none" } },
      "confidential_client",
      fapi,
    ],
    [
      "a client that signs with RS256",
      { client: { ...bank, id_token_signed_response_alg: undefined } },
      "algorithms",
      fapi,
    ],
    [
      "a client of backchannel authentications that signs with RS256",
      {
        client: {
          ...bank,
          grant_types: ["urn:openid:params:grant-type:ciba"],
          id_token_signed_response_alg: undefined,
        },
      },
      "algorithms",
      fapi,
    ],
    [
      "a client whose backchannel requests are signed with RS256",
      { client: { ...bank, backchannel_authentication_request_signing_alg: "RS256" } },
      "algorithms",
      fapi,
    ],
    [
      "a client with a secret",
      { client: { ...bank, token_endpoint_auth_method: "client_secret_basic" } },
      "client_authenticates_with_key",
      fapi,
    ],
  ];
  for (const [name, change, rule, refusing] of cases) {
    for (const profile of profileNames) {
      const isRefused = refusing.includes(profile);
      it(`${name}: ${profile} ${isRefused ? "refuses it" : "accepts it"}`, () => {
        const verified = verifyAuthorization(profile, { ...strictest, ...change });
        if (isRefused) assert.deepEqual(verified, { ok: false, error: { profile, rule } });
        else assert.ok(verified.ok);
      });
    }
  }

  it("loopback redirect URIs are allowed to native apps", () => {
    for (const redirect_uri of ["http://127.0.0.1:5000/", "http://[::1]/", "http://localhost/a"])
      assert.ok(verifyAuthorization("mcp", { ...strictest, redirect_uri }).ok, redirect_uri);
  });
});

describe("token requests", () => {
  it("FAPI 2.0 wants a key to bind tokens to", () => {
    const request = { client: bank, proves_key: false };
    for (const profile of fapi) {
      const verified = verifyTokenRequest(profile, request);
      assert.deepEqual(verified, { ok: false, error: { profile, rule: "sender_constrained" } });
      assert.ok(verifyTokenRequest(profile, { ...request, proves_key: true }).ok);
    }
    assert.ok(verifyTokenRequest("oauth2.1", request).ok);
  });
});

describe("in words", () => {
  it("a refusal names the profile and the clause, to the client and in the inspector", () => {
    const error = describeProfileRejection({ profile: "fapi2", rule: "pushed_request" });
    assert.equal(error.error, "invalid_request");
    assert.match(
      error.error_description,
      /pushed.*fapi2.*FAPI 2\.0 Security Profile section 5\.3\.2\.2/,
    );
    const explained = explainProfileRejection(error.reason ?? "");
    assert.equal(explained?.reference, "FAPI 2.0 Security Profile §5.3.2.2");
    assert.match(explained?.fix ?? "", /pushed authorization request endpoint/);
    assert.equal(explainProfileRejection("pkce"), undefined);
    assert.equal(explainProfileRejection("profile:none:pkce"), undefined);
  });

  it("a refusal has only characters that RFC 6749 §5.2 allows", () => {
    const rejections = everyStrict.flatMap((profile) =>
      profile === "compatible"
        ? []
        : explainProfile(profile, bank).map(({ rule }) => ({ profile, rule })),
    );
    assert.ok(rejections.length > 20);
    for (const rejection of rejections) {
      const { error_description } = describeProfileRejection(rejection);
      assert.match(error_description, /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
    }
  });

  it("the rules of a client are listed with what its registration meets", () => {
    assert.deepEqual(explainProfile("compatible", bank), []);
    const rules = explainProfile("fapi2", { ...bank, dpop_bound_access_tokens: false });
    const status = Object.fromEntries(rules.map(({ rule, status: is }) => [rule, is]));
    assert.equal(status["sender_constrained"], "not_met");
    assert.equal(status["client_authenticates_with_key"], "met");
    assert.equal(status["pkce"], "by_request");
    assert.equal(status["signed_request"], undefined);
    const unmet = rules.find(({ rule }) => rule === "sender_constrained");
    assert.match(unmet?.fix ?? "", /dpop_bound_access_tokens/);
    const machine = { ...bank, grant_types: ["client_credentials"] };
    assert.ok(!explainProfile("fapi2", machine).some(({ rule }) => rule === "pkce"));
  });
});

it("codes are short-lived and refresh tokens stay under FAPI 2.0", () => {
  for (const profile of fapi) {
    assert.equal(traitsOf(profile).max_code_lifespan, 60);
    assert.equal(traitsOf(profile).rotates_refresh_tokens, false);
  }
  assert.equal(traitsOf("compatible").max_code_lifespan, Infinity);
});
