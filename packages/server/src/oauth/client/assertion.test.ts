import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { signingAlgorithms } from "../algorithms.ts";
import { verifyAssertionClaims } from "./assertion.ts";
import { exampleClient } from "../example-client.ts";

const client = exampleClient({ token_endpoint_auth_method: "private_key_jwt" });
const facts = {
  client,
  audiences: ["https://id.example/oauth2/token", "https://id.example"],
  now: 1_000,
  leeway: 30,
};
const header = { alg: "RS256" };
const claims = {
  iss: "photos",
  sub: "photos",
  aud: "https://id.example/oauth2/token",
  exp: 1_060,
  jti: "once",
};
const day = 24 * 60 * 60;

describe("RFC 7523 §3: a valid assertion", () => {
  const table: [title: string, overrides: Record<string, unknown>, expires_at: number][] = [
    ["for the token endpoint", {}, 1_090],
    ["for the issuer", { aud: "https://id.example" }, 1_090],
    ["for the issuer, as a list", { aud: ["https://id.example"] }, 1_090],
    [
      "for the issuer and the token endpoint",
      { aud: ["https://id.example", "https://id.example/oauth2/token"] },
      1_090,
    ],
    ["expired within the leeway", { exp: 971 }, 1_001],
    ["with a fraction of a second", { exp: 1_060.2 }, 1_091],
    ["with a lifetime of a day and the leeway", { exp: 1_030 + day }, 1_060 + day],
    ["by a clock that is fast within the leeway", { iat: 1_030, nbf: 1_030 }, 1_090],
    ["with the longest jti", { jti: "j".repeat(255) }, 1_090],
  ];
  for (const [title, overrides, expires_at] of table) {
    it(title, () => {
      const said = { ...claims, ...overrides };
      assert.deepEqual(verifyAssertionClaims(header, said, facts), {
        ok: true,
        value: { jti: said.jti, expires_at },
      });
    });
  }

  it("is signed with any supported algorithm where the client names none", () => {
    for (const alg of signingAlgorithms)
      assert.equal(verifyAssertionClaims({ alg }, claims, facts).ok, true, alg);
  });

  it("is signed with the registered algorithm", () => {
    const registered = {
      ...facts,
      client: { ...client, token_endpoint_auth_signing_alg: "ES256" },
    };
    assert.equal(verifyAssertionClaims({ alg: "ES256" }, claims, registered).ok, true);
    assert.equal(verifyAssertionClaims({ alg: "RS256" }, claims, registered).ok, false);
  });
});

describe("RFC 7523 §3: an invalid assertion", () => {
  const table: [title: string, overrides: Record<string, unknown>, reason: string][] = [
    ["mallory is the issuer", { iss: "mallory" }, "iss_not_client"],
    ["there is no issuer", { iss: undefined }, "iss_not_client"],
    ["alice is the subject", { sub: "alice" }, "sub_not_client"],
    ["it is for another server", { aud: "https://other.example" }, "aud_not_us"],
    [
      "it is for a URL that begins like ours",
      { aud: "https://id.example/oauth2/token/" },
      "aud_not_us",
    ],
    [
      "it is for another server too",
      { aud: ["https://other.example", "https://id.example"] },
      "aud_not_us",
    ],
    ["it is a request object", { response_type: "code" }, "is_a_request"],
    ["it is a backchannel request", { login_hint: "alice" }, "is_a_request"],
    ["it has no audience", { aud: undefined }, "aud_not_us"],
    ["it is for an empty list", { aud: [] }, "aud_not_us"],
    ["it never expires", { exp: undefined }, "exp_missing"],
    ["its exp is a string", { exp: "1060" }, "exp_missing"],
    ["it expires at infinity", { exp: Infinity }, "exp_missing"],
    ["it expired", { exp: 970 }, "expired"],
    ["its lifetime is longer than a day", { exp: 1_031 + day }, "exp_too_far"],
    ["it is not valid yet", { nbf: 1_031 }, "nbf_in_the_future"],
    ["its nbf is no number", { nbf: "soon" }, "nbf_in_the_future"],
    ["its iat is in the future", { iat: 1_031 }, "iat_in_the_future"],
    ["it has no jti", { jti: undefined }, "jti_missing"],
    ["its jti is empty", { jti: "" }, "jti_missing"],
    ["its jti is too long", { jti: "j".repeat(256) }, "jti_missing"],
    ["its jti is a number", { jti: 7 }, "jti_missing"],
  ];
  for (const [title, overrides, reason] of table) {
    it(`${title}: ${reason}`, () => {
      const verified = verifyAssertionClaims(header, { ...claims, ...overrides }, facts);
      assert.ok(!verified.ok);
      assert.equal(verified.error.reason, reason);
    });
  }

  it("for a list, where the audience must be one string: aud_not_us", () => {
    const strict = { ...facts, single_audience: true };
    const listed = { ...claims, aud: [claims.aud] };
    assert.equal(verifyAssertionClaims(header, claims, strict).ok, true);
    assert.deepEqual(verifyAssertionClaims(header, listed, strict), {
      ok: false,
      error: { reason: "aud_not_us", aud: listed.aud },
    });
  });

  for (const [typ, holds] of [
    [undefined, true],
    ["JWT", true],
    ["client-authentication+jwt", true],
    ["at+jwt", false],
    ["oauth-authz-req+jwt", false],
    [7, false],
  ] as const) {
    it(`of the type ${typ}: ${holds ? "accepted" : "typ_not_accepted"}`, () => {
      const verified = verifyAssertionClaims({ ...header, typ }, claims, facts);
      assert.equal(verified.ok ? true : verified.error.reason, holds || "typ_not_accepted");
    });
  }

  for (const alg of ["none", "HS256", "RS1", undefined]) {
    it(`signed with ${alg}: alg_not_registered`, () => {
      const verified = verifyAssertionClaims({ alg }, claims, facts);
      assert.deepEqual(verified, {
        ok: false,
        error: { reason: "alg_not_registered", alg, registered: signingAlgorithms },
      });
    });
  }
});
