import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import {
  createSecretVerifier,
  generateClientSecret,
  hashChosenSecret,
  hashGeneratedSecret,
  SecretThrottledError,
} from "./client-secret.ts";
import type { HashQueue } from "./hash-queue.ts";

describe("a generated secret", () => {
  it("is long, needs no escaping in URLs, and is never repeated", () => {
    const secrets = Array.from({ length: 100 }, generateClientSecret);
    for (const secret of secrets) assert.match(secret, /^[A-Za-z0-9\-_.~]{26,}$/);
    assert.equal(new Set(secrets).size, secrets.length);
  });

  it("is verified synchronously", () => {
    const secret = generateClientSecret();
    const verify = createSecretVerifier();
    assert.equal(verify("photos", secret, hashGeneratedSecret(secret)), true);
    assert.equal(verify("photos", `${secret}x`, hashGeneratedSecret(secret)), false);
    assert.equal(verify("photos", "", hashGeneratedSecret(secret)), false);
  });

  const unreadable = ["", "sha256:", "plain text", "$1$abcdefgh$abcdefghijklmnopqrstuv"];
  for (const stored of unreadable) {
    it(`matches nothing when the stored text is ${JSON.stringify(stored)}`, () => {
      const verify = createSecretVerifier();
      for (const secret of ["", "plain text", stored]) {
        assert.equal(verify("photos", secret, stored), false);
      }
    });
  }
});

describe("a chosen secret", () => {
  const secret = "correct horse battery staple";
  let stored: string;
  before(async () => {
    stored = await hashChosenSecret(secret);
  });

  it("is stored under argon2id with its parameters and a salt of its own", async () => {
    assert.match(stored, /^argon2id:m=19456,t=2,p=1:[\w-]{22}:[\w-]{43}$/);
    assert.notEqual(await hashChosenSecret(secret), stored);
  });

  it("is verified by argon2id the first time and from the cache after that", async () => {
    const verify = createSecretVerifier();
    const first = verify("photos", secret, stored);
    assert.ok(first instanceof Promise);
    assert.equal(await first, true);
    assert.equal(verify("photos", secret, stored), true);
  });

  it("verified twice at the same time is computed once", async () => {
    const verify = createSecretVerifier();
    const first = verify("photos", secret, stored);
    assert.equal(verify("photos", secret, stored), first);
    assert.equal(await first, true);
  });

  it("leaves the cache, least recently used first, when more are verified than it holds", async () => {
    const verify = createSecretVerifier({ max_cached: 2 });
    for (const clientId of ["photos", "music"]) await verify(clientId, secret, stored);
    assert.equal(verify("photos", secret, stored), true);
    await verify("maps", secret, stored);
    assert.equal(verify("photos", secret, stored), true);
    assert.equal(verify("maps", secret, stored), true);
    assert.ok(verify("music", secret, stored) instanceof Promise);
  });

  const wrong: [string, string, string][] = [
    ["guessed", "photos", "incorrect horse"],
    ["empty", "photos", ""],
    ["with a letter moved from secret to client_id", `photos${secret[0]}`, secret.slice(1)],
  ];
  for (const [title, client_id, guess] of wrong) {
    it(`${title} is wrong, also the second time`, async () => {
      const verify = createSecretVerifier();
      await verify("photos", secret, stored);
      assert.equal(await verify(client_id, guess, stored), false);
      assert.equal(await verify(client_id, guess, stored), false);
    });
  }

  it("that was changed does not match the old one any more", async () => {
    const verify = createSecretVerifier();
    await verify("photos", secret, stored);
    const changed = await hashChosenSecret("another secret");
    assert.equal(await verify("photos", secret, changed), false);
  });

  it("whose stored hash is damaged throws, and is not reported as a wrong secret", async () => {
    const verify = createSecretVerifier();
    await assert.rejects(async () => verify("photos", secret, "argon2id:m=1:x"), /cannot be read/);
  });

  it("is not counted once it is cached, however often others guess", async () => {
    const counted: string[] = [];
    const verify = createSecretVerifier({
      throttle: (client_id, address) => {
        counted.push(`${client_id} ${address}`);
        return counted.length > 2 ? 30 : undefined;
      },
    });
    const home = { address: "192.0.2.1" };
    const away = { address: "203.0.113.1" };
    assert.equal(await verify("photos", secret, stored, home), true);
    assert.equal(await verify("photos", "a guess", stored, away), false);
    assert.throws(
      () => verify("photos", "another guess", stored, away),
      (error) => error instanceof SecretThrottledError && error.retry_after === 30,
    );
    assert.equal(verify("photos", secret, stored, home), true);
    assert.equal(verify("photos", secret, stored, away), true);
    assert.deepEqual(counted, ["photos 192.0.2.1", "photos 203.0.113.1", "photos 203.0.113.1"]);
  });

  it("waits in the queue under its address and client", async () => {
    const callers: unknown[] = [];
    const queue: HashQueue = {
      run(caller, task) {
        callers.push(caller);
        return task();
      },
    };
    const verify = createSecretVerifier({ lanes: { own: queue, imported: queue, slow: queue } });
    await verify("photos", secret, stored, { address: "192.0.2.1" });
    await verify("photos", secret, stored, { address: "192.0.2.1" });
    assert.deepEqual(callers, [{ address: "192.0.2.1", name: "photos" }]);
  });
});
