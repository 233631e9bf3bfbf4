import assert from "node:assert/strict";
import { test } from "node:test";

import { createThrottle } from "./throttle.ts";

test("five mistakes are free, and then each wait is twice as long, up to a minute", async () => {
  let now = 1_000;
  const throttle = createThrottle(() => now);
  for (let mistake = 1; mistake <= 5; mistake += 1) {
    assert.equal(await throttle.attempt("alice", undefined), 0);
  }
  for (const wait of [1, 2, 4, 8, 16, 32, 60, 60]) {
    assert.equal(await throttle.attempt("alice", undefined), wait);
    assert.equal(await throttle.attempt(" ALICE ", undefined), wait, "however she is spelt");
    now += wait;
    assert.equal(await throttle.attempt("alice", undefined), 0);
  }
  assert.equal(await throttle.attempt("bob", undefined), 0, "bob did nothing");
});

test("a right password clears the name", async () => {
  const throttle = createThrottle(() => 1_000);
  await fail(throttle, "alice", 4);
  await throttle.attempt("alice", undefined);
  await throttle.succeed("alice", undefined);
  assert.equal(await throttle.attempt("alice", undefined), 0);
});

test("a quarter of an hour is long enough to be forgiven", async () => {
  let now = 1_000;
  const throttle = createThrottle(() => now);
  await fail(throttle, "alice", 5);
  now += 900;
  await fail(throttle, "alice", 5);
});

test("mallory, who tries one password on everybody, is slowed by her address", async () => {
  const throttle = createThrottle(() => 1_000);
  for (let name = 0; name < 20; name += 1) {
    assert.equal(await throttle.attempt(`person ${name}`, "192.0.2.1"), 0);
  }
  assert.equal(await throttle.attempt("alice", "192.0.2.1"), 1);
  assert.equal(await throttle.attempt("alice", "192.0.2.2"), 0);
});

const neighbours: [string, string, boolean][] = [
  ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", true],
  ["2001:db8::1", "2001:db8:0:0:1::", true],
  ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
  ["::ffff:192.0.2.1", "192.0.2.1", true],
  ["::ffff:192.0.2.1", "::ffff:192.0.2.2", false],
  ["junk:", "junk", false],
];

for (const [one, other, same] of neighbours) {
  test(`${one} and ${other} are ${same ? "one place" : "two places"}`, async () => {
    const throttle = createThrottle(() => 1_000);
    for (let name = 0; name < 20; name += 1) await throttle.attempt(`person ${name}`, one);
    assert.equal(await throttle.attempt("alice", other), same ? 1 : 0);
  });
}

test("an attempt that was not made is taken back, and no other", async () => {
  const throttle = createThrottle(() => 1_000);
  for (let time = 0; time < 20; time += 1) {
    assert.equal(await throttle.attempt("alice", "192.0.2.1"), 0);
    await throttle.withdraw("alice", "192.0.2.1");
  }
  for (let time = 0; time < 5; time += 1) await throttle.attempt("alice", "192.0.2.1");
  await throttle.withdraw("alice", "192.0.2.1");
  assert.equal(await throttle.attempt("alice", "192.0.2.1"), 0);
  assert.equal(await throttle.attempt("alice", "192.0.2.1"), 1);
});

test("signing in to her own account between guesses gains mallory nothing", async () => {
  const throttle = createThrottle(() => 1_000);
  for (let name = 0; name < 19; name += 1) await throttle.attempt(`person ${name}`, "192.0.2.1");
  await throttle.attempt("mallory", "192.0.2.1");
  await throttle.succeed("mallory", "192.0.2.1");
  assert.equal(await throttle.attempt("alice", "192.0.2.1"), 0);
  assert.equal(await throttle.attempt("alice", "192.0.2.1"), 1);
});

test("ten thousand names are remembered, and the one unused for longest goes first", async () => {
  const throttle = createThrottle(() => 1_000);
  await fail(throttle, "alice", 5);
  for (let name = 0; name < 9_999; name += 1) await throttle.attempt(`person ${name}`, undefined);
  assert.equal(await throttle.attempt("alice", undefined), 1);
  await throttle.attempt("one too many", undefined);
  assert.equal(await throttle.attempt("alice", undefined), 0);
});

async function fail(
  throttle: ReturnType<typeof createThrottle>,
  username: string,
  times: number,
): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    assert.equal(await throttle.attempt(username, undefined), 0);
  }
}
