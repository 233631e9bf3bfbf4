import assert from "node:assert/strict";
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
