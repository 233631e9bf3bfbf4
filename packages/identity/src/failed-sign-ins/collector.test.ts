import assert from "node:assert/strict";
import { test } from "node:test";
import type { FailedSignIn } from "@latchkey/sign-in";
import {
  type CountedFailures,
  createCollector,
  MAX_DIFFERENT,
  MAX_OF_NETWORK,
} from "./collector.ts";

const here = { device: "Firefox/Linux", address: "203.0.113.7" };

function start(isBroken: (one: CountedFailures) => boolean = () => false) {
  const clock = { now: 100 };
  const stored: CountedFailures[] = [];
  const failures = createCollector(
    () => clock.now,
    async (one) => {
      if (isBroken(one)) throw new Error("no database");
      stored.push(one);
    },
  );
  return { clock, stored, failures };
}

const wrong = (username: string, address = here.address): FailedSignIn => ({
  who: { username },
  method: "password",
  reason: "wrong_credentials",
  origin: { ...here, address },
});
const nameOf = ({ who }: CountedFailures) => (who && "username" in who ? who.username : undefined);

test("those that are alike are stored once, with their count, their times and the latest requests", async () => {
  const { clock, stored, failures } = start();
  for (let count = 0; count < 1_000; count += 1) {
    clock.now += count < 500 ? 0 : 1;
    failures.note({ ...wrong("alice"), request_id: `r${count}` });
  }
  failures.note(wrong("bob"));
  failures.note({ ...wrong("alice"), method: "recovery_code" });
  failures.note({ ...wrong("alice"), reason: "throttled", throttle: "username" });
  failures.note({ ...wrong("alice"), reason: "throttled", throttle: "address" });
  await failures.flush();
  assert.deepEqual(
    stored.map(({ who, method, reason, throttle, count, first_at, at }) => [
      [who, method, reason, throttle],
      [count, first_at, at],
    ]),
    [
      [
        [{ username: "alice" }, "password", "wrong_credentials", undefined],
        [1_000, 100, 600],
      ],
      [
        [{ username: "bob" }, "password", "wrong_credentials", undefined],
        [1, 600, 600],
      ],
      [
        [{ username: "alice" }, "recovery_code", "wrong_credentials", undefined],
        [1, 600, 600],
      ],
      [
        [{ username: "alice" }, "password", "throttled", "username"],
        [1, 600, 600],
      ],
      [
        [{ username: "alice" }, "password", "throttled", "address"],
        [1, 600, 600],
      ],
    ],
  );
  assert.deepEqual(stored[0]?.request_ids.slice(0, 2), ["r999", "r998"]);
  assert.equal(stored[0]?.request_ids.length, 10);
  await failures.flush();
  assert.equal(stored.length, 5, "each is stored once");
});

test("a flood from one network is bounded, counts all, and crowds no other network out", async () => {
  const { stored, failures } = start();
  for (let count = 0; count < 5_000; count += 1) failures.note(wrong(`user-${count}`));
  failures.note(wrong("user-7"));
  failures.note(wrong("alice", "198.51.100.1"));
  await failures.flush();
  assert.equal(stored.length, MAX_OF_NETWORK + 2);
  assert.equal(stored.find((one) => nameOf(one) === "user-7")?.count, 2);
  assert.ok(stored.some((one) => nameOf(one) === "alice"));
  const together = stored.find((one) => one.who === undefined);
  assert.deepEqual([together?.count, together?.origin], [4_900, { ...here, device: "" }]);
});

test("a flood from many networks is bounded by ten minutes, not by the times that it is stored", async () => {
  const { clock, stored, failures } = start();
  for (let round = 0; round < 5; round += 1) {
    for (let count = 0; count < 600; count += 1) {
      const number = round * 600 + count;
      failures.note(wrong(`user-${number}`, `10.${number >> 8}.${number & 255}.1`));
    }
    await failures.flush();
    clock.now += 1;
  }
  const total = stored.reduce((sum, { count }) => sum + count, 0);
  assert.equal(total, 3_000, "none is lost");
  assert.equal(stored.filter((one) => one.who !== undefined).length, MAX_DIFFERENT);
  assert.ok(stored.length <= MAX_DIFFERENT + 4, "the others once for each time");

  clock.now += 600;
  failures.note(wrong("bob", "10.200.0.1"));
  await failures.flush();
  assert.equal(nameOf(stored.at(-1) ?? assert.fail()), "bob", "a new window begins");
});

test("addresses of one network are alike", async () => {
  const { stored, failures } = start();
  for (let host = 1; host < 200; host += 1) failures.note(wrong("alice", `203.0.113.${host}`));
  await failures.flush();
  assert.deepEqual(
    stored.map(({ count }) => count),
    [199],
  );
});

test("a name that is longer than any is not kept", async () => {
  const { stored, failures } = start();
  failures.note(wrong("a".repeat(1_001)));
  await failures.flush();
  assert.deepEqual(
    stored.map(({ who, count }) => [who, count]),
    [[undefined, 1]],
  );
});

test("a failure of the database is reported to the caller, and stops neither the others nor the next flush", async () => {
  const { stored, failures } = start((one) => nameOf(one) === "alice");
  failures.note(wrong("alice"));
  failures.note(wrong("bob"));
  await assert.rejects(failures.flush(), /no database/);
  assert.deepEqual(stored.map(nameOf), ["bob"]);
  await failures.flush();
});
