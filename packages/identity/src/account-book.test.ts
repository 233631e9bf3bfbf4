import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createAccountBook } from "./account-book.ts";
import { type HashQueue, hashSlowly } from "@latchkey/server/feature/endpoints";
import type { Account, Accounts } from "./store/port.ts";

/** A store without accounts. */
const empty: Accounts = {
  create: async () => "created",
  find: async () => undefined,
  findSubject: async () => undefined,
  findByName: async () => undefined,
  list: async () => ({ items: [], total: 0 }),
  search: async () => ({ items: [], total: 0 }),
  change: async () => undefined,
  beginDeletion: async () => {},
  replaceHash: async () => false,
  delete: async () => false,
};

test("no hash is computed before the first sign-in", async () => {
  // Many processes, and tests, make a book and never ask it: a hash each would fill the queue, and one that is dropped from a
  // full queue without a request waiting for it would end the process.
  const rejections: unknown[] = [];
  const note = (error: unknown) => rejections.push(error);
  process.on("unhandledRejection", note);
  for (let book = 0; book < 1_100; book += 1) createAccountBook(empty, () => 0);
  await setImmediate();
  process.off("unhandledRejection", note);
  assert.deepEqual(rejections, []);
});

test("an unknown username is refused, and an account with the right password signs in", async () => {
  const alice: Account = {
    username: "alice",
    subject: "alice-1",
    password_hash: await hashSlowly("correct horse"),
    state: "active",
    profile: { name: "Alice" },
    verified_email: undefined,
    groups: [],
    attributes: {},
    created_at: 0,
  };
  const findByName = async (name: string) => (name === "alice" ? alice : undefined);
  const book = createAccountBook({ ...empty, findByName }, () => 0);
  assert.equal(await book.authenticate("bob", "correct horse"), undefined);
  assert.equal(await book.authenticate("alice", "battery staple"), undefined);
  assert.deepEqual(await book.authenticate("ALICE", "correct horse"), {
    subject: "alice-1",
    preferred_username: "alice",
    name: "Alice",
  });
});

test("a password waits in the queue under its address and account", async () => {
  const callers: unknown[] = [];
  const queue: HashQueue = {
    run(caller, task) {
      callers.push(caller);
      return task();
    },
  };
  await createAccountBook(empty, () => 0, { queue }).authenticate("ALICE", "a guess", "192.0.2.1");
  assert.deepEqual(callers, [{ address: "192.0.2.1", name: "alice" }]);
});

test("every refusal takes one check of a password, of the same cost, whatever is wrong", async () => {
  const password_hash = await hashSlowly("correct horse");
  const account = (username: string, change: Partial<Account> = {}): Account => ({
    username,
    subject: `${username}-1`,
    password_hash,
    state: "active",
    profile: {},
    verified_email: undefined,
    groups: [],
    attributes: {},
    created_at: 0,
    ...change,
  });
  const known = new Map<string, Account>([
    ["alice", account("alice")],
    ["alice@wonderland.example", account("alice")],
    ["disabled", account("disabled", { state: "disabled" })],
    ["leaving", account("leaving", { state: "must_change_password" })],
    // An account without a password has the hash of one that no user knows.
    [
      "passwordless",
      account("passwordless", { password_hash: await hashSlowly("known to no user") }),
    ],
  ]);
  const checks: string[] = [];
  const lookups: string[] = [];
  const queue: HashQueue = {
    run(caller, task) {
      checks.push(caller.name);
      return task();
    },
  };
  const findByName = async (name: string) => {
    lookups.push(name);
    return known.get(name);
  };
  const book = createAccountBook({ ...empty, findByName }, () => 0, { queue });
  const attempts: [name: string, password: string][] = [
    ["unknown", "correct horse"],
    ["unknown@wonderland.example", "correct horse"],
    ["alice", "battery staple"],
    ["alice@wonderland.example", "battery staple"],
    ["disabled", "correct horse"],
    ["disabled", "battery staple"],
    ["leaving", "battery staple"],
    ["passwordless", "correct horse"],
    ["passwordless", ""],
  ];
  for (const [name, password] of attempts) {
    const before = [checks.length, lookups.length];
    assert.equal(await book.authenticate(name, password), undefined, name);
    assert.deepEqual(
      [checks.length, lookups.length],
      before.map((count) => count + 1),
      name,
    );
  }
});
