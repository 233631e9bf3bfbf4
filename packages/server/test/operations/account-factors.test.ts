import assert from "node:assert/strict";
import { test } from "node:test";
import { withIdentity } from "../support/identity.ts";
import { startTestServer } from "../support/server.ts";
import { assertRefused } from "./refusal.ts";

async function start() {
  const world = await startTestServer();
  const body = { username: "alice", password: "correct horse battery staple" };
  const { subject } = await world.latchkey.createAccount({ body });
  const { factors } = withIdentity(world.server.context).identity.store;
  const common = { subject, counter: 1, created_at: world.clock.now, last_used_at: undefined };
  await factors.add({ ...common, factor_id: "app", kind: "totp", name: "", secret: "c2VjcmV0" });
  await factors.add({
    ...common,
    factor_id: "key-1",
    kind: "passkey",
    name: "Laptop",
    last_used_at: world.clock.now + 60,
    public_key: { key: "AA", transports: [], is_synced: false },
  });
  await factors.replaceRecoveryCodes(subject, [Buffer.alloc(32).toString("base64url")]);
  return { ...world, factors, subject };
}

test("the factors of an account are listed without their secrets", async () => {
  const { latchkey } = await start();
  const listed = await latchkey.listAccountFactors({ username: "ALICE" });
  assert.deepEqual(listed, [
    {
      id: "app",
      kind: "totp",
      name: "",
      created_at: "2027-01-15T08:00:00Z",
      last_used_at: null,
    },
    {
      id: "key-1",
      kind: "passkey",
      name: "Laptop",
      created_at: "2027-01-15T08:00:00Z",
      last_used_at: "2027-01-15T08:01:00Z",
    },
  ]);
});

test("one is removed, and the recovery codes go with the authenticator app", async () => {
  const { latchkey, factors, subject } = await start();
  await latchkey.deleteAccountFactor({ username: "alice", factor: "key-1" });
  assert.equal(await factors.countRecoveryCodes(subject), 1);
  await latchkey.deleteAccountFactor({ username: "alice", factor: "app" });
  assert.equal(await factors.countRecoveryCodes(subject), 0);
  assert.deepEqual(await latchkey.listAccountFactors({ username: "alice" }), []);
  const again = await latchkey.call("deleteAccountFactor", { username: "alice", factor: "app" });
  assert.match(assertRefused(again, 404, "not_found"), /no factor with this id/);
});

test("all are removed, with the recovery codes", async () => {
  const { latchkey, factors, subject } = await start();
  await latchkey.deleteAccountFactors({ username: "alice" });
  assert.deepEqual(await latchkey.listAccountFactors({ username: "alice" }), []);
  assert.equal(await factors.countRecoveryCodes(subject), 0);
  await latchkey.deleteAccountFactors({ username: "alice" });
});

test("those of another account stay, and an unknown account has none", async () => {
  const { latchkey } = await start();
  await latchkey.createAccount({ body: { username: "bob", password: "battery staple" } });
  const factor = { username: "bob", factor: "key-1" };
  assertRefused(await latchkey.call("deleteAccountFactor", factor), 404, "not_found");
  await latchkey.deleteAccountFactors({ username: "bob" });
  assert.equal((await latchkey.listAccountFactors({ username: "alice" })).length, 2);
  for (const refused of [
    await latchkey.call("listAccountFactors", { username: "carol" }),
    await latchkey.call("deleteAccountFactors", { username: "carol" }),
    await latchkey.call("deleteAccountFactor", { username: "carol", factor: "key-1" }),
  ])
    assertRefused(refused, 404, "not_found");
});

test("factors are deleted with their account", async () => {
  const { latchkey, factors, subject } = await start();
  await latchkey.deleteAccount({ username: "alice" });
  assert.deepEqual(await factors.list(subject), []);
  assert.equal(await factors.countRecoveryCodes(subject), 0);
});
