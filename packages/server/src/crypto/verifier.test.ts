import assert from "node:assert/strict";
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { describe, it, mock } from "node:test";
import { mintFlowId } from "./flow-id.ts";
import { createSigner, type Signer } from "./signer.ts";
import { isVerifierFor, readVerifier, type VerifierKind, writeVerifier } from "./verifier.ts";

const SECRET = "a secret for the tests";
const signer = createSigner([SECRET]);
const flow_id = mintFlowId(1_800_000_000_000);

/** Whether a text is a verifier of the flow for this user. */
function isValid(text: string, user: string, kind: VerifierKind = "login", by = signer): boolean {
  const verifier = readVerifier(by, kind, text);
  return verifier?.flow_id === flow_id && isVerifierFor(by, verifier, user);
}

describe("a verifier", () => {
  it("is valid for its flow, its step and the user it was issued for", () => {
    const verifier = writeVerifier(signer, "login", flow_id, "alice");
    assert.equal(writeVerifier(signer, "login", flow_id, "alice"), verifier);
    assert.ok(isValid(verifier, "alice"));
    for (const user of ["mallory", "", "alice "]) assert.ok(!isValid(verifier, user), user);
    assert.equal(readVerifier(signer, "consent", verifier), undefined);
    const anonymous = writeVerifier(signer, "login", flow_id, "");
    assert.ok(isValid(anonymous, "") && !isValid(anonymous, "alice"));
  });

  it("has parts that cannot be exchanged with those of another one", () => {
    const verifier = writeVerifier(signer, "login", flow_id, "alice");
    const others = [
      writeVerifier(signer, "login", flow_id, "mallory"),
      writeVerifier(signer, "login", mintFlowId(1_800_000_000_000), "alice"),
      writeVerifier(signer, "consent", flow_id, "alice"),
    ];
    for (const other of others) {
      for (const at of [22, 44]) {
        const mixed = [
          verifier.slice(0, at) + other.slice(at),
          other.slice(0, at) + verifier.slice(at),
        ].filter((text) => text !== verifier);
        for (const text of mixed) assert.ok(!isValid(text, "alice"), text);
      }
    }
    for (const text of ["", "junk", flow_id, verifier.slice(0, -1), `${verifier}A`, `A${verifier}`])
      assert.equal(readVerifier(signer, "login", text), undefined, text);
  });

  it("is not a signed flow id, which names no user", () => {
    const bare = signer.sign("login_verifier", flow_id);
    assert.equal(readVerifier(signer, "login", bare), undefined);
  });

  it("of another secret that is still known is valid for its user", () => {
    const rotated = createSigner(["a newer secret", SECRET]);
    const verifier = writeVerifier(signer, "login", flow_id, "alice");
    assert.ok(isValid(verifier, "alice", "login", rotated));
    assert.ok(!isValid(verifier, "mallory", "login", rotated));
    assert.ok(!isValid(writeVerifier(rotated, "login", flow_id, "alice"), "alice"));
  });

  it("takes two HMACs, and none where the same process reads what it wrote", () => {
    const fresh = createSigner([SECRET]);
    const other = createSigner([SECRET]);
    const text = writeVerifier(fresh, "login", flow_id, "alice");
    const counted = (read: Signer): number =>
      countHmacs(() => assert.ok(isValid(text, "alice", "login", read)));
    assert.deepEqual([counted(fresh), counted(other)], [0, 2]);
    const written = countHmacs(() => writeVerifier(other, "login", flow_id, "bob"));
    assert.equal(written, 2);
  });
});

/** Each is two hashes: RFC 2104 §2. */
function countHmacs(work: () => unknown): number {
  const { mock: counter } = mock.method(crypto, "hash");
  syncBuiltinESMExports();
  work();
  const count = counter.callCount() / 2;
  counter.restore();
  syncBuiltinESMExports();
  return count;
}
