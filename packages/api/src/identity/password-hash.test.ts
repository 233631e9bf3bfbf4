import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { accountInput, explain, read } from "../index.ts";
import { hashCostOf, isAffordableHash, MAX_HASH_WORK } from "./password-hash.ts";

const SALT = "c2FsdHNhbHRzYWx0c2FsdA";
const HASH = "A".repeat(43);
const phc = (parameters: string): string => `$${parameters}$${SALT}$${HASH}`;
const bcrypt = (cost: number): string => `$2b$${cost}$${"a".repeat(53)}`;

/** A hash, and whether it may be stored. */
const rows: [stored: string, affordable: boolean][] = [
  [bcrypt(10), true],
  [bcrypt(14), true],
  [bcrypt(15), false],
  [bcrypt(31), false],
  [phc("argon2id$v=19$m=19456,t=2,p=1"), true],
  [phc("argon2id$v=19$m=1048576,t=2,p=4"), true],
  [phc("argon2id$v=19$m=1048576,t=3,p=4"), false],
  [phc("argon2id$v=19$m=1048576,t=64,p=1"), false],
  [phc("argon2i$v=19$m=64,t=1000000,p=1"), false],
  [phc("scrypt$ln=17,r=8,p=1"), true],
  [phc("scrypt$ln=20,r=8,p=1"), true],
  [phc("scrypt$ln=20,r=8,p=2"), false],
  [phc("scrypt$ln=15,r=8,p=64"), false],
  [phc("pbkdf2-sha256$i=600000,l=32"), true],
  [phc("pbkdf2-sha256$i=9600000,l=32"), true],
  [phc("pbkdf2-sha256$i=9600000,l=33"), false],
  [phc("pbkdf2-sha256$i=1000000,l=512"), false],
  [phc("pbkdf2-sha512$i=3200001,l=64"), false],
];

describe("the work of a hash is the product of its parameters", () => {
  for (const [stored, affordable] of rows) {
    it(`${stored.slice(0, 40)} → ${affordable}`, () => {
      assert.equal(isAffordableHash(stored), affordable);
      const given = read(accountInput, { password_hash: stored });
      assert.equal(given.ok, affordable);
      if (!given.ok) assert.match(explain(given.error), /password_hash.*the work/);
    });
  }

  it("an own hash is the unit, and hashes with the same parameters are of one kind", () => {
    const stored = phc("argon2id$v=19$m=19456,t=2,p=1");
    assert.deepEqual(hashCostOf(stored), { kind: "$argon2id$v=19$m=19456,t=2,p=1", work: 1 });
    assert.deepEqual(hashCostOf(bcrypt(14)), { kind: "$2b$14", work: MAX_HASH_WORK });
    assert.equal(hashCostOf("$1$abcdefgh$abc"), undefined);
    assert.equal(hashCostOf("argon2id:m=19456,t=2,p=1:a:b")?.work, 1);
  });
});

it("the limits in numbers are those of the error and of the documentation", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../docs/sign-in.md"), "utf8");
  const refused = read(accountInput, { password_hash: bcrypt(15) });
  const message = refused.ok ? "" : explain(refused.error);
  const limits: [largest: string, next: string, words: RegExp][] = [
    [bcrypt(14), bcrypt(15), /bcrypt with a cost of (?:at most )?14/],
    [
      phc("argon2id$v=19$m=2490368,t=1,p=1"),
      phc("argon2id$v=19$m=2490369,t=1,p=1"),
      /Argon2 with m × t of (?:at most )?2490368/,
    ],
    [
      phc("scrypt$ln=20,r=8,p=1"),
      phc("scrypt$ln=20,r=9,p=1"),
      new RegExp(String.raw`scrypt with N × r × p of (?:at most )?${2 ** 20 * 8}`),
    ],
    [
      phc("pbkdf2-sha256$i=9600000,l=32"),
      phc("pbkdf2-sha256$i=9600001,l=32"),
      /PBKDF2 with (?:at most )?9600000 rounds of SHA-256/,
    ],
    [
      phc("pbkdf2-sha512$i=3200000,l=64"),
      phc("pbkdf2-sha512$i=3200001,l=64"),
      /or 3200000 of SHA-512/,
    ],
  ];
  for (const [largest, next, words] of limits) {
    assert.ok(isAffordableHash(largest) && !isAffordableHash(next), largest);
    assert.match(message, words);
    assert.match(page, words);
  }
});
