import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { it } from "node:test";
import * as fc from "fast-check";
import { assertProperty } from "../../test/support/properties.ts";
import { createHmacSha256 } from "./hmac-sha256.ts";

/** RFC 4231 §4: those whose text is no binary data. */
const vectors: [title: string, key: Buffer, text: string, mac: string][] = [
  [
    "§4.2",
    Buffer.alloc(20, 0x0b),
    "Hi There",
    "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
  ],
  [
    "§4.3",
    Buffer.from("Jefe"),
    "what do ya want for nothing?",
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  ],
  [
    "§4.7, with a key longer than a block",
    Buffer.alloc(131, 0xaa),
    "Test Using Larger Than Block-Size Key - Hash Key First",
    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
  ],
  [
    "§4.8, with a key and a text longer than a block",
    Buffer.alloc(131, 0xaa),
    "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm.",
    "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
  ],
];

for (const [title, key, text, mac] of vectors) {
  it(`the MAC of RFC 4231 ${title}`, () => {
    assert.equal(createHmacSha256(key)(text), Buffer.from(mac, "hex").toString("base64url"));
  });
}

/** Base64url as the signer signs, characters of one to four bytes and halves of them, or any UTF-16; up to 600 code units. */
const anyText = fc.oneof(
  bytes(450).map((data) => data.toString("base64url")),
  fc.string({ unit: fc.constantFrom(..."aé漢😀".split("")), maxLength: 600, size: "max" }),
  bytes(1_200).map((data) => data.toString("utf16le")),
);

function bytes(maxLength: number): fc.Arbitrary<Buffer> {
  return fc.uint8Array({ maxLength, size: "max" }).map((data) => Buffer.from(data));
}

it("the MAC of any text is the platform's, with keys of up to three blocks", () => {
  const texts = fc.array(anyText, { minLength: 5, maxLength: 5 });
  assertProperty(
    fc.property(bytes(192), texts, (key, all) => {
      const hmac = createHmacSha256(key);
      for (const text of all)
        assert.equal(hmac(text), createHmac("sha256", key).update(text).digest("base64url"));
    }),
    { cases: 300 },
  );
});

it("a key that is changed afterwards does not change the MACs", () => {
  const key = Buffer.alloc(32, 1);
  const hmac = createHmacSha256(key);
  const before = hmac("alice");
  key.fill(2);
  assert.equal(hmac("alice"), before);
});
