import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { JsonWebKey } from "@latchkey/api";
import { CompactEncrypt, type CompactJWEHeaderParameters, importJWK } from "jose";
import { decrypt, encrypt, isJwe } from "./jwe.ts";
import { generateJwk, publicHalf } from "./jwk.ts";

const CONTENT = "a.signed.jwt";

describe("RFC 7516: what clients encrypt to the server", () => {
  let rsa: JsonWebKey;
  let ec: JsonWebKey;
  let other: JsonWebKey;
  before(async () => {
    rsa = await generateJwk({ alg: "RSA-OAEP-256", kid: "rsa", use: "enc", rsa_bits: 2048 });
    ec = await generateJwk({ alg: "ECDH-ES+A256KW", kid: "ec", use: "enc", rsa_bits: 2048 });
    other = await generateJwk({ alg: "RSA-OAEP-256", kid: "rsa", use: "enc", rsa_bits: 2048 });
  });

  async function encryptAs(
    key: JsonWebKey,
    header: CompactJWEHeaderParameters,
    critical?: Record<string, boolean>,
  ): Promise<string> {
    const { alg: _alg, use: _use, kid: _kid, ...numbers } = publicHalf(key) ?? key;
    const encryption = new CompactEncrypt(Buffer.from(CONTENT)).setProtectedHeader(header);
    return encryption.encrypt(
      await importJWK({ ...numbers }, header.alg),
      critical === undefined ? {} : { crit: critical },
    );
  }

  async function outcomeOf(jwe: string, keys: readonly JsonWebKey[]): Promise<string> {
    const opened = await decrypt(jwe, keys);
    return opened.ok ? opened.value.plaintext : opened.error.reason;
  }

  it("is decrypted with the key it names, or any that fits", async () => {
    for (const [key, alg] of [
      [rsa, "RSA-OAEP-256"],
      [ec, "ECDH-ES+A256KW"],
    ] as const) {
      for (const enc of ["A128CBC-HS256", "A256GCM"]) {
        const { kid = "" } = key;
        const named = await encryptAs(key, { alg, enc, kid, cty: "JWT" });
        assert.deepEqual(await decrypt(named, [ec, rsa]), {
          ok: true,
          value: { plaintext: CONTENT, alg, enc },
        });
        assert.equal(await outcomeOf(await encryptAs(key, { alg, enc }), [rsa, ec]), CONTENT);
      }
    }
  });

  it("is read with the older of two keys, too", async () => {
    const older: JsonWebKey = { ...other, kid: "older" };
    const jwe = await encryptAs(older, { alg: "RSA-OAEP-256", enc: "A256GCM" });
    assert.equal(await outcomeOf(jwe, [rsa, older]), CONTENT);
  });

  it("is what `encrypt` makes, whose header names key and content", async () => {
    const header = { alg: "RSA-OAEP-256", enc: "A128CBC-HS256" };
    const jwe = await encrypt(CONTENT, publicHalf(rsa) ?? rsa, { ...header, cty: "JWT" });
    assert.ok(isJwe(jwe) && !isJwe(CONTENT));
    const [head = ""] = jwe.split(".");
    const read: unknown = JSON.parse(Buffer.from(head, "base64url").toString());
    assert.deepEqual(read, { ...header, cty: "JWT", kid: "rsa" });
    assert.equal(await outcomeOf(jwe, [rsa]), CONTENT);
  });

  it("is refused when another key, algorithm or content encryption was used", async () => {
    const foreign = await encryptAs(other, { alg: "RSA-OAEP-256", enc: "A256GCM", kid: "rsa" });
    assert.equal(await outcomeOf(foreign, [rsa, ec]), "decryption_failed");
    const unknown = await encryptAs(rsa, { alg: "RSA-OAEP-256", enc: "A256GCM", kid: "gone" });
    assert.equal(await outcomeOf(unknown, [rsa, ec]), "key_unknown");
    const weaker = await encryptAs(rsa, { alg: "RSA-OAEP", enc: "A256GCM" });
    assert.equal(await outcomeOf(weaker, [rsa, ec]), "algorithm_refused");
  });

  it("is refused by its header alone when that selects costly or unknown work", async () => {
    const table: [header: Record<string, unknown>, reason: string][] = [
      [
        { alg: "PBES2-HS256+A128KW", enc: "A128GCM", p2c: 2 ** 31, p2s: "c2FsdA" },
        "algorithm_refused",
      ],
      [{ alg: "dir", enc: "A256GCM" }, "algorithm_refused"],
      [{ alg: "A256KW", enc: "A256GCM" }, "algorithm_refused"],
      [{ alg: "RSA1_5", enc: "A256GCM" }, "algorithm_refused"],
      [{ alg: "none", enc: "A256GCM" }, "algorithm_refused"],
      [{ alg: "RSA-OAEP-256", enc: "none" }, "content_encryption_refused"],
      [{ alg: "RSA-OAEP-256" }, "content_encryption_refused"],
      [{ alg: "RSA-OAEP-256", enc: "A256GCM", zip: "DEF" }, "compressed"],
      [{ alg: "RSA-OAEP-256", enc: "A256GCM", crit: ["exp"] }, "extension_unknown"],
    ];
    for (const [header, reason] of table) {
      const head = Buffer.from(JSON.stringify(header)).toString("base64url");
      assert.equal(await outcomeOf(`${head}.AA.AA.AA.AA`, [rsa, ec]), reason);
    }
  });

  it("is refused when it is malformed or changed", async () => {
    const jwe = await encryptAs(rsa, { alg: "RSA-OAEP-256", enc: "A256GCM", kid: "rsa" });
    const parts = jwe.split(".");
    for (const [index, part] of parts.entries()) {
      const changed = parts.with(
        index,
        part.startsWith("A") ? `B${part.slice(1)}` : `A${part.slice(1)}`,
      );
      assert.notEqual(await outcomeOf(changed.join("."), [rsa]), CONTENT);
    }
    for (const text of ["", ".", "....", "a.b.c", "!.a.b.c.d", `${jwe}.`, jwe.replace(".", "")])
      assert.equal(await outcomeOf(text, [rsa]), "malformed");
  });
});
