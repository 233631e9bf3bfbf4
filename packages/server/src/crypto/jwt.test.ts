import assert from "node:assert/strict";
import { createHmac, createPublicKey } from "node:crypto";
import { describe, it } from "node:test";
import type { JsonWebKey } from "@latchkey/api";
import { generateJwk, publicHalf } from "./jwk.ts";
import { decodeJwt, MAX_OWN_KEYS_TRIED, signJwt, verifyJwt } from "./jwt.ts";
import { jwsAlgorithms, type SigningAlgorithm } from "./signing-algorithm.ts";
import { openSigningKey } from "./signing-key.ts";

const make = (alg: SigningAlgorithm, kid: string) =>
  generateJwk({ alg, kid, use: "sig", rsa_bits: 2_048 });
const open = (jwk: JsonWebKey): JsonWebKey => publicHalf(jwk) ?? jwk;

const claims = { iss: "https://auth.example.com", sub: "alice", exp: 1_800_000_000 };
const rsa = await make("RS256", "rsa");
const ec = await make("ES256", "ec");
const other = open(await make("RS256", "other"));
const rsaJwt = await signJwt(openSigningKey(rsa), claims);
const [rsa_header = "", rsa_claims = "", rsa_signature = ""] = rsaJwt.split(".");

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("a signed JWT", () => {
  for (const alg of jwsAlgorithms) {
    it(`under ${alg} is verified by the key's public half`, async () => {
      const jwk = await make(alg, "2026");
      const jwt = await signJwt(openSigningKey(jwk), claims);
      assert.deepEqual(await verifyJwt(jwt, [open(jwk)], { algorithms: [alg] }), {
        ok: true,
        value: { header: { typ: "JWT", alg, kid: "2026" }, claims },
      });
    });
  }

  it("carries the header it is given, save alg and kid, which are the key's", async () => {
    const jwt = await signJwt(openSigningKey(ec), claims, {
      typ: "at+jwt",
      alg: "none",
      kid: "mallory",
    });
    assert.deepEqual(decodeJwt(jwt)?.header, { typ: "at+jwt", alg: "ES256", kid: "ec" });
  });

  it("has no kid when its key has none", async () => {
    const { kid: _kid, ...anonymous } = ec;
    const jwt = await signJwt(openSigningKey(anonymous), claims);
    assert.deepEqual(decodeJwt(jwt)?.header, { typ: "JWT", alg: "ES256" });
  });

  it("is not signed by half a key, nor by a key for encryption", () => {
    assert.throws(() => openSigningKey(open(rsa)));
    assert.throws(() => openSigningKey({ ...rsa, alg: "RSA-OAEP" }), /not a signing key/);
  });
});

describe("the key that verifies", () => {
  const algorithms = ["RS256", "ES256"];
  const verify = async (jwt: string, keys: readonly JsonWebKey[]) => {
    const result = await verifyJwt(jwt, keys, { algorithms });
    return result.ok ? "verified" : result.error.reason;
  };
  const { kid: _kid, ...nameless } = open(rsa);

  const cases: [string, readonly JsonWebKey[], string][] = [
    ["is the one that the kid names", [other, open(rsa)], "verified"],
    ["may be given whole", [rsa], "verified"],
    ["may have no kid", [other, nameless], "verified"],
    ["may have another kid", [other, { ...open(rsa), kid: "renamed" }], "verified"],
    [
      "may share its kid with a key of another type",
      [{ ...open(ec), kid: "rsa" }, open(rsa)],
      "verified",
    ],
    ["is not another", [other], "key_unknown"],
    ["is not another under the same kid", [{ ...other, kid: "rsa" }], "signature_mismatch"],
    ["is not one for encryption", [{ ...open(rsa), use: "enc" }], "signature_mismatch"],
    ["is not one for another algorithm", [{ ...open(rsa), alg: "PS256" }], "signature_mismatch"],
    [
      "is not one that cannot be imported",
      [{ kty: "RSA", kid: "rsa", n: "AQAB", e: "AQAB" }],
      "signature_mismatch",
    ],
    ["must exist", [], "key_unknown"],
  ];
  for (const [title, keys, outcome] of cases) {
    it(title, async () => assert.equal(await verify(rsaJwt, keys), outcome));
  }

  it("must be named by a kid in a set of many, so that a stranger's JWT costs few verifications", async () => {
    const before = (count: number) => [...Array.from({ length: count }, () => other), open(rsa)];
    assert.equal(await verify(rsaJwt, before(99)), "verified");
    const anonymous = before(99).map(({ kid: _named, ...key }) => key);
    assert.equal(await verify(rsaJwt, anonymous), "key_unknown");
    assert.equal(await verify(rsaJwt, anonymous.slice(-5)), "key_unknown");
    assert.equal(await verify(rsaJwt, anonymous.slice(-4)), "verified");
    const own = { algorithms: ["RS256"], max_keys_tried: MAX_OWN_KEYS_TRIED };
    assert.equal((await verifyJwt(rsaJwt, anonymous.slice(-32), own)).ok, true);
    assert.equal((await verifyJwt(rsaJwt, anonymous.slice(-33), own)).ok, false);
    const allNamed = before(99).map((key) => ({ ...key, kid: "rsa" }));
    assert.equal(await verify(rsaJwt, allNamed), "signature_mismatch");
  });
});

describe("mallory's JWT is refused", () => {
  const keys = [open(rsa), open(ec), { kty: "oct", kid: "shared", k: "c2VjcmV0" }];
  const pem = createPublicKey({ key: open(rsa), format: "jwk" }).export({
    type: "spki",
    format: "pem",
  });
  const macOf = (secret: string | Buffer, header: object): string => {
    const input = `${encode(header)}.${rsa_claims}`;
    return `${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`;
  };
  const forged = encode({ ...claims, sub: "root" });

  const cases: [string, string, string][] = [
    ["unsigned", `${encode({ alg: "none", kid: "rsa" })}.${rsa_claims}.`, "algorithm_refused"],
    ["unsigned, in capitals", `${encode({ alg: "NONE" })}.${rsa_claims}.`, "algorithm_refused"],
    [
      "without alg",
      `${encode({ kid: "rsa" })}.${rsa_claims}.${rsa_signature}`,
      "algorithm_refused",
    ],
    ["with a list for alg", `${encode({ alg: ["RS256"] })}.${rsa_claims}.x`, "algorithm_refused"],
    ["HMAC with our public key", macOf(pem, { alg: "HS256", kid: "rsa" }), "algorithm_refused"],
    [
      "HMAC with a key of the set",
      macOf("secret", { alg: "HS256", kid: "shared" }),
      "algorithm_refused",
    ],
    [
      "with an algorithm that is not listed",
      `${encode({ alg: "PS256", kid: "rsa" })}.${rsa_claims}.${rsa_signature}`,
      "algorithm_refused",
    ],
    ["with its signature cut off", `${rsa_header}.${rsa_claims}.`, "signature_mismatch"],
    ["with its signature cut short", rsaJwt.slice(0, -4), "signature_mismatch"],
    ["with other claims", `${rsa_header}.${forged}.${rsa_signature}`, "signature_mismatch"],
    [
      "with another kid",
      `${encode({ alg: "RS256", kid: "ec" })}.${rsa_claims}.${rsa_signature}`,
      "signature_mismatch",
    ],
    [
      "with a key of its own in the header",
      `${encode({ alg: "RS256", jwk: open(rsa) })}.${rsa_claims}.${rsa_signature}`,
      "key_unknown",
    ],
    [
      "with an extension we must understand",
      `${encode({ alg: "RS256", crit: ["b64"], b64: false })}.${rsa_claims}.x`,
      "extension_unknown",
    ],
  ];
  for (const [title, jwt, reason] of cases) {
    it(`${title} → ${reason}`, async () => {
      const result = await verifyJwt(jwt, keys, { algorithms: ["RS256", "ES256"] });
      assert.ok(!result.ok);
      assert.equal(result.error.reason, reason);
    });
  }

  it("HMAC with our public key, even where HMAC is listed → signature_mismatch", async () => {
    const jwt = macOf(pem, { alg: "HS256", kid: "rsa" });
    const result = await verifyJwt(jwt, keys, { algorithms: ["RS256", "HS256"] });
    assert.ok(!result.ok);
    assert.equal(result.error.reason, "signature_mismatch");
  });

  it("unsigned, even where none is listed → algorithm_refused", async () => {
    const result = await verifyJwt(`${encode({ alg: "none" })}.${rsa_claims}.`, keys, {
      algorithms: ["none"],
    });
    assert.ok(!result.ok);
    assert.equal(result.error.reason, "algorithm_refused");
  });
});

describe("malformed text is not a JWT", () => {
  const cases: [string, string][] = [
    ["nothing", ""],
    ["dots alone", ".."],
    ["two parts", `${rsa_header}.${rsa_claims}`],
    ["four parts", `${rsaJwt}.x`],
    ["five parts, as an encrypted one has", `${rsaJwt}.x.y`],
    ["a header that is no JSON", `AAAA.${rsa_claims}.x`],
    ["a header that is a list", `${encode([])}.${rsa_claims}.x`],
    ["claims that are null", `${rsa_header}.${encode(null)}.x`],
    ["claims that are a text", `${rsa_header}.${encode("alice")}.x`],
    [
      "claims that are no UTF-8",
      `${rsa_header}.${Buffer.from('{"sub":"\xff"}', "latin1").toString("base64url")}.x`,
    ],
    ["padding", `${rsa_header}=.${rsa_claims}.x`],
    ["a line end behind it", `${rsaJwt}\n`],
    ["an opaque token", `lk_at_${"A".repeat(43)}`],
  ];
  for (const [title, jwt] of cases) {
    it(title, async () => {
      assert.equal(decodeJwt(jwt), undefined);
      const result = await verifyJwt(jwt, [open(rsa)], { algorithms: ["RS256"] });
      assert.deepEqual(result, { ok: false, error: { reason: "malformed" } });
    });
  }
});
