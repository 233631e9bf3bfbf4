import assert from "node:assert/strict";
import { it } from "node:test";
import { sealHandle } from "../../test/support/issued.ts";
import { systemKey } from "./opaque-token.ts";
import { isSealedHandle, openSealedHandle } from "./sealed-handle.ts";

const secret = "the secret of the other server";
const keys = [systemKey("another one"), systemKey(secret)];
const request_url = "https://id.example/oauth2/auth?client_id=photos&response_type=code";

it("a sealed flow is opened for its own purpose only", () => {
  const uses = [
    ["login_challenge", "{}"],
    ["login_verifier", '{"p":1}'],
    ["consent_challenge", '{"p":4}'],
    ["consent_verifier", '{"p":5}'],
  ] as const;
  for (const [use, purpose] of uses) {
    const text = sealHandle(secret, purpose, { i: "id", r: request_url });
    for (const [other] of uses)
      assert.deepEqual(
        openSealedHandle(other, text, keys),
        other === use ? { request_url } : undefined,
      );
    assert.equal(openSealedHandle("logout_challenge", text, keys), undefined);
  }
});

it("under another secret, changed or of another content it is recognised by its shape alone", () => {
  const text = sealHandle(secret, "{}", { r: request_url });
  const changed = `${text.slice(0, 60)}${text[60] === "A" ? "B" : "A"}${text.slice(61)}`;
  const other = sealHandle(secret, "{}", {
    r: 5,
    filler: "a text that makes it long enough ".repeat(3),
  });
  assert.equal(openSealedHandle("login_challenge", text, [systemKey("no")]), undefined);
  for (const one of [changed, other]) {
    assert.equal(openSealedHandle("login_challenge", one, keys), undefined);
    assert.ok(isSealedHandle(one));
  }
  for (const short of ["", "abc", "ab cd".repeat(40), "a".repeat(100_000)])
    assert.equal(isSealedHandle(short), false);
});

it("a bomb of gzip is not unpacked", () => {
  const text = sealHandle(secret, "{}", { r: request_url, filler: "0".repeat(4_000_000) });
  assert.equal(openSealedHandle("login_challenge", text, keys), undefined);
});
