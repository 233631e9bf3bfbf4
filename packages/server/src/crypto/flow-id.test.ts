import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  isObserved,
  isVerifierFor,
  mintFlowId,
  readHandle,
  writeHandle,
  writeVerifier,
} from "./flow-id.ts";
import { createLegacyMacs } from "./legacy-mac.ts";
import { createSigner } from "./signer.ts";

const signer = createSigner(["a secret for the tests"]);

describe("the id of a flow", () => {
  it("is 16 bytes that begin with their time and never come twice", () => {
    const ids = Array.from({ length: 100 }, () => mintFlowId(1_800_000_000_000));
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) {
      const bytes = Buffer.from(id, "base64url");
      assert.deepEqual([bytes.length, bytes.readUIntBE(0, 6)], [16, 1_800_000_000_000]);
    }
  });

  it("is read from its handle, and from no handle of another kind", () => {
    const id = mintFlowId(1_800_000_000_000);
    const challenge = writeHandle(signer, "login_challenge", id);
    assert.ok(challenge.length <= 64);
    assert.equal(readHandle(signer, "login_challenge", challenge), id);
    for (const kind of [
      "login_verifier",
      "consent_challenge",
      "consent_verifier",
      "flow_cookie",
    ] as const) {
      assert.equal(readHandle(signer, kind, challenge), undefined);
    }
  });

  it("is read from a verifier, which is valid for the user it was issued for", () => {
    const id = mintFlowId(1_800_000_000_000);
    const verifier = writeVerifier(signer, "login_verifier", id, "alice");
    assert.equal(writeVerifier(signer, "login_verifier", id, "alice"), verifier);
    assert.equal(readHandle(signer, "login_verifier", verifier), id);
    assert.ok(isVerifierFor(signer, "login_verifier", verifier, "alice"));
    assert.ok(!isVerifierFor(signer, "login_verifier", verifier, "mallory"));
    assert.ok(!isVerifierFor(signer, "login_verifier", verifier, ""));
    assert.ok(!isVerifierFor(signer, "consent_verifier", verifier, "alice"));
    const bare = writeHandle(signer, "login_verifier", id);
    assert.ok(!isVerifierFor(signer, "login_verifier", bare, "alice"));
  });

  it("is read from a verifier of another secret that is still known, or of 0.1.0", () => {
    const id = mintFlowId(1_800_000_000_000);
    const rotated = createSigner(["a newer secret", "a secret for the tests"]);
    const verifier = writeVerifier(signer, "login_verifier", id, "alice");
    assert.ok(isVerifierFor(rotated, "login_verifier", verifier, "alice"));
    assert.ok(!isVerifierFor(rotated, "login_verifier", verifier, "mallory"));
    const [mac = ""] = createLegacyMacs(["a secret for the tests"])("login_verifier", id);
    assert.ok(isVerifierFor(rotated, "login_verifier", id + mac, "alice"));
  });

  it("is not read from a signed id of another length", () => {
    const text = signer.sign("login_challenge", "A".repeat(38));
    assert.equal(readHandle(signer, "login_challenge", text), undefined);
  });

  it("contains whether the flow is observed, and so do its handles", () => {
    for (const observed of [true, false]) {
      const ids = Array.from({ length: 50 }, () => mintFlowId(1_800_000_000_000, observed));
      for (const id of ids) {
        assert.equal(isObserved(id), observed);
        assert.equal(isObserved(writeHandle(signer, "login_challenge", id)), observed);
      }
    }
    assert.equal(isObserved("junk"), false);
  });
});
