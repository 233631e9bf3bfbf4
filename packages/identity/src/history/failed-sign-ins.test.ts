import assert from "node:assert/strict";
import { test } from "node:test";
import { type CountedFailures, createFailedSignIns } from "./failed-sign-ins.ts";

const here = { device: "Firefox/Linux", address: "203.0.113.7" };

function start(fail = false) {
  const clock = { now: 100 };
  const stored: CountedFailures[] = [];
  const failures = createFailedSignIns(
    () => clock.now,
    async (one) => {
      if (fail) throw new Error("no database");
      stored.push(one);
    },
  );
  return { clock, stored, failures };
}

const wrong = (username: string, origin = here) => ({ who: { username }, method: "pwd", origin });

test("those that are alike are stored once, with their count and the time of the last", async () => {
  const { clock, stored, failures } = start();
  for (let count = 0; count < 1_000; count += 1) {
    clock.now += 1;
    failures.note(wrong("alice"));
  }
  failures.note(wrong("bob"));
  failures.note({ ...wrong("alice"), method: "otp" });
  await failures.flush();
  assert.deepEqual(
    stored.map(({ who, method, count, at }) => [who, method, count, at]),
    [
      [{ username: "alice" }, "pwd", 1_000, 1_100],
      [{ username: "bob" }, "pwd", 1, 1_100],
      [{ username: "alice" }, "otp", 1, 1_100],
    ],
  );
  await failures.flush();
  assert.equal(stored.length, 3, "each is stored once");
});

test("a flood of many names is bounded", async () => {
  const { stored, failures } = start();
  for (let count = 0; count < 5_000; count += 1) failures.note(wrong(`user-${count}`));
  failures.note(wrong("user-7"));
  await failures.flush();
  assert.equal(stored.length, 1_000);
  assert.equal(stored.find(({ who }) => "username" in who && who.username === "user-7")?.count, 2);
});

test("a failure of the database is reported to the caller, and does not stop the next flush", async () => {
  const { failures } = start(true);
  failures.note(wrong("alice"));
  await assert.rejects(failures.flush(), /no database/);
  await failures.flush();
});
