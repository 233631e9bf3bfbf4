import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestServer } from "../support/server.ts";
import { assertRefused } from "./refusal.ts";

const password = "correct horse battery staple";
const claims = {
  name: "Alice Liddell",
  email: "alice@wonderland.example",
  email_verified: true,
  address: { locality: "Oxford", country: "GB" },
};

async function start() {
  const world = await startTestServer();
  const { latchkey, server } = world;
  const alice = await latchkey.createAccount({ body: { username: " Alice ", password, claims } });
  const canSignIn = async (secret: string) =>
    (await server.accounts.authenticate("alice", secret)) !== undefined;
  return { ...world, alice, canSignIn };
}

test("an account is made, found under its name however that is typed, and listed", async () => {
  const { latchkey, alice, canSignIn, clock } = await start();
  const { subject, ...rest } = alice;
  assert.match(subject, /^[0-9a-f-]{36}$/);
  assert.deepEqual(rest, {
    username: "alice",
    claims: { ...claims, updated_at: clock.now },
    created_at: "2027-01-15T08:00:00Z",
  });
  assert.deepEqual(await latchkey.getAccount({ username: "ALICE" }), alice);
  assert.ok(await canSignIn(password));

  await latchkey.createAccount({ body: { username: "bob", password } });
  const listed = await latchkey.listAccounts();
  assert.deepEqual(
    listed.map(({ username }) => username),
    ["alice", "bob"],
  );
  const page = await latchkey.call("listAccounts", { limit: 1, offset: 1 });
  assert.equal(page.headers.get("x-total-count"), "2");
  assert.ok(page.ok && page.body[0]?.username === "bob");
});

test("claims are replaced, and what is not given stays", async () => {
  const { latchkey, alice, canSignIn, clock } = await start();
  clock.now += 60;
  const body = { claims: { nickname: "Ali", phone_number: "+44 1865 270000" } };
  const changed = await latchkey.updateAccount({ username: "alice", body });
  const expected = { ...body.claims, updated_at: clock.now };
  assert.deepEqual(changed, { ...alice, claims: expected });
  assert.ok(await canSignIn(password), "the password stays");

  const next = "tweedledum and tweedledee";
  const same = await latchkey.updateAccount({ username: "alice", body: { password: next } });
  assert.deepEqual(same, changed, "the claims stay");
  assert.ok(await canSignIn(next));
  assert.equal(await canSignIn(password), false);

  const back = await latchkey.updateAccount({ username: "alice", body: changed });
  assert.deepEqual(back, changed, "what was read can be written back");
});

test("an account that is deleted is gone", async () => {
  const { latchkey, canSignIn } = await start();
  await latchkey.deleteAccount({ username: "alice" });
  assert.equal(await canSignIn(password), false);
  for (const reply of [
    await latchkey.call("getAccount", { username: "alice" }),
    await latchkey.call("updateAccount", { username: "alice", body: {} }),
    await latchkey.call("deleteAccount", { username: "alice" }),
  ]) {
    assertRefused(reply, 404, "not_found");
  }
});

test("what cannot be is refused, by name", async () => {
  const { latchkey } = await start();
  const taken = await latchkey.call("createAccount", { body: { username: "ALICE", password } });
  assertRefused(taken, 409, "conflict");
  const created: [object, RegExp][] = [
    [{ password }, /username/],
    [{ username: "bob" }, /password/],
    [{ username: "bob", password: "short" }, /password/],
    [{ username: "bob", password: "x".repeat(1_025) }, /password/],
    [{ username: "bob", password, subject: "bob-1" }, /subject/],
    [{ username: "bob", password, role: "admin" }, /role/],
    [{ username: "bob", password, claims: { sub: "alice" } }, /sub/],
    [{ username: "bob", password, claims: [] }, /object/],
  ];
  for (const [body, words] of created) {
    const reply = await latchkey.call("createAccount", { body });
    assert.match(assertRefused(reply, 400, "invalid_request"), words);
    assert.doesNotMatch(JSON.stringify(reply.body), /correct horse/);
  }
  for (const body of [{ username: "bob" }, { subject: "bob-1" }]) {
    const reply = await latchkey.call("updateAccount", { username: "alice", body });
    assertRefused(reply, 400, "invalid_request");
  }
});

test("neither password nor hash is ever returned or logged", async () => {
  const { latchkey, lines, server } = await start();
  await latchkey.updateAccount({ username: "alice", body: { password: "tweedledum too" } });
  const returned = JSON.stringify([await latchkey.listAccounts(), lines]);
  server.context.log.flush();
  assert.doesNotMatch(returned + lines.join(""), /correct horse|tweedledum|argon2id/);
});
