import assert from "node:assert/strict";
import { argon2Sync, pbkdf2Sync, scryptSync } from "node:crypto";
import { test } from "node:test";
import type { AccountInput } from "@latchkey/api";
import { hashSync } from "bcryptjs";
import { createAccountBook } from "../../../identity/src/account-book.ts";
import { accountsOf } from "../../../identity/src/accounts.ts";
import { renameAccounts } from "../../../identity/src/rename-accounts.ts";
import { createIdentityStore } from "../../../identity/src/store/store.ts";
import type { HashQueue } from "../../src/crypto/hash-queue.ts";
import { withIdentity } from "../support/identity.ts";
import { registerApp } from "../support/app.ts";
import { signIn } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";
import { assertRefused } from "./refusal.ts";

const WORKSPACE = "7b0b3c3e-6f4c-4e0e-9a3a-0c7a4c1d2e3f";
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
    (await accountsOf(server).authenticate("alice", secret)) !== undefined;
  return { ...world, alice, canSignIn };
}

test("an account is made, found under its name however that is typed, and listed", async () => {
  const { latchkey, alice, canSignIn, clock } = await start();
  const { subject, ...rest } = alice;
  assert.match(subject, /^[0-9a-f-]{36}$/);
  assert.deepEqual(rest, {
    username: "alice",
    state: "active",
    claims: { ...claims, updated_at: clock.now },
    groups: [],
    attributes: {},
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
    await latchkey.call("exportAccount", { username: "alice" }),
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
    [{ username: "bob", password, state: "asleep" }, /state/],
    [{ username: "bob", password, password_hash: "$2b$10$x" }, /not both/],
    [{ username: "bob", password_hash: "argon2id:m=1" }, /password_hash/],
    [{ username: "bob", password, groups: ["x".repeat(65)] }, /groups/],
    [{ username: "bob", password, attributes: { "no name": 1 } }, /attributes/],
    [{ username: "bob", password, attributes: { note: "x".repeat(4_096) } }, /attributes/],
    [{ username: "bob", password, attributes: [] }, /attributes/],
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

test("state, groups and attributes are set, kept and replaced, each as a whole", async () => {
  const { latchkey, alice } = await start();
  const change = async (body: AccountInput) => latchkey.updateAccount({ username: "alice", body });
  const facts = { groups: ["staff", "admins"], attributes: { shoe: 38, address: { floor: 2 } } };
  assert.deepEqual(await change(facts), { ...alice, ...facts });
  assert.deepEqual(await change({ groups: ["staff", "staff"] }), {
    ...alice,
    ...facts,
    groups: ["staff"],
  });
  assert.deepEqual(await change({ state: "must_change_password", attributes: {} }), {
    ...alice,
    groups: ["staff"],
    state: "must_change_password",
  });
});

test("a disabled account gets the answer and the work of a wrong password, and no session stays", async () => {
  const { latchkey, server, alice } = await start();
  const { subject } = alice;
  const session = { sid: "s", subject, authenticated_at: 0, expires_at: 2_000_000_000 };
  await server.context.store.login_sessions.remember(session);
  await latchkey.updateAccount({ username: "alice", body: { state: "disabled" } });
  assert.equal(await server.context.store.login_sessions.find("s", 0), undefined);
  const accounts = createIdentityStore(server.context.store.tools).accounts;
  let hashed = 0;
  const queue: HashQueue = {
    run(_caller, work) {
      hashed += 1;
      return work();
    },
  };
  const book = createAccountBook(accounts, () => 0, {
    lanes: { own: queue, imported: queue, slow: queue },
  });
  const attempts = [
    ["alice", password],
    ["alice", "a guess"],
    ["mallory", password],
  ] as const;
  for (const [name, secret] of attempts) {
    hashed = 0;
    assert.equal(await book.authenticate(name, secret), undefined);
    assert.equal(hashed, 1);
  }
  assert.equal(await book.profile(subject), undefined);
  await latchkey.updateAccount({ username: "alice", body: { state: "active" } });
  assert.equal((await book.profile(subject))?.subject, subject);
});

test("a verified address signs in as the username does, and belongs to one account", async () => {
  const { latchkey, server } = await start();
  const signsIn = async (name: string) =>
    (await accountsOf(server).authenticate(name, password)) !== undefined;
  assert.ok(await signsIn(" Alice@Wonderland.Example "));
  const bob = { username: "bob", password };
  const email = claims.email.toUpperCase();
  const taken = await latchkey.call("createAccount", {
    body: { ...bob, claims: { email, email_verified: true } },
  });
  assert.match(assertRefused(taken, 409, "conflict"), /email address/);
  await latchkey.createAccount({ body: { ...bob, claims: { email } } });
  const verified = { email, email_verified: true };
  const late = await latchkey.call("updateAccount", {
    username: "bob",
    body: { claims: verified },
  });
  assertRefused(late, 409, "conflict");

  const kept = await latchkey.updateAccount({
    username: "alice",
    body: { claims: { email: claims.email, name: "A" } },
  });
  assert.equal(kept.claims.email_verified, true, "the fact stays while the address does");
  const moved = await latchkey.updateAccount({
    username: "alice",
    body: { claims: { email: "a@example.com" } },
  });
  assert.equal(moved.claims.email_verified, undefined);
  assert.equal(await signsIn(claims.email), false);
  assert.equal(await signsIn("a@example.com"), false, "it is not verified");
  const free = await latchkey.updateAccount({ username: "bob", body: { claims: verified } });
  assert.equal(free.claims.email_verified, true);
});

test("hashes that other servers made sign in, and are replaced at the first sign-in", async () => {
  const { latchkey, server } = await start();
  const salt = Buffer.alloc(16, 7);
  const text = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
  const cost = { memory: 64, passes: 2, parallelism: 1, tagLength: 32 };
  const hashes = {
    bcrypt: hashSync(password, 4),
    scrypt: `$scrypt$ln=5,r=8,p=1$${text(salt)}$${text(scryptSync(password, salt, 32, { N: 32, r: 8, p: 1 }))}`,
    pbkdf2: `$pbkdf2-sha256$i=1000,l=32$${text(salt)}$${text(pbkdf2Sync(password, salt, 1000, 32, "sha256"))}`,
    argon2: `$argon2id$v=19$m=64,t=2,p=1$${text(salt)}$${text(argon2Sync("argon2id", { message: password, nonce: salt, ...cost }))}`,
  };
  const { accounts } = createIdentityStore(server.context.store.tools);
  for (const [username, password_hash] of Object.entries(hashes)) {
    const made = await latchkey.createAccount({ body: { username, password_hash } });
    assert.doesNotMatch(JSON.stringify(made), /\$/);
    assert.equal(await accountsOf(server).authenticate(username, "a guess"), undefined);
    assert.equal((await accounts.find(username))?.password_hash, password_hash);
    assert.ok(await accountsOf(server).authenticate(username, password), username);
    assert.match((await accounts.find(username))?.password_hash ?? "", /^argon2id:/);
    assert.ok(await accountsOf(server).authenticate(username, password), username);
  }
});

test("what is stored about a user can be exported, and erased with the account", async () => {
  const world = await start();
  const { latchkey, alice } = world;
  const { subject } = alice;
  const app = await registerApp(latchkey);
  const tokens = await signIn(world, app, { login: { subject, remember: true } });
  await latchkey.createWorkspace({ body: { id: WORKSPACE, name: "Tea" } });
  await latchkey.createWorkspaceMember({ id: WORKSPACE, body: { subject, name: "Alice" } });

  const { account, records } = await latchkey.exportAccount({ username: "alice" });
  assert.deepEqual(account, alice);
  assert.deepEqual(
    Object.entries(records).map(([kind, items]) => [kind, items.length]),
    [
      ["login_sessions", 1],
      ["consents", 1],
      ["account_factors", 0],
      ["account_devices", 0],
      ["account_events", 0],
      ["failed_sign_ins", 0],
      ["linked_identities", 0],
      ["kept_tokens", 0],
      ["workspace_members", 1],
      ["workspace_installations", 0],
    ],
  );
  assert.doesNotMatch(JSON.stringify(records), /argon2id|correct horse/);

  const erased = await latchkey.deleteAccount({ username: "alice" });
  assert.deepEqual(erased, {
    username: "alice",
    subject,
    ended: {
      login_sessions: 1,
      consents: 1,
      account_factors: 0,
      account_devices: 0,
      account_events: 0,
      failed_sign_ins: 0,
      kept_tokens: 0,
      linked_identities: 0,
      workspace_members: 1,
      workspace_installations: 0,
    },
  });
  const { active } = await latchkey.introspectOAuth2Token({ token: tokens.access_token });
  assert.equal(active, false);
  assertRefused(await latchkey.call("exportAccount", { username: "alice" }), 404, "not_found");
});

test("neither password nor hash is ever returned or logged", async () => {
  const { latchkey, lines, server } = await start();
  await latchkey.updateAccount({ username: "alice", body: { password: "tweedledum too" } });
  const returned = JSON.stringify([await latchkey.listAccounts(), lines]);
  server.context.log.flush();
  assert.doesNotMatch(returned + lines.join(""), /correct horse|tweedledum|argon2id/);
});

test("a password that is easy to guess is refused where operators set it, too", async () => {
  const { latchkey, server } = await start();
  const create = (body: Partial<AccountInput>) =>
    latchkey.call("createAccount", { body: { username: "bob", ...body } });
  for (const common of ["password1", "PassWord123!", "qwertyuiop"]) {
    const refused = await create({ password: common });
    assert.equal(refused.status, 400, common);
    assert.match(JSON.stringify(refused.body), /password/);
    const changed = await latchkey.call("updateAccount", {
      username: "alice",
      body: { password: common },
    });
    assert.equal(changed.status, 400, common);
  }
  const named = await create({ password: "Robert Bobson", claims: { name: "Robert Bobson" } });
  assert.equal(named.status, 400);
  const renamed = await latchkey.call("updateAccount", {
    username: "alice",
    body: { password: "Mary Ann Rabbit", claims: { name: "Mary Ann Rabbit" } },
  });
  assert.equal(renamed.status, 400, "by the name that comes with it");
  assert.ok(await accountsOf(server).authenticate("alice", password), "nothing was changed");
  const added = await accountsOf(server).add({ username: "bob", password: "password1" });
  assert.ok(typeof added === "object" && "error" in added);
});

test("a name that could be taken for another, or that terminals interpret, is refused", async () => {
  const { latchkey } = await start();
  const create = async (body: Partial<AccountInput>) =>
    (await latchkey.call("createAccount", { body: { username: "bob", password, ...body } })).status;
  const usernames = [
    "аlice",
    "ali\u200bce",
    "alice\u3164",
    "\u202eecila",
    "bob\u001b[2J",
    "ａｌｉｃｅ",
  ];
  for (const username of usernames) assert.equal(await create({ username }), 400, username);
  const names = ["\u202eecilA", "A\u001b[2J", "\u3164", "Аlice", `A${"\u0301".repeat(60)}`];
  for (const name of names) {
    assert.equal(await create({ claims: { name } }), 400, name);
    assert.equal(await create({ claims: { nickname: name } }), 400, name);
  }
  assert.equal(await create({ claims: { address: { locality: "Ox\u001bford" } } }), 400);
  assert.equal(await create({ groups: ["sta\u202eff"] }), 400);
  const shown = { name: "Николай (Nikolai) ❤️", address: { formatted: "1 Tea St\nOxford" } };
  assert.equal(await create({ username: "Zoe\u0308", claims: shown }), 201);
  assert.equal((await latchkey.getAccount({ username: "zoë" })).username, "zoë");
});

test("an account that no lookup finds is renamed, with a suffix where the name is taken", async () => {
  const { latchkey, server, alice } = await start();
  const { context } = server;
  const { accounts } = createIdentityStore(context.store.tools);
  for (const username of ["bob", "zoë"])
    await latchkey.createAccount({ body: { username, password } });
  // As a version before stored them, made from a provider's address.
  await accounts.rename("bob", "zoe\u0308@wonderland.example");
  await accounts.rename("zoë", "zoe\u0308");
  await latchkey.createAccount({ body: { username: "zoë", password } });
  const stranded = await latchkey.call("getAccount", { username: "zoe\u0308@wonderland.example" });
  assert.equal(stranded.status, 404);
  for (let round = 0; round < 2; round += 1) await renameAccounts(withIdentity(context));
  const names = (await latchkey.listAccounts()).map(({ username }) => username);
  assert.deepEqual(
    names.slice(0, 3).map((name) => name.replace(/-[0-9a-f]{8}$/, "-suffix")),
    [alice.username, "zoë", "zoë-suffix"],
  );
  assert.equal(names[3], "zoë@wonderland.example");
  for (const username of names)
    assert.ok(await accountsOf(server).authenticate(username, password), username);
  const { status } = await latchkey.call("updateAccount", {
    username: "zoe\u0308@wonderland.example",
    body: { state: "disabled" },
  });
  assert.equal(status, 200);
});
