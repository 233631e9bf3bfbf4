import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { OAuth2ClientInput } from "@latchkey/api";
import { decodeJwt } from "jose";
import { type App, registerApp } from "../support/app.ts";
import { type Authenticator, createAuthenticator, optionsIn } from "../support/authenticator.ts";
import { requestOf } from "../support/flow.ts";
import { openVisitor, type PageVisitor, type VisitedPage } from "../support/page-visitor.ts";
import { startTestServer } from "../support/server.ts";

const ORIGIN = "http://public.test";
const password = "correct horse battery staple";

async function start(client: OAuth2ClientInput = {}) {
  const world = await startTestServer({ "urls.self.issuer": ORIGIN });
  for (const username of ["alice", "mallory"])
    await world.latchkey.createAccount({ body: { username, password } });
  const photos = await registerApp(world.latchkey, { skip_consent: true, ...client });
  const open = async (username: string) => {
    const visitor = openVisitor(world);
    await visitor.submit(await visitor.visit("/account"), { username, password });
    return visitor;
  };
  return { ...world, world, photos, open };
}

type World = Awaited<ReturnType<typeof start>>;

async function addPasskey(visitor: PageVisitor, changes = {}, key = createAuthenticator(ORIGIN)) {
  const page = await visitor.visit("/account");
  const passkey = key.create(optionsIn(page, "create"), changes);
  const answer = await visitor.submit(page, { passkey, name: "My <laptop>" }, "add_passkey");
  return { key, page, passkey, answer };
}

/** Opens the app in a new browser, and signs in with a passkey there. */
async function usePasskey(world: World, key: Authenticator, changes = {}) {
  const visitor = openVisitor(world);
  const login = await visitor.visit(authorizationUrl(world.photos));
  const passkey = key.get(optionsIn(login, "get"), changes);
  return { visitor, login, passkey, answer: await visitor.submit(login, { passkey }) };
}

describe("a passkey", () => {
  test("is added, named, and signs in alone as two factors", async () => {
    const world = await start();
    const visitor = await world.open("alice");
    const { key, answer } = await addPasskey(visitor);
    assert.match(
      answer.text,
      /The passkey has been added\..* My <laptop> Added on .* Not used yet/,
    );
    const { answer: done } = await usePasskey(world, key);
    const { amr, acr, sub } = await claimsOf(done, world);
    assert.deepEqual([amr, acr], [["hwk", "user"], "phr"]);
    assert.equal(sub, (await world.latchkey.getAccount({ username: "alice" })).subject);
    assert.match((await visitor.visit("/account")).text, /My <laptop> Added on .* Last used on/);
  });

  test("is one of several, and each is removed alone", async () => {
    const world = await start();
    const visitor = await world.open("alice");
    const [one, two] = [await addPasskey(visitor), await addPasskey(visitor)];
    const { key, answer } = one;
    const excluded = optionsIn(answer, "create")["excludeCredentials"];
    assert.ok(Array.isArray(excluded) && excluded.length === 1);
    await visitor.submit(await visitor.visit("/account"), { factor_id: key.id }, "remove_factor");
    assert.equal(codeIn((await usePasskey(world, key)).answer), null);
    assert.ok(codeIn((await usePasskey(world, two.key)).answer));
  });

  test("is enough for a client that requires one", async () => {
    const world = await start({ default_acr_values: ["phr"], acr_values_required: true });
    const { key } = await addPasskey(await world.open("alice"));
    const { answer } = await usePasskey(world, key);
    assert.equal((await claimsOf(answer, world))["acr"], "phr");
  });

  test("is asked for after the password where the client requires it: that of this user", async () => {
    const world = await start({ default_acr_values: ["phr"], acr_values_required: true });
    const { key } = await addPasskey(await world.open("alice"));
    const other = await addPasskey(await world.open("mallory"));
    const visitor = openVisitor(world);
    const login = await visitor.visit(authorizationUrl(world.photos));
    const step = await visitor.submit(login, { username: "alice", password });
    assert.match(step.text, /Confirm with your passkey to continue\./);
    const options = optionsIn(step, "get");
    const allowed = [{ id: key.id, type: "public-key", transports: ["internal"] }];
    assert.deepEqual(options["allowCredentials"], allowed);
    const foreign = await visitor.submit(step, { passkey: other.key.get(options) });
    assert.equal(foreign.status, 422);
    const done = await visitor.submit(foreign, { passkey: key.get(optionsIn(foreign, "get")) });
    const { amr, acr } = await claimsOf(done, world);
    assert.deepEqual([amr, acr], [["pwd", "hwk", "user"], "phr"]);
  });

  test("is offered alike to everyone: the page does not say who has one", async () => {
    const world = await start();
    await addPasskey(await world.open("alice"));
    const pages = await Promise.all(
      ["alice", "mallory", "unknown"].map(async (login_hint) => {
        const visitor = openVisitor(world);
        const page = await visitor.visit(authorizationUrl(world.photos, { login_hint }));
        const { challenge, ...options } = optionsIn(page, "get");
        assert.equal(typeof challenge, "string");
        return options;
      }),
    );
    assert.deepEqual(pages[0], pages[1]);
    assert.deepEqual(pages[0], pages[2]);
    assert.deepEqual(pages[0]?.["allowCredentials"], []);
  });
});

describe("a passkey is not accepted", () => {
  const attacks: Readonly<Record<string, object>> = {
    "of another origin": { origin: "https://public.test.evil.example" },
    "of another scheme": { origin: "https://public.test" },
    "of another relying party": { rp_id: "evil.example" },
    "with another challenge": { challenge: Buffer.alloc(32).toString("base64url") },
    "without user verification": { is_verified: false },
    "with a response of another kind": { type: "webauthn.create" },
    "for another user": { user_handle: Buffer.from("someone else").toString("base64url") },
    "under an unknown id": { id: Buffer.alloc(16).toString("base64url") },
  };
  for (const [title, changes] of Object.entries(attacks)) {
    test(title, async () => {
      const world = await start();
      const { key } = await addPasskey(await world.open("alice"));
      const { answer } = await usePasskey(world, key, changes);
      assert.equal(answer.status, 422);
      assert.match(answer.text, /The passkey could not be used/);
    });
  }

  test("that has another one's id: mallory signs with her key as alice", async () => {
    const world = await start();
    const { key } = await addPasskey(await world.open("alice"));
    const mallory = await addPasskey(await world.open("mallory"));
    const { answer } = await usePasskey(world, mallory.key, { id: key.id, user_handle: "" });
    assert.equal(answer.status, 422);
  });

  test("whose counter goes back, as that of a copy would", async () => {
    const world = await start();
    const { key } = await addPasskey(await world.open("alice"));
    key.counter = 10;
    assert.ok(codeIn((await usePasskey(world, key)).answer));
    key.counter = 5;
    assert.equal((await usePasskey(world, key)).answer.status, 422);
    key.counter = 10;
    assert.equal((await usePasskey(world, key)).answer.status, 422, "nor the same again");
    key.counter = 11;
    assert.ok(codeIn((await usePasskey(world, key)).answer));
  });

  test("a second time, nor in another browser or for another login request", async () => {
    const world = await start();
    const key = createAuthenticator(ORIGIN);
    key.counter = 0; // Synced passkeys do not count.
    await addPasskey(await world.open("alice"), {}, key);
    key.counter = -1; // The response says 0.
    const first = await usePasskey(world, key);
    assert.ok(codeIn(first.answer));
    const again = await first.visitor.submit(first.login, { passkey: first.passkey });
    assert.equal(codeIn(again), null);
    const other = openVisitor(world);
    const login = await other.visit(authorizationUrl(world.photos));
    assert.equal((await other.submit(login, { passkey: first.passkey })).status, 422);
  });

  for (const passkey of ["{", "null", "[]", '{"id":"a"}', '{"id":"a","response":{}}', "1"]) {
    test(`that is ${passkey}`, async () => {
      const world = await start();
      const visitor = openVisitor(world);
      const login = await visitor.visit(authorizationUrl(world.photos));
      assert.equal((await visitor.submit(login, { passkey })).status, 422);
      assert.deepEqual(
        world.lines.filter((line) => line.includes('"level":"error"')),
        [],
      );
    });
  }
});

describe("a passkey is not added", () => {
  const attacks: Readonly<Record<string, object>> = {
    "of another origin": { origin: "https://evil.example" },
    "of another relying party": { rp_id: "evil.example" },
    "with another challenge": { challenge: Buffer.alloc(32).toString("base64url") },
    "without user verification": { is_verified: false },
    "with a response of another kind": { type: "webauthn.get" },
  };
  for (const [title, changes] of Object.entries(attacks)) {
    test(title, async () => {
      const { open } = await start();
      const { answer } = await addPasskey(await open("alice"), changes);
      assert.equal(answer.status, 422);
      assert.match(answer.text, /The passkey was not added/);
    });
  }

  test("twice, nor to the account of another user", async () => {
    const { open } = await start();
    const alice = await open("alice");
    const { key, page, passkey } = await addPasskey(alice);
    const again = await alice.submit(page, { passkey, name: "" }, "add_passkey");
    assert.equal(again.status, 422);
    const { answer } = await addPasskey(await open("mallory"), {}, key);
    assert.equal(answer.status, 422);
  });

  test("in a session that was left open, nor with a form of another browser", async () => {
    const world = await start();
    const visitor = await world.open("alice");
    const other = await (await world.open("alice")).visit("/account");
    const page = await visitor.visit("/account");
    const [, csrf = ""] = /name="csrf" value="([^"]*)"/.exec(other.body) ?? [];
    const key = createAuthenticator(ORIGIN);
    const passkey = key.create(optionsIn(page, "create"));
    assert.equal((await visitor.submit(page, { passkey, csrf }, "add_passkey")).status, 403);
    world.clock.now += 16 * 60;
    assert.equal((await visitor.submit(page, { passkey }, "add_passkey")).status, 403);
  });
});

test("a passkey is removed by its user alone", async () => {
  const world = await start();
  const { key } = await addPasskey(await world.open("alice"));
  const mallory = await world.open("mallory");
  const { answer } = await addPasskey(mallory);
  await mallory.submit(answer, { factor_id: key.id }, "remove_factor");
  assert.ok(codeIn((await usePasskey(world, key)).answer));
});

test("a server at an IP address offers no passkeys", async () => {
  const world = await startTestServer({ "urls.self.issuer": "http://127.0.0.1:4444" });
  await world.latchkey.createAccount({ body: { username: "alice", password } });
  const visitor = openVisitor(world);
  const login = await visitor.visit("/account");
  assert.doesNotMatch(login.body, /passkey/);
  const page = await visitor.submit(login, { username: "alice", password });
  assert.doesNotMatch(page.text, /Passkeys/);
});

function authorizationUrl(photos: App, params: Readonly<Record<string, string>> = {}): string {
  const asked = Object.entries(requestOf(photos, { scope: "openid", ...params }));
  return `/oauth2/auth?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}`;
}

function codeIn({ url }: VisitedPage): string | null {
  return url.searchParams.get("code");
}

async function claimsOf(page: VisitedPage, { latchkey, photos }: World) {
  const code = codeIn(page) ?? assert.fail(`${page.url.href}: ${page.text}`);
  const { id_token = "" } = await latchkey.oauth2Token(
    { grant_type: "authorization_code", code, redirect_uri: photos.redirect_uri },
    { authorization: photos.authorization ?? "" },
  );
  return decodeJwt(id_token);
}
