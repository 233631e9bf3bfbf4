import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createSealer, HEADER_BYTES, SealError } from "./sealed.ts";

const spring = "a secret of the spring, long enough";
const autumn = "a secret of the autumn, long enough";
const context = "key:photos:2026";

describe("a seal", () => {
  const plains: [string, string | Uint8Array][] = [
    ["text", '{"kty":"oct","k":"c2VjcmV0"}'],
    ["text beyond ASCII", "Ключ от дома 🗝"],
    ["bytes", Uint8Array.of(0, 255, 1, 254)],
    ["nothing at all", ""],
  ];
  for (const [title, plain] of plains) {
    it(`gives back ${title}`, () => {
      const sealer = createSealer([spring]);
      assert.deepEqual(sealer.open(sealer.seal(plain, context), context), Buffer.from(plain));
    });
  }

  it("is never the same twice", () => {
    const sealer = createSealer([spring]);
    assert.notDeepEqual(sealer.seal("alice", context), sealer.seal("alice", context));
  });

  it("does not contain the plaintext", () => {
    assert.ok(!createSealer([spring]).seal("alice", context).includes("alice"));
  });

  it("made under an older secret opens while that secret is listed", () => {
    const sealed = createSealer([spring]).seal("alice", context);
    assert.equal(createSealer([autumn, spring]).open(sealed, context).toString(), "alice");
  });

  it("says the position of the secret that it was made under", () => {
    const sealed = createSealer([spring]).seal("alice", context);
    const both = createSealer([autumn, spring]);
    assert.equal(both.positionOf(sealed), 1);
    assert.equal(both.positionOf(both.seal("alice", context)), 0);
    assert.equal(createSealer([autumn]).positionOf(sealed), undefined);
    assert.equal(both.positionOf(new Uint8Array(3)), undefined);
  });

  it("begins with the header of that secret", () => {
    const sealer = createSealer([spring]);
    const { newest_header } = sealer;
    assert.deepEqual(sealer.seal("alice", context).subarray(0, HEADER_BYTES), newest_header);
    assert.notDeepEqual(createSealer([autumn, spring]).newest_header, newest_header);
  });

  it("is made under the first secret of the list", () => {
    const sealed = createSealer([autumn, spring]).seal("alice", context);
    assert.equal(createSealer([autumn]).open(sealed, context).toString(), "alice");
    assert.throws(() => createSealer([spring]).open(sealed, context), SealError);
  });

  it("needs a secret", () => {
    assert.throws(() => createSealer([]), /at least one secret/);
  });
});

describe("a seal does not open", () => {
  const sealer = createSealer([spring]);
  const sealed = sealer.seal("alice", context);
  const tampered = (at: number): Buffer => {
    const copy = Buffer.from(sealed);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };

  const cases: [string, Uint8Array, string][] = [
    ["in another place", sealed, "key:photos:2027"],
    ["in no place", sealed, ""],
    ["when its version is another", tampered(0), context],
    ["when its key id is another", tampered(1), context],
    ["when its nonce was changed", tampered(5), context],
    ["when its ciphertext was changed", tampered(17), context],
    ["when its tag was changed", tampered(sealed.length - 1), context],
    ["when a byte was added", Buffer.concat([sealed, Buffer.of(0)]), context],
    ["when it is only a header", sealed.subarray(0, 5), context],
    ["when it is empty", Buffer.alloc(0), context],
  ];
  for (const [title, bytes, place] of cases) {
    it(title, () => assert.throws(() => sealer.open(bytes, place), SealError));
  }

  it("truncated at any length", () => {
    for (let length = 0; length < sealed.length; length += 1) {
      assert.throws(() => sealer.open(sealed.subarray(0, length), context), SealError);
    }
  });

  it("and the error names the context but no secret", () => {
    assert.throws(
      () => sealer.open(tampered(20), context),
      ({ message }: Error) => message.includes(context) && !message.includes(spring),
    );
  });
});
