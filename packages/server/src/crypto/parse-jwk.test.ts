import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { describe, it } from "node:test";
import { generateJwk, publicHalf } from "./jwk.ts";
import {
  checkJwks,
  explainJwkRejection,
  parseJwk,
  parseJwkSet,
  parsePublicJwk,
} from "./parse-jwk.ts";
import { err, ok } from "../result.ts";
import { createSelfSigned } from "./self-signed.ts";

const make = (alg: "RS256" | "ES256" | "ES512" | "EdDSA" | "HS256") =>
  generateJwk({ alg, kid: "alice", use: "sig", rsa_bits: 2_048 });

const [rsa, other_rsa, ec, other_ec, ed, other_ed, oct, p521] = await Promise.all([
  make("RS256"),
  make("RS256"),
  make("ES256"),
  make("ES256"),
  make("EdDSA"),
  make("EdDSA"),
  make("HS256"),
  make("ES512"),
]);
const { key: certified } = await createSelfSigned({ hosts: ["localhost"], days: 1, now: 0 });
const small = generateKeyPairSync("rsa", { modulusLength: 1_024 }).publicKey.export({
  format: "jwk",
});

describe("a key is accepted unchanged", () => {
  const cases = { rsa, ec, ed, oct, certified, "P-521": p521 };
  for (const [title, jwk] of Object.entries(cases)) {
    it(`${title}, whole`, () => assert.deepEqual(parseJwk(jwk), { ok: true, value: jwk }));
    const half = publicHalf(jwk);
    if (half === undefined) continue;
    it(`${title}, its public half`, () =>
      assert.deepEqual(parseJwk(half), { ok: true, value: half }));
  }

  it("without unknown fields, empty fields, and fields of other types", () => {
    const burdened = {
      ...ec,
      k: "c2VjcmV0",
      n: "AQAB",
      x5c: [],
      x5u: "",
      x5t: null,
      key_ops: ["sign"],
    };
    assert.deepEqual(parseJwk(burdened), { ok: true, value: ec });
  });

  it("with dp, dq and qi added to an RSA key without them", () => {
    const { dp: _dp, dq: _dq, qi: _qi, ...bare } = rsa;
    assert.deepEqual(parseJwk(bare), { ok: true, value: rsa });
  });

  it("with an algorithm that other services use", () => {
    assert.ok(parseJwk({ ...publicHalf(rsa), use: "enc", alg: "RSA-OAEP-256" }).ok);
  });
});

describe("a key is refused", () => {
  const cases: [string, unknown, string, string][] = [
    ["when it is nothing", undefined, "not_an_object", ""],
    ["when it is null", null, "not_an_object", ""],
    ["when it is a list", [rsa], "not_an_object", ""],
    ["when it is a text", JSON.stringify(rsa), "not_an_object", ""],
    ["without kty", { n: "AQAB", e: "AQAB" }, "missing", "kty"],
    ["with a kty that is a number", { ...rsa, kty: 1 }, "not_a_text", "kty"],
    ["with an unknown kty", { ...rsa, kty: "DSA" }, "unsupported", "kty"],
    ["with a kty every object has", { kty: "constructor" }, "unsupported", "kty"],
    ["with a kid that is a number", { ...rsa, kid: 1 }, "not_a_text", "kid"],
    ["with an x5c that is a text", { ...rsa, x5c: "MIIB" }, "not_a_list", "x5c"],
    ["with a number among its x5c", { ...rsa, x5c: ["MIIB", 2] }, "not_a_text", "x5c[1]"],
    ["RSA without n", { kty: "RSA", e: "AQAB" }, "missing", "n"],
    ["RSA without e", { kty: "RSA", n: rsa.n }, "missing", "e"],
    ["RSA with d but without p", { ...rsa, p: "" }, "missing", "p"],
    ["RSA with dp but without d", { ...publicHalf(rsa), dp: rsa.dp }, "missing", "d"],
    ["RSA with padding in n", { ...rsa, n: `${rsa.n}==` }, "not_base64url", "n"],
    ["RSA with blanks in e", { ...rsa, e: "AQ AB" }, "not_base64url", "e"],
    ["RSA of 1024 bits", small, "unsupported", "n"],
    [
      "RSA of too many bits",
      { kty: "RSA", n: `g${"A".repeat(1_400)}`, e: "AQAB" },
      "not_base64url",
      "n",
    ],
    ["RSA with an e of 1", { ...publicHalf(rsa), e: "AQ" }, "unsupported", "e"],
    ["RSA with an e as long as n", { ...publicHalf(rsa), e: rsa.n }, "unsupported", "e"],
    ["RSA with another's d", { ...rsa, d: other_rsa.d }, "unusable", ""],
    ["RSA with another's n", { ...rsa, n: other_rsa.n }, "unusable", ""],
    ["RSA with primes that are none", { ...rsa, p: "AQ", q: "Ag" }, "unusable", ""],
    ["EC without crv", { ...ec, crv: undefined }, "missing", "crv"],
    ["EC on an unknown curve", { ...ec, crv: "secp256k1" }, "unsupported", "crv"],
    ["EC beside the curve", { ...publicHalf(ec), y: other_ec.y }, "unusable", ""],
    [
      "EC on another curve than its numbers",
      { ...publicHalf(ec), alg: "", crv: "P-384" },
      "unusable",
      "",
    ],
    ["EC with another's d", { ...ec, d: other_ec.d }, "unusable", ""],
    ["OKP for key agreement", { ...ed, crv: "X25519" }, "unsupported", "crv"],
    ["OKP with another's x", { ...ed, x: other_ed.x }, "unusable", ""],
    ["oct without k", { kty: "oct" }, "missing", "k"],
    ["oct with a k that is no byte", { kty: "oct", k: "A" }, "unusable", ""],
    ["EC for no algorithm", { ...ec, alg: "none" }, "unsupported", "alg"],
    ["HMAC for no algorithm", { kty: "oct", k: "c2VjcmV0", alg: "None" }, "unsupported", "alg"],
    ["RSA that calls itself HMAC", { ...rsa, alg: "HS256" }, "unsupported", "alg"],
    ["EC that calls itself another curve's", { ...ec, alg: "ES512" }, "unsupported", "alg"],
    [
      "with a certificate of another key",
      { ...ec, x5c: certified.x5c },
      "certificate_mismatch",
      "x5c",
    ],
    ["with a certificate that is none", { ...ec, x5c: ["MIIB"] }, "certificate_mismatch", "x5c"],
    [
      "with a certificate for a symmetric key",
      { ...oct, x5c: certified.x5c },
      "certificate_mismatch",
      "x5c",
    ],
  ];
  for (const [title, value, reason, path] of cases) {
    it(`${title} → ${reason} at ${path === "" ? "its top" : path}`, () => {
      const parsed = parseJwk(value);
      assert.ok(!parsed.ok);
      assert.deepEqual([parsed.error.reason, parsed.error.path], [reason, path]);
    });
  }
});

describe("of a client's key", () => {
  it("a private field is not read, and rejects it; an empty one is none", () => {
    const { d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...open } = rsa;
    const nonsense = { ...open, p: "A".repeat(100_000) };
    assert.deepEqual(parsePublicJwk(nonsense), err({ reason: "private", path: "p" }));
    assert.deepEqual(parsePublicJwk({ ...open, d: "", oth: [] }), ok(publicHalf(rsa)));
  });

  it("nothing is read when it is symmetric", () => {
    const parsed = parseJwkSet({ keys: [publicHalf(rsa), oct] }, parsePublicJwk);
    assert.ok(!parsed.ok);
    assert.equal(explainJwkRejection(parsed.error), "keys[1].kty must be that of a public key.");
  });
});

describe("the set of a client", () => {
  const sets = [100, 101].map((count) => Array.from({ length: count }, () => publicHalf(ec)));
  it("may have as many keys as a rotation needs, and is not imported where it has more", () => {
    const [most, more] = sets.map((keys) => checkJwks({ keys }));
    assert.equal(most?.ok, true);
    assert.deepEqual(more, { ok: false, error: "keys must have at most 100 entries." });
  });
});

describe("a set of keys", () => {
  it("is accepted when every key is", () => {
    assert.deepEqual(parseJwkSet({ keys: [rsa, ec], more: 1 }), {
      ok: true,
      value: { keys: [rsa, ec] },
    });
    assert.deepEqual(parseJwkSet({ keys: [] }), { ok: true, value: { keys: [] } });
  });

  const cases: [string, unknown, string][] = [
    ["a list", [rsa], "The document must be a JSON object."],
    ["an object without keys", {}, "keys is missing."],
    ["keys that are an object", { keys: {} }, "keys must be a list."],
    ["a key that is a text", { keys: [rsa, "ec"] }, "keys[1] must be a JSON object."],
    ["a third key without n", { keys: [rsa, ec, { kty: "RSA" }] }, "keys[2].n is missing."],
    [
      "a key of no known type",
      { keys: [{ kty: "DSA" }] },
      "keys[0].kty must be RSA, EC, OKP, AKP, or oct.",
    ],
    [
      "a padded number",
      { keys: [{ ...rsa, n: "AQ==" }] },
      "keys[0].n must be base64url without padding, and no longer than 8192 bits.",
    ],
  ];
  for (const [title, value, sentence] of cases) {
    it(`that is or has ${title} is refused: ${sentence}`, () => {
      const parsed = parseJwkSet(value);
      assert.ok(!parsed.ok);
      assert.equal(explainJwkRejection(parsed.error), sentence);
    });
  }
});
