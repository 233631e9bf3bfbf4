import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isSameName, parseDistinguishedName } from "./distinguished-name.ts";

const raw = String.raw;

describe("RFC 4514: distinguished names", () => {
  const rows: [text: string, parsed: string | undefined][] = [
    ["CN=photos", "2.5.4.3=photos"],
    ["cn=photos", "2.5.4.3=photos"],
    ["CN=photos,O=Example,C=DE", "2.5.4.6=DE / 2.5.4.10=Example / 2.5.4.3=photos"],
    ["CN = photos , O = Example", "2.5.4.10=Example / 2.5.4.3=photos"],
    [
      "OU=Sales+CN=J.  Smith,DC=example",
      "0.9.2342.19200300.100.1.25=example / 2.5.4.11=Sales + 2.5.4.3=J.  Smith",
    ],
    [raw`CN=James \"Jim\" Smith\, III`, '2.5.4.3=James "Jim" Smith, III'],
    [raw`CN=Before\0dAfter`, "2.5.4.3=Before\rAfter"],
    [raw`CN=Lu\C4\8Di\C4\87`, "2.5.4.3=Lučić"],
    ["CN=Lučić", "2.5.4.3=Lučić"],
    [raw`CN=\ padded\ `, "2.5.4.3= padded "],
    [raw`CN=\#hash`, "2.5.4.3=#hash"],
    ["1.3.6.1.4.1.1466.0=#04024869", "1.3.6.1.4.1.1466.0=der:04024869"],
    ["2.5.4.3=photos", "2.5.4.3=photos"],
    ["emailAddress=a@b.example", "1.2.840.113549.1.9.1=a@b.example"],
    ["CN=a=b", "2.5.4.3=a=b"],
    ["", undefined],
    ["photos", undefined],
    ["CN=", undefined],
    ["CN=a,", undefined],
    ["CN=a+", undefined],
    ["XYZ=a", undefined],
    ["constructor=a", undefined],
    ["CN=#xyz", undefined],
    ["CN=#040", undefined],
    ['CN="a"', undefined],
    ["CN=a;O=b", undefined],
    [raw`CN=a\x`, undefined],
    ["CN=a\\", undefined],
    ["/C=DE/CN=photos", undefined],
    ["CN=a,".repeat(100) + "CN=a", undefined],
  ];
  for (const [text, expected] of rows) {
    it(`${text.slice(0, 60)} → ${expected ?? "no name"}`, () => {
      const name = parseDistinguishedName(text)?.map((attributes) =>
        attributes
          .map(({ type, value, is_der }) => `${type}=${is_der ? "der:" : ""}${value}`)
          .join(" + "),
      );
      assert.equal(name?.join(" / "), expected);
    });
  }

  it("names are the same where their attributes are, in order", () => {
    const isSame = (one: string, other: string) =>
      isSameName(
        parseDistinguishedName(one) ?? assert.fail(),
        parseDistinguishedName(other) ?? assert.fail(),
      );
    assert.ok(isSame("CN=a,O=b", "cn=a , o=b"));
    assert.ok(isSame("CN=a+OU=c,O=b", "OU=c+CN=a,O=b"));
    for (const other of ["O=b,CN=a", "CN=a", "CN=A,O=b", "CN=a,O=b,C=DE", "CN=a+O=b", "CN=a,OU=b"])
      assert.ok(!isSame("CN=a,O=b", other), other);
    assert.ok(!isSame(raw`CN=\#0402`, "CN=#0402"));
  });
});
