import assert from "node:assert/strict";
import { it } from "node:test";
import { hashSync } from "bcryptjs";
import { bcryptHash } from "./bcrypt-hash.ts";

const secret = "correct horse battery staple";
const stored = hashSync(secret, 4);

it("a secret matches its hash in every spelling of its name, and no other secret does", async () => {
  for (const name of ["$2a$", "$2b$", "$2y$"]) {
    const named = stored.replace(/^\$2.\$/, name);
    assert.ok(bcryptHash.owns(named));
    assert.equal(await bcryptHash.verify(secret, named), true, name);
    assert.equal(await bcryptHash.verify(`${secret} `, named), false, name);
  }
});

it("a longer secret matches with any tail, and is not exact", async () => {
  const long = "é".repeat(36); // 72 bytes
  const hashed = hashSync(long, 4);
  assert.equal(await bcryptHash.verify(`${long}tail`, hashed), true);
  assert.equal(await bcryptHash.verify(long.slice(1), hashed), false);
  assert.equal(bcryptHash.isExact(long), true);
  assert.equal(bcryptHash.isExact(`${long}t`), false);
});

it("a text that cannot be read, or would take too long, matches nothing", async () => {
  const broken = ["$2a$", stored.slice(0, -1), `${stored}a`, stored.replace("$04$", "$31$")];
  for (const one of broken) assert.equal(await bcryptHash.verify(secret, one), false, one);
  assert.equal(bcryptHash.owns("$2x$04$"), false);
});
