import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isObserved, mintFlowId, readHandle, writeHandle } from "./flow-id.ts";
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
    for (const kind of ["consent_challenge", "logout_verifier", "flow_cookie"] as const) {
      assert.equal(readHandle(signer, kind, challenge), undefined);
    }
  });

  it("is not read from a signed id of another length", () => {
    for (const length of [21, 23, 38, 44]) {
      const text = signer.sign("login_challenge", "A".repeat(length));
      assert.equal(readHandle(signer, "login_challenge", text), undefined);
    }
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
