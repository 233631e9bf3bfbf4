import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { exampleGrant } from "../oauth/example-grant.ts";
import { describeIdToken, type IdTokenFacts, leftHalfHash } from "./id-token.ts";

const facts: IdTokenFacts = {
  issuer: "https://id.example/",
  jti: "jti-1",
  alg: "RS256",
  now: 2_000,
  ttl: 3_600,
};

describe("OpenID Connect Core §2: the claims of an ID token", () => {
  it("has the required claims, and no others", () => {
    assert.deepEqual(describeIdToken(exampleGrant(), facts), {
      iss: "https://id.example/",
      sub: "alice",
      aud: ["photos"],
      iat: 2_000,
      exp: 5_600,
      auth_time: 990,
      jti: "jti-1",
      sid: "session-of-alice",
    });
  });

  it("has rat when the setting requires it", () => {
    assert.equal(describeIdToken(exampleGrant(), { ...facts, rat: true })["rat"], 980);
  });

  it("nothing that is for userinfo alone", () => {
    const grant = exampleGrant({ session: { userinfo: { email: "alice@example" } } });
    assert.equal("email" in describeIdToken(grant, facts), false);
  });

  it("the name this client knows alice by, its nonce, and how she signed in", () => {
    const session = { id_token_subject: "pairwise-alice", nonce: "n", acr: "2", amr: ["pwd"] };
    const claims = describeIdToken(exampleGrant({ session }), facts);
    assert.equal(claims["sub"], "pairwise-alice");
    assert.equal(claims["nonce"], "n");
    assert.equal(claims["acr"], "2");
    assert.deepEqual(claims["amr"], ["pwd"]);
  });

  it("has the lowest acr when one was requested and none was given", () => {
    const { consent } = exampleGrant().session;
    const session = { consent: { ...consent, oidc_context: { acr_values: ["2"] } } };
    assert.equal(describeIdToken(exampleGrant({ session }), facts)["acr"], "0");
    const unasked = { consent: { ...consent, oidc_context: { acr_values: [] } } };
    assert.equal("acr" in describeIdToken(exampleGrant({ session: unasked }), facts), false);
  });

  it("has the hashes of the tokens issued with it", () => {
    const access_token = "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y"; // Core §A.3
    const beside = { access_token, c_hash: "c", state: access_token };
    const claims = describeIdToken(exampleGrant(), { ...facts, ...beside });
    assert.equal(claims["at_hash"], "77QmUPtjPfzWtF2AnpK9RQ");
    assert.equal(claims["c_hash"], "c");
    assert.equal(claims["s_hash"], claims["at_hash"], "FAPI 1.0 Advanced §5.1.1");
  });

  it("has other claims of the consent provider, whatever their names", () => {
    const ofHydra = {
      azp: "photos",
      nbf: 1,
      client_id: "photos",
      scope: "openid",
      scp: ["openid"],
    };
    const id_token = { ext: { plan: "gold" }, state: "Ohio", constructor: "x", ...ofHydra };
    const claims = describeIdToken(exampleGrant({ session: { id_token } }), facts);
    assert.deepEqual(claims, { ...describeIdToken(exampleGrant(), facts), ...id_token });
  });

  it("has the claims of the consent provider, except those that only the server may set", () => {
    const reserved = {
      iss: "mallory",
      sub: "mallory",
      aud: "mallory",
      exp: 1,
      iat: 1,
      rat: 1,
      auth_time: 1,
      nonce: "mallory",
      jti: "mallory",
      sid: "mallory",
      at_hash: "mallory",
      c_hash: "mallory",
      acr: "mallory",
      amr: ["mallory"],
      events: { "http://schemas.openid.net/event/backchannel-logout": {} },
      s_hash: "mallory",
      cnf: { jkt: "mallory" },
      act: { sub: "mallory" },
      may_act: { sub: "mallory" },
      authorization_details: [{ type: "payment" }],
      token_introspection: { active: true },
    };
    const session = { id_token: { ...reserved, email: "alice@example" } };
    assert.deepEqual(describeIdToken(exampleGrant({ session }), facts), {
      ...describeIdToken(exampleGrant(), facts),
      email: "alice@example",
    });
  });
});

describe("OpenID Connect Core §3.1.3.6: the left half of a digest", () => {
  const table: [alg: string, digest: string, characters: number][] = [
    ["RS256", "sha256", 22],
    ["PS256", "sha256", 22],
    ["ES256", "sha256", 22],
    ["RS384", "sha384", 32],
    ["ES384", "sha384", 32],
    ["PS512", "sha512", 43],
    ["ES512", "sha512", 43],
    ["EdDSA", "sha512", 43],
  ];
  for (const [alg, digest, characters] of table) {
    it(`${alg} → half of ${digest}`, () => {
      const whole = createHash(digest).update("lk_at_1").digest();
      const half = whole.subarray(0, whole.length / 2).toString("base64url");
      assert.equal(half.length, characters);
      assert.equal(leftHalfHash(alg, "lk_at_1"), half);
    });
  }

  it("matches the example of the specification (Core §A.4)", () => {
    const code = "Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk";
    assert.equal(leftHalfHash("RS256", code), "LDktKdoQak3Pk0cnXxCltA");
  });
});
