import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { it } from "node:test";
import { promisify } from "node:util";
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

it("is computed in a thread of its own, one for all checks, which does not keep the process alive", async () => {
  const program = `
    import { bcryptHash } from ${JSON.stringify(import.meta.resolve("./bcrypt-hash.ts"))};
    const workers = [];
    process.on("worker", (worker) => workers.push(worker));
    const stored = ${JSON.stringify(stored)};
    const answers = await Promise.all(["${secret}", "a guess"].map((one) => bcryptHash.verify(one, stored)));
    console.log(JSON.stringify({ answers, threads: workers.length }));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", program],
    { timeout: 60_000 },
  );
  assert.deepEqual(JSON.parse(stdout), { answers: [true, false], threads: 1 });
});
