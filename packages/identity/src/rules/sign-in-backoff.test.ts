import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { assertProperty } from "../../../server/test/support/properties.ts";
import type { SignInThrottle } from "@latchkey/sign-in";
import type { Failures } from "../../../server/src/limits/failure-backoff.ts";
import { createSignInBackoff } from "./sign-in-backoff.ts";

/** The same throttle, whose attempts resolve to the seconds alone. */
function createBackoff(now: () => number) {
  const throttle = createThrottle(now);
  const attempt = async (...attempted: Parameters<SignInThrottle["attempt"]>): Promise<number> =>
    (await throttle.attempt(...attempted)).seconds;
  return { ...throttle, attempt };
}

/** Counts in a map, with the default policy. */
function createThrottle(now: () => number): SignInThrottle {
  const failures = new Map<string, Failures>();
  return createSignInBackoff({
    policy: {
      free_failures: { username: 5, username_overall: 15, address: 20, device: 5 },
      longest_wait: 60,
      forgiven_after: 900,
    },
    now,
    change: async (_keys, times, decide) => {
      for (const [key, count] of decide(failures)) failures.set(key, { count, last_at: times.now });
    },
  });
}

test("an attempt that has to wait names the limit that was reached", async () => {
  const throttle = createThrottle(() => 1_000);
  const guess = async (count: number, name: string, address?: string, device?: string) => {
    for (let failure = 0; failure < count; failure += 1)
      await throttle.attempt(name, address?.replace("N", String(failure)), device);
    return throttle.attempt(name, address?.replace("N", "99"), device);
  };
  assert.deepEqual(await guess(4, "alice", "192.0.2.1"), { seconds: 0 });
  assert.deepEqual(await guess(1, "alice", "192.0.2.1"), { seconds: 1, limit: "username" });
  assert.deepEqual(await guess(5, "alice", "192.0.2.1", "phone"), { seconds: 1, limit: "device" });
  assert.deepEqual(await guess(15, "bob", "198.51.100.N"), {
    seconds: 1,
    limit: "username_overall",
  });
  for (let name = 0; name < 20; name += 1) await throttle.attempt(`user ${name}`, "203.0.113.1");
  const sprayed = await throttle.attempt("carol", "203.0.113.1");
  assert.deepEqual(sprayed, { seconds: 1, limit: "address" });
});

test("five failures are free, then each wait is twice as long, up to a minute", async () => {
  let now = 1_000;
  const backoff = createBackoff(() => now);
  for (let failure = 1; failure <= 5; failure += 1) {
    assert.equal(await backoff.attempt("alice", undefined), 0);
  }
  for (const wait of [1, 2, 4, 8, 16, 32, 60, 60]) {
    assert.equal(await backoff.attempt("alice", undefined), wait);
    assert.equal(await backoff.attempt(" ALICE ", undefined), wait, "usernames are normalized");
    now += wait;
    assert.equal(await backoff.attempt("alice", undefined), 0);
  }
  assert.equal(await backoff.attempt("bob", undefined), 0, "other accounts are not affected");
});

test("a correct password clears the account", async () => {
  const backoff = createBackoff(() => 1_000);
  await fail(backoff, "alice", 4);
  await backoff.attempt("alice", undefined);
  await backoff.succeed("alice", undefined);
  assert.equal(await backoff.attempt("alice", undefined), 0);
});

test("failures are forgotten 15 minutes after the last one", async () => {
  let now = 1_000;
  const backoff = createBackoff(() => now);
  await fail(backoff, "alice", 5);
  now += 900;
  await fail(backoff, "alice", 5);
});

test("failures from one address do not keep the account waiting at another", async () => {
  let now = 1_000;
  const backoff = createBackoff(() => now);
  for (let minute = 0; minute < 600; minute += 1) {
    await backoff.attempt("alice", "192.0.2.1");
    assert.equal(await backoff.attempt("alice", "192.0.2.2"), 0);
    await backoff.withdraw("alice", "192.0.2.2");
    now += 60;
  }
});

test("failures from many addresses keep the account waiting everywhere, until a correct password", async () => {
  const backoff = createBackoff(() => 1_000);
  for (const address of ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) {
    for (let failure = 1; failure <= 5; failure += 1) {
      assert.equal(await backoff.attempt("alice", address), 0);
    }
  }
  assert.equal(await backoff.attempt("alice", "192.0.2.4"), 1);
  await backoff.succeed("alice", "192.0.2.4");
  assert.equal(await backoff.attempt("alice", "192.0.2.4"), 0);
});

test("withdrawing uncounts an attempt also in the count of all addresses", async () => {
  const backoff = createBackoff(() => 1_000);
  for (let address = 1; address <= 20; address += 1) {
    assert.equal(await backoff.attempt("alice", `192.0.2.${address}`), 0);
    await backoff.withdraw("alice", `192.0.2.${address}`);
  }
});

test("password spraying from one address is slowed by that address", async () => {
  const backoff = createBackoff(() => 1_000);
  for (let name = 0; name < 20; name += 1) {
    assert.equal(await backoff.attempt(`user ${name}`, "192.0.2.1"), 0);
  }
  assert.equal(await backoff.attempt("alice", "192.0.2.1"), 1);
  assert.equal(await backoff.attempt("alice", "192.0.2.2"), 0);
});

test("on a familiar device, nothing that strangers do elsewhere keeps the user waiting", async () => {
  let now = 1_000;
  const backoff = createBackoff(() => now);
  for (let address = 1; address <= 20; address += 1)
    for (let failure = 1; failure <= 5; failure += 1)
      await backoff.attempt("alice", `192.0.2.${address}`);
  assert.ok((await backoff.attempt("alice", "192.0.2.1")) > 0);
  assert.equal(await backoff.attempt("alice", "192.0.2.1", "alice's laptop"), 0);
  await backoff.succeed("alice", "192.0.2.1", "alice's laptop");
  assert.ok((await backoff.attempt("alice", "192.0.2.1")) > 0, "strangers go on waiting");
  now += 60;
});

test("an attacker with the cookie of a device has five guesses there, too, and takes none of others", async () => {
  let now = 1_000;
  const backoff = createBackoff(() => now);
  for (let failure = 1; failure <= 5; failure += 1)
    assert.equal(await backoff.attempt("alice", `192.0.2.${failure}`, "alice's laptop"), 0);
  for (const wait of [1, 2, 4, 8, 16, 32, 60, 60]) {
    assert.equal(await backoff.attempt("alice", "192.0.2.9", "alice's laptop"), wait);
    now += wait;
    assert.equal(await backoff.attempt("ALICE", "192.0.2.9", "alice's laptop"), 0);
  }
  assert.equal(await backoff.attempt("alice", "192.0.2.9"), 0);
  assert.equal(await backoff.attempt("alice", "192.0.2.9", "alice's phone"), 0);
  assert.equal(await backoff.attempt("bob", "192.0.2.9", "alice's laptop"), 0);
});

const pairs: [string, string, boolean][] = [
  ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", true],
  ["2001:db8::1", "2001:db8:0:0:1::", true],
  ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
  ["::ffff:192.0.2.1", "192.0.2.1", true],
  ["::ffff:192.0.2.1", "::ffff:192.0.2.2", false],
  ["junk:", "junk", false],
];

for (const [one, other, same] of pairs) {
  test(`${one} and ${other} are in ${same ? "the same network" : "two networks"}`, async () => {
    const backoff = createBackoff(() => 1_000);
    for (let name = 0; name < 20; name += 1) await backoff.attempt(`user ${name}`, one);
    assert.equal(await backoff.attempt("alice", other), same ? 1 : 0);
  });
}

test("withdrawing uncounts one attempt", async () => {
  const backoff = createBackoff(() => 1_000);
  for (let time = 0; time < 20; time += 1) {
    assert.equal(await backoff.attempt("alice", "192.0.2.1"), 0);
    await backoff.withdraw("alice", "192.0.2.1");
  }
  for (let time = 0; time < 5; time += 1) await backoff.attempt("alice", "192.0.2.1");
  await backoff.withdraw("alice", "192.0.2.1");
  assert.equal(await backoff.attempt("alice", "192.0.2.1"), 0);
  assert.equal(await backoff.attempt("alice", "192.0.2.1"), 1);
});

test("an attacker cannot reset the count of an address by signing in to their own account", async () => {
  const backoff = createBackoff(() => 1_000);
  for (let name = 0; name < 19; name += 1) await backoff.attempt(`user ${name}`, "192.0.2.1");
  await backoff.attempt("mallory", "192.0.2.1");
  await backoff.succeed("mallory", "192.0.2.1");
  assert.equal(await backoff.attempt("alice", "192.0.2.1"), 0);
  assert.equal(await backoff.attempt("alice", "192.0.2.1"), 1);
});

async function fail(
  backoff: ReturnType<typeof createBackoff>,
  username: string,
  times: number,
): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    assert.equal(await backoff.attempt(username, undefined), 0);
  }
}

test("whatever strangers do, the user waits no longer on a familiar device than without them", async () => {
  const stranger = fc.record({
    kind: fc.constant("stranger" as const),
    username: fc.constantFrom("alice", "ALICE ", "bob"),
    address: fc.option(fc.constantFrom("192.0.2.1", "192.0.2.2", "2001:db8::1"), {
      nil: undefined,
    }),
    /** A device of another user. */
    device: fc.option(fc.constant("device of mallory"), { nil: undefined }),
  });
  const user = fc.constant({ kind: "user" as const });
  const pause = fc.record({ kind: fc.constant("pause" as const), seconds: fc.nat(120) });
  const events = fc.array(fc.oneof({ weight: 6, arbitrary: stranger }, user, pause), {
    size: "large",
  });
  await assertProperty(
    fc.asyncProperty(events, async (all) => {
      const waits = async (isAttacked: boolean): Promise<number[]> => {
        let now = 1_000;
        const backoff = createBackoff(() => now);
        const seen: number[] = [];
        for (const event of all) {
          if (event.kind === "pause") now += event.seconds;
          else if (event.kind === "user")
            seen.push(await backoff.attempt("alice", "192.0.2.1", "device of alice"));
          else if (isAttacked) await backoff.attempt(event.username, event.address, event.device);
        }
        return seen;
      };
      assert.deepEqual(await waits(true), await waits(false));
    }),
  );
});
