import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Handle, readHandle, writeHandle } from "./flow-id.ts";
import { type GrantTokenKind, readGrantToken, writeGrantToken } from "./grant-token.ts";
import { createSigner } from "./signer.ts";
import { isVerifierFor, readVerifier, type VerifierKind, writeVerifier } from "./verifier.ts";

/** Written by the code of 0.1.0 under this secret. These strings never change. */
const SECRET = "a system secret of the golden file";
const FLOW_ID = "AaK7nCMAAQIDBAUGBwgJCg";
const SESSION_ID = "AaK7nCMAEBESExQVFhcYGQ";
const session_cookie = "AaK7nCMAEBESExQVFhcYGQwQELIc3LyJzspOMI32Xklc";

const handles: readonly (readonly [Handle, string])[] = [
  ["login_challenge", "AaK7nCMAAQIDBAUGBwgJCgqwjEF9ER8Y5dLMRtQG1Epk"],
  ["consent_challenge", "AaK7nCMAAQIDBAUGBwgJCgFqMjg1u1_BoQWd3P1Vy0yG"],
  ["logout_challenge", "AaK7nCMAAQIDBAUGBwgJCgNiMysOFgDXSH8PrQlCE3N-"],
  ["logout_verifier", "AaK7nCMAAQIDBAUGBwgJCgqWNUUFC2n_f4WycqoQdYOa"],
  ["flow_cookie", "AaK7nCMAAQIDBAUGBwgJCggwq0EJF0E5WSSsntc0krem"],
];

const verifiers: readonly (readonly [VerifierKind, string])[] = [
  ["login", "AaK7nCMAAQIDBAUGBwgJCgUzVPoEN7rRcAmC4aMIvEg7"],
  ["consent", "AaK7nCMAAQIDBAUGBwgJCgeVANZAUYdQAYASX0TMd4X2"],
];

const tokens: readonly (readonly [GrantTokenKind, string])[] = [
  ["authorization_code", "lk_ac_AaK7nCMAAQIDBAUGBwgJCgAAAANrSdIAa3FfAAEdJObogiN_eBog63xKSUkm"],
  ["access_token", "lk_at_AaK7nCMAAQIDBAUGBwgJCgAAAANrSdIAa3FfAAiUlToaY1wxkzXaTaQ0goQ8"],
  ["refresh_token", "lk_rt_AaK7nCMAAQIDBAUGBwgJCgAAAANrSdIAa3FfAApCJb__zSEditkbJCuWvNuM"],
  ["workspace_code", "lk_wac_AaK7nCMAAQIDBAUGBwgJCgAAAANrSdIAa3FfAAZHu6XLx8w74jJuFtKKnIrX"],
  ["workspace_access_token", "lk_wat_AaK7nCMAAQIDBAUGBwgJCgAAAANrSdIAa3FfAA8Vkmc0TcSQz_28sEVQy90z"],
  [
    "workspace_refresh_token",
    "lk_wrt_AaK7nCMAAQIDBAUGBwgJCgAAAANrSdIAa3FfAAmhs8ML_zw4YbVyjN8FUH-C",
  ],
  ["jwt_id", "AaK7nCMAAQIDBAUGBwgJCgAAAANrSdIAa3FfAAmnWmDQPYO9nZnNTIWYSUM5"],
];

const token = {
  grant_id: FLOW_ID,
  generation: 3,
  issued_at: 1_800_000_000,
  expires_at: 1_802_592_000,
};

describe("what 0.1.0 signed", () => {
  const signer = createSigner(["a newer secret", SECRET]);
  const foreign = createSigner(["another secret"]);

  for (const [kind, text] of handles) {
    it(`is valid: ${kind}`, () => {
      assert.equal(readHandle(signer, kind, text), FLOW_ID);
      assert.equal(readHandle(foreign, kind, text), undefined);
    });
  }

  for (const [kind, text] of verifiers) {
    it(`is valid: ${kind}_verifier, for any user`, () => {
      const verifier = readVerifier(signer, kind, text);
      assert.equal(verifier?.flow_id, FLOW_ID);
      assert.ok(isVerifierFor(signer, verifier, "alice"));
      assert.equal(readVerifier(foreign, kind, text), undefined);
      assert.equal(readVerifier(signer, kind === "login" ? "consent" : "login", text), undefined);
      const changed = text.slice(0, -1) + (text.endsWith("A") ? "B" : "A");
      assert.equal(readVerifier(signer, kind, changed), undefined);
    });
  }

  for (const [kind, text] of tokens) {
    it(`is valid: ${kind}`, () => {
      assert.deepEqual(readGrantToken(signer, kind, text), token);
      assert.equal(readGrantToken(foreign, kind, text), undefined);
    });
  }

  it("is valid: the session cookie", () => {
    assert.equal(signer.read("session", session_cookie), SESSION_ID);
    assert.equal(foreign.read("session", session_cookie), undefined);
  });

  it("is valid for its own purpose only, and not when a character was changed", () => {
    for (const [kind, text] of handles) {
      for (const [other] of handles.filter(([one]) => one !== kind))
        assert.equal(readHandle(signer, other, text), undefined);
      const changed = text.slice(0, -1) + (text.endsWith("A") ? "B" : "A");
      assert.equal(readHandle(signer, kind, changed), undefined);
    }
  });

  it("is not signed that way any more", () => {
    const own = createSigner([SECRET]);
    for (const [kind, text] of handles)
      assert.notEqual(writeHandle(own, kind, FLOW_ID), text, kind);
    for (const [kind, text] of verifiers)
      assert.notEqual(writeVerifier(own, kind, FLOW_ID, "alice"), text, kind);
    for (const [kind, text] of tokens)
      assert.notEqual(writeGrantToken(own, kind, token), text, kind);
  });
});
