import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { JsonWebKey } from "@latchkey/api";
import { encryptionOf, findEncryptionKey } from "./encryption.ts";

describe("OpenID Connect Registration §2: how a response is encrypted", () => {
  it("not at all, with the default content encryption, or as registered", () => {
    assert.equal(encryptionOf({}, "id_token"), undefined);
    assert.deepEqual(
      encryptionOf({ id_token_encrypted_response_alg: "RSA-OAEP-256" }, "id_token"),
      { alg: "RSA-OAEP-256", enc: "A128CBC-HS256" },
    );
    const client = {
      userinfo_encrypted_response_alg: "ECDH-ES",
      userinfo_encrypted_response_enc: "A256GCM",
    };
    assert.deepEqual(encryptionOf(client, "userinfo"), { alg: "ECDH-ES", enc: "A256GCM" });
    assert.equal(encryptionOf(client, "authorization"), undefined);
  });
});

describe("RFC 7517 §4.2: to which key", () => {
  const [signing, any, enc]: JsonWebKey[] = [
    { kty: "RSA", kid: "signing", use: "sig" },
    { kty: "RSA", kid: "any" },
    { kty: "RSA", kid: "enc", use: "enc", alg: "RSA-OAEP-256" },
  ];
  const curve: JsonWebKey = { kty: "EC", kid: "curve", crv: "P-256", use: "enc" };
  const table: [title: string, keys: (JsonWebKey | undefined)[], alg: string, kid?: string][] = [
    ["none of no keys", [], "RSA-OAEP-256"],
    ["none for signatures", [signing], "RSA-OAEP-256"],
    ["one without a use", [signing, any], "RSA-OAEP-256", "any"],
    ["rather one for encryption", [any, enc], "RSA-OAEP-256", "enc"],
    ["none for another algorithm", [enc], "RSA-OAEP"],
    ["one of the right type", [enc, curve], "ECDH-ES+A256KW", "curve"],
    ["none of another type", [curve], "RSA-OAEP"],
  ];
  for (const [title, keys, alg, kid] of table) {
    it(title, () => {
      const given = keys.filter((key) => key !== undefined);
      assert.equal(findEncryptionKey(given, alg)?.kid, kid);
    });
  }
});
