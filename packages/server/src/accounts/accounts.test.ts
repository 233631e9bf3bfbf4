import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createAccountBook } from "./accounts.ts";
import { hashSlowly } from "../crypto/argon2id.ts";
import type { HashQueue } from "../crypto/hash-queue.ts";
import type { Account, Accounts } from "../store/port/account-store.ts";

/** A store without accounts. */
const empty: Accounts = {
  create: async () => true,
  find: async () => undefined,
  findSubject: async () => undefined,
  list: async () => ({ items: [], total: 0 }),
  search: async () => ({ items: [], total: 0 }),
  change: async () => undefined,
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
    profile: { name: "Alice" },
    created_at: 0,
  };
  const find = async (username: string) => (username === "alice" ? alice : undefined);
  const book = createAccountBook({ ...empty, find }, () => 0);
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
  await createAccountBook(empty, () => 0, queue).authenticate("ALICE", "a guess", "192.0.2.1");
  assert.deepEqual(callers, [{ address: "192.0.2.1", name: "alice" }]);
});
