import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { assertProperty } from "../../../server/test/support/properties.ts";
import { base32, findTotpStep, totpAt, totpUri } from "./totp.ts";

const secret = Buffer.from("12345678901234567890");

/** RFC 6238 appendix B, in six digits. */
const vectors: [now: number, code: string][] = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
];

for (const [now, code] of vectors) {
  test(`the code at ${now} is ${code}`, () => {
    const step = Math.floor(now / 30);
    assert.equal(totpAt(secret, step), code);
    assert.equal(findTotpStep(secret, code, now, 0), step);
    assert.equal(findTotpStep(secret, ` ${code.slice(0, 3)} ${code.slice(3)}`, now, 0), step);
  });
}

test("a code is accepted one step early and one late, and no further", () => {
  const step = 1_000;
  const code = totpAt(secret, step);
  const accepted = [-2, -1, 0, 1, 2].map((away) =>
    findTotpStep(secret, code, (step + away) * 30, 0),
  );
  assert.deepEqual(accepted, [undefined, step, step, step, undefined]);
});

test("a step that was used is not accepted again, nor one before it", () => {
  const step = 1_000;
  assert.equal(findTotpStep(secret, totpAt(secret, step), step * 30, step), undefined);
  assert.equal(findTotpStep(secret, totpAt(secret, step - 1), step * 30, step), undefined);
  assert.equal(findTotpStep(secret, totpAt(secret, step + 1), step * 30, step), step + 1);
});

for (const code of ["", "000000", "28708", "2870822", "２８７０８２", "287082\u0000"]) {
  test(`${JSON.stringify(code)} is no code`, () => {
    assert.equal(findTotpStep(secret, code, 59, 0), undefined);
  });
}

/** RFC 4648 §10. */
const encoded: [string, string][] = [
  ["", ""],
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foo", "MZXW6"],
  ["foob", "MZXW6YQ"],
  ["fooba", "MZXW6YTB"],
  ["foobar", "MZXW6YTBOI"],
];

for (const [text, expected] of encoded) {
  test(`${text} is ${expected} in base32`, () => {
    assert.equal(base32(Buffer.from(text)), expected);
  });
}

test("the URI names the issuer and the user", () => {
  assert.equal(
    totpUri(secret, "Tea & Co", "alice@example.com"),
    "otpauth://totp/Tea%20%26%20Co:alice%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Tea%20%26%20Co&algorithm=SHA1&digits=6&period=30",
  );
});

test("a code is accepted at most once, however clocks jump and codes are repeated", () => {
  const presented = fc.record({
    now: fc.integer({ min: 30_000, max: 30_600 }),
    /** Of which step, away from the one of now. */
    away: fc.integer({ min: -3, max: 3 }),
  });
  assertProperty(
    fc.property(
      fc.uint8Array({ minLength: 20, maxLength: 20 }),
      fc.array(presented),
      (key, all) => {
        let last = 0;
        const accepted: number[] = [];
        for (const { now, away } of all) {
          const step = Math.floor(now / 30) + away;
          const found = findTotpStep(key, totpAt(key, step), now, last);
          if (found === undefined) continue;
          assert.ok(found > last && Math.abs(found - Math.floor(now / 30)) <= 1);
          accepted.push(found);
          last = found;
        }
        assert.equal(new Set(accepted).size, accepted.length);
      },
    ),
  );
});

test("of a million codes, three at most are accepted at any time", () => {
  assertProperty(
    fc.property(
      fc.uint8Array({ minLength: 20, maxLength: 20 }),
      fc.integer({ min: 60, max: 2 ** 31 - 1 }),
      (key, now) => {
        const current = Math.floor(now / 30);
        const valid = new Set([-1, 0, 1].map((away) => totpAt(key, current + away)));
        for (const guess of ["000000", "123456", "", " ", "12345", "1234567", "１２３４５６"])
          if (!valid.has(guess)) assert.equal(findTotpStep(key, guess, now, 0), undefined);
      },
    ),
  );
});
