import assert from "node:assert/strict";
import { argon2Sync, pbkdf2Sync, scryptSync } from "node:crypto";
import { describe, it } from "node:test";
import { createSecretVerifier } from "./client-secret.ts";
import { formatOf } from "./secret-hash.ts";

const secret = "correct horse battery staple";
const salt = Buffer.alloc(16, 5);
const text = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString("base64").replaceAll("=", "");

function pbkdf2Of(digest: string, length = 32): string {
  const hash = pbkdf2Sync(secret, salt, 1000, length, digest);
  return `$pbkdf2-${digest}$i=1000,l=${length}$${text(salt)}$${text(hash)}`;
}

function argon2Of(name: "argon2id" | "argon2i"): string {
  const cost = { memory: 64, passes: 2, parallelism: 1 };
  const hash = argon2Sync(name, { message: secret, nonce: salt, tagLength: 32, ...cost });
  return `$${name}$v=19$m=64,t=2,p=1$${text(salt)}$${text(hash)}`;
}

function scryptOf(): string {
  const hash = scryptSync(secret, salt, 32, { N: 2 ** 5, r: 8, p: 1 });
  return `$scrypt$ln=5,r=8,p=1$${text(salt)}$${text(hash)}`;
}

const hashes = [
  scryptOf(),
  pbkdf2Of("sha256"),
  pbkdf2Of("sha512", 64),
  argon2Of("argon2id"),
  argon2Of("argon2i"),
];

/** Whether a secret has a hash; undefined where no format owns it. */
function verify(presented: string, stored: string): Promise<boolean> | undefined {
  return formatOf(stored)?.verify(presented, stored);
}

describe("hashes of other servers", () => {
  for (const stored of hashes) {
    const [, name = ""] = stored.split("$");

    it(`${name}: the secret matches, and no other`, async () => {
      assert.equal(await verify(secret, stored), true);
      for (const other of ["", `${secret} `, secret.slice(1)])
        assert.equal(await verify(other, stored), false);
    });

    it(`${name}: a text that cannot be read matches nothing`, async () => {
      const broken = [
        stored.slice(0, -4),
        `${stored}$`,
        stored.replace(/(?<=[$,])([it]|ln)=\d+/, "$&000000"),
        stored.replace(/(?<=[imr])=\d+/, "=0"),
        stored.replace(/\$[^$]*$/, "$"),
        `$${name}$`,
      ];
      for (const one of broken) assert.equal(await verify(secret, one), false, one);
    });

    it(`${name}: is checked by the verifier of client secrets, and cached`, async () => {
      const check = createSecretVerifier();
      const first = check("photos", secret, stored);
      assert.ok(first instanceof Promise);
      assert.equal(await first, true);
      assert.equal(check("photos", secret, stored), true, "from the cache");
      assert.equal(await check("photos", "a guess", stored), false);
    });
  }

  it("are throttled as our own slow hashes are", () => {
    const check = createSecretVerifier({ throttle: () => 7 });
    for (const stored of hashes)
      assert.throws(() => check("photos", secret, stored), { retry_after: 7 });
  });

  it("of an unknown format match nothing", () => {
    assert.equal(createSecretVerifier()("photos", secret, `$md5$${secret}`), false);
  });
});
