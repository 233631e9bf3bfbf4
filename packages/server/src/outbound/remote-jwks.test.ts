import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { generateJwk, publicHalf } from "../crypto/jwk.ts";
import { err, ok, type Result } from "../result.ts";
import type { OutboundRejection } from "./outbound-rejection.ts";
import { createRemoteJwks } from "./remote-jwks.ts";

const uri = "https://photos.example/keys";
const first = await generateJwk({ alg: "ES256", kid: "first", use: "sig", rsa_bits: 0 });
const second = await generateJwk({ alg: "ES256", kid: "second", use: "sig", rsa_bits: 0 });
const secret = await generateJwk({ alg: "HS256", kid: "secret", use: "sig", rsa_bits: 0 });
const down = err({ reason: "unexpected_status", status: 503 } as const);

/** A fixture with a clock and a remote server whose response can be changed. */
function aWorld(options: { max_cached?: number } = {}) {
  const world = {
    now: 1_000,
    answer: ok({ keys: [publicHalf(first)] }) as Result<unknown, OutboundRejection>,
    fetched: [] as string[],
  };
  const getJson = async (url: string) => {
    world.fetched.push(url);
    return world.answer;
  };
  const jwks = createRemoteJwks({ getJson }, () => world.now, options);
  const kids = async (jwks_uri = uri, refresh = false) => {
    const keys = await jwks.keysOf(jwks_uri, "registered", { refresh });
    return keys.ok ? keys.value.map(({ kid }) => kid) : keys.error.reason;
  };
  return { world, kids };
}

describe("a client's published keys", () => {
  it("are fetched once and kept for five minutes", async () => {
    const { world, kids } = aWorld();
    assert.deepEqual(await kids(), ["first"]);
    world.now += 299;
    assert.deepEqual(await kids(), ["first"]);
    assert.equal(world.fetched.length, 1);
    world.now += 1;
    await kids();
    assert.equal(world.fetched.length, 2);
  });

  it("are not imported where there are more than anyone needs", async () => {
    const { world, kids } = aWorld();
    world.answer = ok({ keys: Array.from({ length: 101 }, () => publicHalf(first)) });
    assert.equal(await kids(), "too_many_keys");
  });

  it("asked for by many at the same time are fetched once", async () => {
    const { world, kids } = aWorld();
    await Promise.all([kids(), kids(), kids(uri, true)]);
    assert.equal(world.fetched.length, 1);
  });

  it("are fetched again for an unknown key, but not more than every 30 seconds", async () => {
    const { world, kids } = aWorld();
    await kids();
    world.answer = ok({ keys: [publicHalf(second)] });
    assert.deepEqual(await kids(uri, true), ["first"], "they were fetched in the same second");
    world.now += 1;
    assert.deepEqual(await kids(uri, true), ["second"]);
    world.answer = ok({ keys: [publicHalf(first)] });
    world.now += 29;
    assert.deepEqual(await kids(uri, true), ["second"]);
    world.now += 1;
    assert.deepEqual(await kids(uri, true), ["first"]);
    assert.equal(world.fetched.length, 3);
  });

  it("that were fetched because they expired are not refreshed before its time either", async () => {
    const { world, kids } = aWorld();
    await kids();
    world.now += 299;
    world.answer = down;
    await kids(uri, true);
    world.now += 1;
    world.answer = ok({ keys: [publicHalf(second)] });
    assert.deepEqual(await kids(), ["second"]);
    world.now += 10;
    await kids(uri, true);
    assert.equal(world.fetched.length, 3);
  });

  it("stay good when a refresh fails, until their five minutes are over", async () => {
    const { world, kids } = aWorld();
    await kids();
    world.answer = down;
    world.now += 30;
    assert.deepEqual(await kids(uri, true), ["first"]);
    assert.deepEqual(await kids(uri, true), ["first"]);
    assert.equal(world.fetched.length, 2);
    world.now += 270;
    assert.equal(await kids(), "unexpected_status");
  });

  it("that could not be fetched are tried again after five seconds", async () => {
    const { world, kids } = aWorld();
    world.answer = down;
    assert.equal(await kids(), "unexpected_status");
    world.now += 4;
    assert.equal(await kids(uri, true), "unexpected_status");
    assert.equal(world.fetched.length, 1);
    world.now += 1;
    world.answer = ok({ keys: [publicHalf(first)] });
    assert.deepEqual(await kids(), ["first"]);
  });

  it("are kept for so many clients and no more, the oldest going first", async () => {
    const { world, kids } = aWorld({ max_cached: 2 });
    for (const name of ["a", "b", "c", "b", "c", "a"]) await kids(`https://${name}.example/`);
    assert.deepEqual(
      world.fetched.map((url) => new URL(url).hostname[0]),
      ["a", "b", "c", "a"],
    );
  });
});

describe("of a published document", () => {
  const strange = [{ kty: "AKP", alg: "ML-DSA-44", pub: "AQAB" }, "junk", null, { kty: "RSA" }];
  const cases: [string, unknown, unknown][] = [
    [
      "keys we do not understand are passed over",
      { keys: [...strange, publicHalf(first)] },
      ["first"],
    ],
    [
      "a symmetric key is passed over: a published secret is none",
      { keys: [secret, publicHalf(first)] },
      ["first"],
    ],
    ["nothing is left when there is nothing", { keys: [] }, []],
    ["a list is no set", [publicHalf(first)], "not_a_key_set"],
    ["null is no set", null, "not_a_key_set"],
    ["a text is no set", "keys", "not_a_key_set"],
    ["keys by name are no set", { keys: { first } }, "not_a_key_set"],
  ];
  for (const [title, document, expected] of cases) {
    it(title, async () => {
      const { world, kids } = aWorld();
      world.answer = ok(document);
      assert.deepEqual(await kids(), expected);
    });
  }

  it("a private key is not used: every reader of the document could sign with it", async () => {
    const getJson = async () => ok({ keys: [first, publicHalf(second)] });
    const keys = await createRemoteJwks({ getJson }, () => 0).keysOf(uri, "registered");
    assert.deepEqual(keys, ok([publicHalf(second)]));
  });
});
