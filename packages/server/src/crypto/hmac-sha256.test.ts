import assert from "node:assert/strict";
import { createHmac, randomBytes, randomInt } from "node:crypto";
import { it } from "node:test";
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

it("the MAC of 100,000 random texts is the platform's, with keys of up to three blocks", () => {
  const KEYS = 1_000;
  const TEXTS_PER_KEY = 100;
  for (let count = 0; count < KEYS; count += 1) {
    const key = randomBytes(randomInt(193));
    const hmac = createHmacSha256(key);
    for (let index = 0; index < TEXTS_PER_KEY; index += 1) {
      const text = randomText();
      const expected = createHmac("sha256", key).update(text).digest("base64url");
      assert.equal(hmac(text), expected, JSON.stringify([key.toString("hex"), text]));
    }
  }
});

it("a key that is changed afterwards does not change the MACs", () => {
  const key = Buffer.alloc(32, 1);
  const hmac = createHmacSha256(key);
  const before = hmac("alice");
  key.fill(2);
  assert.equal(hmac("alice"), before);
});

/** Base64url as the signer signs, characters of one to four bytes, or any UTF-16 with lone surrogates; up to 600 code units. */
function randomText(): string {
  const length = randomInt(601);
  switch (randomInt(3)) {
    case 0:
      return randomBytes(length).toString("base64url").slice(0, length);
    case 1:
      return Array.from({ length }, () => "aé漢😀"[randomInt(5)]).join("");
    default:
      return randomBytes(2 * length).toString("utf16le");
  }
}
