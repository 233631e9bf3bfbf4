import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { describe, it } from "node:test";
import type { JsonObject } from "@latchkey/api";
import {
  isKeyThumbprint,
  type ProofFacts,
  proofRejections,
  readProofKey,
  verifyProofClaims,
} from "./dpop.ts";
import { describeRejection } from "../rejection.ts";

const NOW = 1_000;
const URL_OF_TOKENS = "https://id.example/oauth2/token";
const facts: ProofFacts = {
  method: "POST",
  urls: [URL_OF_TOKENS, "https://10.0.0.1:4444/oauth2/token"],
  now: NOW,
  iat_window: 60,
  leeway: 10,
  nonce_lifespan: 0,
};
const claims = { jti: "one", htm: "POST", htu: URL_OF_TOKENS, iat: NOW };
const ath = hash("sha256", "lk_at_1", "base64url");

describe("RFC 9449 §4.3: the header of a proof", () => {
  const header = {
    typ: "dpop+jwt",
    alg: "ES256",
    jwk: { kty: "EC", crv: "P-256", x: "x", y: "y" },
  };
  const rows: [title: string, header: JsonObject, outcome: string][] = [
    ["as it should be", header, "accepted"],
    ["with the long form of typ", { ...header, typ: "application/dpop+jwt" }, "accepted"],
    ["without typ", { ...header, typ: undefined }, "proof_typ_wrong"],
    ["of an ID token", { ...header, typ: "JWT" }, "proof_typ_wrong"],
    ["unsigned", { ...header, alg: "none" }, "proof_alg_refused"],
    ["with a shared secret", { ...header, alg: "HS256" }, "proof_alg_refused"],
    ["with an unknown algorithm", { ...header, alg: "XX" }, "proof_alg_refused"],
    ["without alg", { ...header, alg: undefined }, "proof_alg_refused"],
    ["without a key", { ...header, jwk: undefined }, "proof_key_unusable"],
    ["with a list for a key", { ...header, jwk: [] }, "proof_key_unusable"],
    ["with a text for a key", { ...header, jwk: "k" }, "proof_key_unusable"],
    ["with a private key", { ...header, jwk: { ...header.jwk, d: "d" } }, "proof_key_private"],
    ["with a prime factor", { ...header, jwk: { kty: "RSA", p: "p" } }, "proof_key_private"],
    ["with a private seed", { ...header, jwk: { ...header.jwk, priv: "p" } }, "proof_key_private"],
    ["with a symmetric key", { ...header, jwk: { kty: "oct", k: "k" } }, "proof_key_private"],
  ];
  for (const [title, given, outcome] of rows) {
    it(`${title} → ${outcome}`, () => {
      const read = readProofKey(given, ["ES256", "RS256"]);
      assert.equal(read.ok ? "accepted" : read.error.reason, outcome);
    });
  }
});

describe("RFC 9449 §4.3: the claims of a proof", () => {
  const withNonce = { acceptsNonce: (nonce: string) => nonce === "fresh", nonce_lifespan: 360 };
  const rows: [title: string, claims: JsonObject, facts: Partial<ProofFacts>, outcome: string][] = [
    ["as they should be", claims, {}, "accepted"],
    ["for another URL of the same endpoint", { ...claims, htu: facts.urls[1] }, {}, "accepted"],
    ["with a query", { ...claims, htu: `${URL_OF_TOKENS}?a=b` }, {}, "accepted"],
    ["with a fragment", { ...claims, htu: `${URL_OF_TOKENS}#a` }, {}, "accepted"],
    ["in capitals", { ...claims, htu: "HTTPS://ID.example/oauth2/token" }, {}, "accepted"],
    [
      "with the default port",
      { ...claims, htu: "https://id.example:443/oauth2/token" },
      {},
      "accepted",
    ],
    ["without jti", { ...claims, jti: undefined }, {}, "proof_claim_missing"],
    ["with an empty jti", { ...claims, jti: "" }, {}, "proof_claim_missing"],
    ["with a number as jti", { ...claims, jti: 1 }, {}, "proof_claim_missing"],
    ["without htm", { ...claims, htm: undefined }, {}, "proof_claim_missing"],
    ["without htu", { ...claims, htu: undefined }, {}, "proof_claim_missing"],
    ["without iat", { ...claims, iat: undefined }, {}, "proof_claim_missing"],
    ["with a text as iat", { ...claims, iat: "1000" }, {}, "proof_claim_missing"],
    ["for another method", { ...claims, htm: "GET" }, {}, "proof_method_mismatch"],
    ["for a method in lower case", { ...claims, htm: "post" }, {}, "proof_method_mismatch"],
    [
      "for another path",
      { ...claims, htu: "https://id.example/userinfo" },
      {},
      "proof_url_mismatch",
    ],
    [
      "for another path in capitals",
      { ...claims, htu: URL_OF_TOKENS.replace("token", "Token") },
      {},
      "proof_url_mismatch",
    ],
    [
      "for another host",
      { ...claims, htu: "https://evil.example/oauth2/token" },
      {},
      "proof_url_mismatch",
    ],
    [
      "for plain http",
      { ...claims, htu: "http://id.example/oauth2/token" },
      {},
      "proof_url_mismatch",
    ],
    ["for a path alone", { ...claims, htu: "/oauth2/token" }, {}, "proof_url_mismatch"],
    ["at the edge of the past", { ...claims, iat: NOW - 60 }, {}, "accepted"],
    ["from before", { ...claims, iat: NOW - 61 }, {}, "proof_too_old"],
    ["at the edge of the future", { ...claims, iat: NOW + 60 }, {}, "accepted"],
    ["from the future", { ...claims, iat: NOW + 61 }, {}, "proof_from_the_future"],
    ["that has expired", { ...claims, exp: NOW - 10 }, {}, "proof_expired"],
    ["that has just expired, by another clock", { ...claims, exp: NOW - 9 }, {}, "accepted"],
    ["whose exp is no number", { ...claims, exp: "1" }, {}, "proof_expired"],
    ["that is not valid yet", { ...claims, nbf: NOW + 11 }, {}, "proof_not_valid_yet"],
    ["that is valid by another clock", { ...claims, nbf: NOW + 10 }, {}, "accepted"],
    ["whose nbf is no number", { ...claims, nbf: "1" }, {}, "proof_not_valid_yet"],
    ["with the nonce, from before", { ...claims, nonce: "fresh", iat: 1 }, withNonce, "accepted"],
    [
      "with the nonce, from the future",
      { ...claims, nonce: "fresh", iat: NOW * 2 },
      withNonce,
      "accepted",
    ],
    [
      "with the nonce, expired",
      { ...claims, nonce: "fresh", exp: NOW - 10 },
      withNonce,
      "proof_expired",
    ],
    ["with an unasked nonce", { ...claims, nonce: "anything" }, {}, "accepted"],
    ["with the nonce", { ...claims, nonce: "fresh" }, withNonce, "accepted"],
    ["without the nonce", claims, withNonce, "proof_nonce_missing"],
    ["with a number as nonce", { ...claims, nonce: 1 }, withNonce, "proof_nonce_missing"],
    ["with an old nonce", { ...claims, nonce: "stale" }, withNonce, "proof_nonce_invalid"],
    ["old and without the nonce", { ...claims, iat: 1 }, withNonce, "proof_nonce_missing"],
    ["with the token", { ...claims, ath }, { access_token: "lk_at_1" }, "accepted"],
    ["without the token", claims, { access_token: "lk_at_1" }, "proof_claim_missing"],
    ["with another token", { ...claims, ath }, { access_token: "lk_at_2" }, "proof_token_mismatch"],
  ];
  for (const [title, given, changed, outcome] of rows) {
    it(`${title} → ${outcome}`, () => {
      const verified = verifyProofClaims(given, { ...facts, ...changed });
      assert.equal(verified.ok ? "accepted" : verified.error.reason, outcome);
    });
  }

  it("a proof is remembered for longer than it is accepted", () => {
    const verified = verifyProofClaims({ ...claims, iat: NOW + 59.5 }, facts);
    assert.ok(verified.ok && verified.value.expires_at > NOW + 59.5 + 60);
    const byNonce = verifyProofClaims(
      { ...claims, nonce: "fresh", iat: 1 },
      { ...facts, ...withNonce },
    );
    assert.ok(byNonce.ok && byNonce.value.expires_at > NOW + withNonce.nonce_lifespan);
  });
});

describe("RFC 9449 §5, §8: the error", () => {
  it("a nonce has a code of its own", () => {
    assert.equal(
      describeRejection(proofRejections, { reason: "proof_nonce_missing" }).error,
      "use_dpop_nonce",
    );
    assert.equal(
      describeRejection(proofRejections, { reason: "proof_nonce_invalid" }).error,
      "use_dpop_nonce",
    );
    assert.equal(
      describeRejection(proofRejections, { reason: "proof_replayed" }).error,
      "invalid_dpop_proof",
    );
  });
});

describe("RFC 9449 §10: dpop_jkt", () => {
  const rows: [text: string, outcome: boolean][] = [
    [ath, true],
    [`${ath}=`, false],
    [ath.slice(1), false],
    [`${ath}a`, false],
    ["", false],
    ["*".repeat(43), false],
  ];
  for (const [text, outcome] of rows) {
    it(`${text} → ${outcome}`, () => assert.equal(isKeyThumbprint(text), outcome));
  }
});
