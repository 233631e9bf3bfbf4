import assert from "node:assert/strict";
import { pbkdf2Sync } from "node:crypto";
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
  misnamed: async () => [],
  rename: async () => "gone",
  hashKinds: async () => [],
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
  await createAccountBook(empty, () => 0, {
    lanes: { own: queue, imported: queue, slow: queue },
  }).authenticate("ALICE", "a guess", "192.0.2.1");
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
  const book = createAccountBook({ ...empty, findByName }, () => 0, {
    lanes: { own: queue, imported: queue, slow: queue },
  });
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

const OLDER = pbkdf2Of("rabbit hole", 1000);
const NEWER = pbkdf2Of("through the looking-glass", 2000);

function pbkdf2Of(password: string, rounds: number): string {
  const salt = Buffer.alloc(16, 5);
  const text = (bytes: Uint8Array): string =>
    Buffer.from(bytes).toString("base64").replaceAll("=", "");
  const hash = pbkdf2Sync(password, salt, rounds, 32, "sha256");
  return `$pbkdf2-sha256$i=${rounds},l=32$${text(salt)}$${text(hash)}`;
}

/** A book of accounts with hashes of this server and of others, and the lanes in which passwords are checked. */
async function openMixedBook({ hashKinds = [OLDER, NEWER] } = {}) {
  const account = (username: string, password_hash: string): Account => ({
    username,
    subject: `${username}-1`,
    password_hash,
    state: username === "disabled" ? "disabled" : "active",
    profile: {},
    verified_email: undefined,
    groups: [],
    attributes: {},
    created_at: 0,
  });
  const hashes: Record<string, string> = {
    alice: await hashSlowly("correct horse"),
    bob: OLDER,
    carol: NEWER,
    disabled: OLDER,
    mallory: "$pbkdf2-sha256$that$cannot be$read",
  };
  const checks: string[] = [];
  const blocked = new Set<string>();
  const laneOf = (lane: string): HashQueue => ({
    run(_caller, task) {
      checks.push(lane);
      return blocked.has(lane) ? new Promise(() => {}) : task();
    },
  });
  const lanes = { own: laneOf("own"), imported: laneOf("imported"), slow: laneOf("slow") };
  const replaced: string[] = [];
  const book = createAccountBook(
    {
      ...empty,
      findByName: async (name) => {
        const hash = hashes[name];
        return hash === undefined ? undefined : account(name, hash);
      },
      hashKinds: async () => hashKinds,
      async replaceHash(username, _hash, by) {
        replaced.push(username);
        hashes[username] = by;
        return true;
      },
    },
    () => 0,
    { lanes },
  );
  return { book, checks, blocked, replaced };
}

const KINDS = ["imported", "imported", "own"];

test("a refusal checks a hash of every kind that accounts have, whose account it is and whether there is one", async () => {
  const { book, checks } = await openMixedBook();
  for (const name of ["unknown", "alice", "bob", "carol", "disabled"]) {
    checks.length = 0;
    assert.equal(await book.authenticate(name, "a guess"), undefined);
    assert.deepEqual(checks.toSorted(), KINDS, name);
  }
  checks.length = 0;
  assert.equal(await book.authenticate("disabled", "rabbit hole"), undefined);
  assert.deepEqual(checks.toSorted(), KINDS, "disabled, with the right password");
  checks.length = 0;
  assert.equal(await book.authenticate("mallory", "a guess"), undefined);
  assert.deepEqual(checks.toSorted(), [...KINDS, "imported"].toSorted(), "one that cannot be read");
});

test("a kind that a sign-in meets is known from then on", async () => {
  const { book, checks } = await openMixedBook({ hashKinds: [] });
  await book.authenticate("unknown", "a guess");
  assert.deepEqual(checks, ["own"]);
  await book.authenticate("bob", "a guess");
  checks.length = 0;
  await book.authenticate("unknown", "a guess");
  assert.deepEqual(checks, ["own", "imported"]);
});

test("an imported password is checked once, and from then on as one of this server", async () => {
  const { book, checks, replaced } = await openMixedBook();
  for (const lane of ["imported", "own"]) {
    checks.length = 0;
    assert.ok(await book.authenticate("bob", "rabbit hole"));
    assert.deepEqual(checks, [lane]);
  }
  assert.deepEqual(replaced, ["bob"]);
});

test("users with a password of this server sign in while hashes of other servers are computed", async () => {
  const { book, blocked } = await openMixedBook();
  for (const lane of ["imported", "slow"]) blocked.add(lane);
  void book.authenticate("bob", "rabbit hole");
  assert.ok(await book.authenticate("alice", "correct horse"));
});
