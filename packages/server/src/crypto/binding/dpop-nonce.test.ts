import assert from "node:assert/strict";
import { it } from "node:test";
import { createSigner } from "../signer.ts";
import { isFreshNonce, writeNonce } from "./dpop-nonce.ts";

const NOW = 1_800_000_000;
const signer = createSigner(["a secret for tests only"]);

for (const [seconds, outcome] of [
  [0, true],
  [119, true],
  [239, true],
  [240, false],
  [10_000, false],
  [-120, true], // Another server's clock is ahead.
  [-121, false],
] as const) {
  it(`a nonce of ${seconds} seconds ago → ${outcome}`, () => {
    assert.equal(isFreshNonce(signer, writeNonce(signer, NOW), NOW + seconds), outcome);
  });
}

it("a nonce is accepted by every server with the secret, also after the secret was rotated", () => {
  const rotated = createSigner(["a newer secret for tests only", "a secret for tests only"]);
  assert.ok(isFreshNonce(rotated, writeNonce(signer, NOW), NOW));
  assert.ok(!isFreshNonce(signer, writeNonce(rotated, NOW), NOW));
});

it("what is signed for another purpose is no nonce", () => {
  assert.ok(!isFreshNonce(signer, signer.sign("authorization_code", String(NOW / 120)), NOW));
  for (const text of ["", "x", "15000000", "15000000".padEnd(30, "A")])
    assert.ok(!isFreshNonce(signer, text, NOW), text);
});
