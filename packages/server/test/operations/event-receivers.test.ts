import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { describe, it } from "node:test";
import { type EventDelivery, eventKinds } from "@latchkey/api";
import { decodeJwt } from "jose";
import { verifyWebhook, type WebhookEvent } from "@latchkey/workspace-client";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { challengeOf, signIn } from "../support/flow.ts";
import { type ReceivedRequest, startReceiver } from "../support/receiver.ts";
import { startTestServer } from "../support/server.ts";
import { assertRefused } from "./refusal.ts";

const world = await startTestServer();
const { latchkey, clock, server, lines } = world;
const photos = await registerApp(latchkey);
let accounts = 0;

/** A receiver of webhooks, which responds with these statuses and then with 204. */
async function subscribe(
  kinds: (typeof eventKinds)[number][] = [...eventKinds],
  statuses: number[] = [],
) {
  const app = await startReceiver(() => ({ status: statuses.shift() ?? 204 }));
  const receiver = await latchkey.createEventReceiver({
    body: { name: "Security team", url: `${app.url}/hooks?key=unspoken`, kinds },
  });
  const secret = receiver.secret ?? assert.fail("The secret is returned once.");
  const next = async (): Promise<WebhookEvent> => {
    server.context.deliveries_due.notify();
    return verify(await app.next(), secret);
  };
  return { app, id: receiver.id, secret, next };
}

function verify({ body, headers }: ReceivedRequest, secret: string | string[]) {
  return verifyWebhook({ body, headers }, { secret, now: () => clock.now * 1000 });
}

async function newAccount() {
  accounts += 1;
  const username = `alice-${accounts}`;
  return latchkey.createAccount({ body: { username, password: "a long password" } });
}

async function deliveryWhere(
  id: string,
  isMeant: (delivery: EventDelivery) => boolean,
): Promise<EventDelivery> {
  for (;;) {
    server.context.deliveries_due.notify();
    const [newest] = await latchkey.listEventDeliveries({ id });
    if (newest !== undefined && isMeant(newest)) return newest;
    await setImmediate();
  }
}

describe("a receiver gets a signed webhook", () => {
  it("for each thing that happens to an account", async () => {
    const { next, id } = await subscribe();
    const { username, subject } = await newAccount();
    const about = { subject, username, initiated_by: "admin" };
    const created = await next();
    assert.deepEqual([created.type, created.data], ["account.created", about]);

    const change = (body: object) => latchkey.updateAccount({ username, body });
    await change({ claims: { name: "Alice", email: "alice@wonderland.example" } });
    const updated = await next();
    assert.deepEqual(
      [updated.type, updated.data],
      ["account.updated", { ...about, changed_claims: ["name", "email", "email_verified"] }],
    );
    await change({ state: "must_change_password" });
    assert.equal((await next()).type, "account.password_change_required");
    await change({ password: "a longer password" });
    assert.equal((await next()).type, "account.password_changed");
    await change({ state: "disabled" });
    assert.equal((await next()).type, "account.disabled");
    await change({ state: "active" });
    assert.equal((await next()).type, "account.enabled");
    await latchkey.deleteAccount({ username });
    assert.equal((await next()).type, "account.disabled");
    assert.equal((await next()).type, "account.deleted");
    await latchkey.deleteEventReceiver({ id });
  });

  it("for each change of what operators manage, with neither names nor secrets", async () => {
    const administration = eventKinds.filter((kind) => !/^(?:account|session)\./.test(kind));
    const { next, id } = await subscribe(administration);
    const happens = async (type: string, facts: object) =>
      assert.deepEqual(await next().then((event) => ({ type: event.type, data: event.data })), {
        type,
        data: { ...facts, initiated_by: "admin" },
      });
    const client_id = "events-client";
    const client = { client_id, client_name: "Unspoken", client_secret: "unspoken-secret" };
    await latchkey.createOAuth2Client({ body: client });
    await happens("client.created", { client_id });
    await latchkey.updateOAuth2Client({ id: client_id, body: { ...client, client_name: "Other" } });
    const updated = await next();
    assert.deepEqual([updated.type, updated.data["client_id"]], ["client.updated", client_id]);
    assert.doesNotMatch(JSON.stringify(updated), /Unspoken|Other|unspoken/);
    await latchkey.rotateOAuth2ClientSecret({ id: client_id });
    await happens("client.secret_rotated", { client_id });
    await latchkey.deleteOAuth2Client({ id: client_id });
    await happens("client.deleted", { client_id });

    const key_set = "events-set";
    const { keys } = await latchkey.createJsonWebKeySet({ set: key_set, body: { alg: "ES256" } });
    const kids = keys.map(({ kid }) => kid);
    await happens("key.added", { key_set, kids });
    await latchkey.deleteJsonWebKeySet({ set: key_set });
    await happens("key.deleted", { key_set, kids });

    const { id: api_id } = await latchkey.createApi({
      body: { identifier: "https://api.example", name: "Unspoken" },
    });
    await happens("api.created", { api_id });
    await latchkey.deleteApi({ id: api_id });
    await happens("api.deleted", { api_id });

    const { id: api_key_id } = await latchkey.createApiKey({
      body: { name: "Unspoken", role: "viewer" },
    });
    await happens("api_key.created", { api_key_id });
    await latchkey.revokeApiKey({ id: api_key_id });
    await happens("api_key.revoked", { api_key_id });

    const { subject } = await newAccount();
    await latchkey.addOperator({ body: { subject, role: "viewer" } });
    await happens("operator.created", { subject });
    await latchkey.updateOperator({ subject, body: { role: "operator" } });
    await happens("operator.updated", { subject, changed: ["role"] });
    await latchkey.removeOperator({ subject });
    await happens("operator.deleted", { subject });
    await latchkey.deleteEventReceiver({ id });
  });

  it("when a user signs out or is signed out, and not when the browser signs in again", async () => {
    const { next, id } = await subscribe(["session.revoked"]);
    const browser = openBrowser(world);
    await signIn(world, photos, { browser, login: { remember: true } });
    await signIn(world, photos, {
      browser,
      params: { prompt: "login" },
      login: { remember: true },
    });
    await latchkey.revokeAuthenticationSession({ subject: "alice" });
    const { type, data } = await next();
    assert.deepEqual([type, data["subject"]], ["session.revoked", "alice"]);
    assert.equal((await latchkey.listEventDeliveries({ id })).length, 1);
    await latchkey.deleteEventReceiver({ id });
  });

  it("when a user signs out in the browser, of which the audit log has no entry", async () => {
    const { next, id } = await subscribe(["session.revoked"]);
    const browser = openBrowser(world);
    const { id_token = "" } = await signIn(world, photos, { browser, login: { remember: true } });
    const before = await latchkey.getAuditHead();
    const asked = await browser.go("http://public.test/oauth2/sessions/logout");
    const logout_challenge = challengeOf(asked, "logout");
    await browser.go((await latchkey.acceptLogoutRequest({ logout_challenge })).redirect_to);
    assert.deepEqual((await next()).data, {
      subject: "alice",
      session_id: decodeJwt(id_token)["sid"],
      initiated_by: "user",
    });
    assert.deepEqual(await latchkey.getAuditHead(), before);
    await latchkey.deleteEventReceiver({ id });
  });

  it("of the kinds that it chose, and none while it is disabled", async () => {
    const { app, id, next } = await subscribe(["account.deleted"]);
    const { username } = await newAccount();
    const { name, url, kinds } = await latchkey.getEventReceiver({ id });
    await latchkey.deleteAccount({ username });
    assert.equal((await next()).type, "account.deleted");
    const body = { name, url, kinds: ["account.deleted"] as const, enabled: false };
    assert.deepEqual(kinds, body.kinds);
    await latchkey.updateEventReceiver({ id, body });
    await latchkey.deleteAccount({ username: (await newAccount()).username });
    assert.equal((await latchkey.listEventDeliveries({ id })).length, 1);
    assert.equal(app.count, 1);
    await latchkey.deleteEventReceiver({ id });
  });
});

describe("a webhook is sent again", () => {
  it("with the same id, until it is accepted", async () => {
    const { app, id, secret } = await subscribe(["account.created"], [500, 503]);
    await newAccount();
    const failed = await deliveryWhere(
      id,
      ({ attempts, outcome }) => attempts === 1 && outcome !== null,
    );
    assert.deepEqual([failed.status, failed.outcome], ["pending", "It responded 500."]);
    clock.now += 5;
    await deliveryWhere(id, ({ outcome }) => outcome === "It responded 503.");
    clock.now += 10;
    const accepted = await deliveryWhere(id, ({ status }) => status === "delivered");
    assert.deepEqual([accepted.attempts, accepted.next_attempt_at], [3, null]);
    const ids = [await app.next(), await app.next(), await app.next()].map(
      ({ headers }) => headers["webhook-id"],
    );
    assert.deepEqual(ids, [failed.id, failed.id, failed.id]);
    assert.ok(secret);
    await latchkey.deleteEventReceiver({ id });
  });

  it("when an operator asks for it, also after it was given up", async () => {
    const { app, id, next } = await subscribe(["account.created"], [410]);
    await newAccount();
    const { id: delivery } = await deliveryWhere(id, ({ status }) => status === "failed");
    await app.next();
    await latchkey.resendEvent({ id, delivery });
    assert.equal((await next()).type, "account.created");
    assert.equal((await deliveryWhere(id, ({ status }) => status === "delivered")).id, delivery);
    const unknown = await latchkey.call("resendEvent", { id, delivery: "unknown" });
    assertRefused(unknown, 404, "not_found");
    await latchkey.deleteEventReceiver({ id });
  });

  it("for a day, and then it is given up", async () => {
    const app = await startReceiver(() => ({ status: 302 }));
    const { id } = await latchkey.createEventReceiver({
      body: { name: "Moved", url: app.url, kinds: ["account.created"] },
    });
    await newAccount();
    const first = await deliveryWhere(id, ({ outcome }) => outcome !== null);
    assert.equal(first.status, "pending");
    clock.now += 86_400;
    const last = await deliveryWhere(id, ({ status }) => status !== "pending");
    assert.deepEqual([last.status, last.attempts], ["failed", 2]);
    assert.equal(app.count, 2, "a redirect is not followed");
    await latchkey.deleteEventReceiver({ id });
  });
});

it("a test is sent once, and returns its outcome", async () => {
  const { app, id, secret } = await subscribe(["account.created"], [500]);
  const failed = await latchkey.testEventReceiver({ id });
  assert.deepEqual([failed.kind, failed.status, failed.attempts], ["event.test", "failed", 1]);
  const { type, data } = await verify(await app.next(), secret);
  assert.deepEqual([type, data], ["event.test", { receiver_id: id }]);
  assert.equal((await latchkey.testEventReceiver({ id })).status, "delivered");
  await latchkey.deleteEventReceiver({ id });
});

it("a new secret signs beside the previous one for the overlap", async () => {
  const { app, id, secret } = await subscribe(["account.created"]);
  const rotated = await latchkey.rotateEventReceiverSecret({ id, body: { overlap: 60 } });
  await latchkey.testEventReceiver({ id });
  const both = await app.next();
  for (const one of [secret, rotated.secret ?? ""]) await verify(both, one);
  clock.now += 60;
  await latchkey.testEventReceiver({ id });
  const one = await app.next();
  await verify(one, rotated.secret ?? "");
  await assert.rejects(async () => verify(one, secret));
  await latchkey.deleteEventReceiver({ id });
});

describe("a receiver is refused", () => {
  const table = {
    "with a URL in the internal network": { url: "https://10.0.0.1/hooks" },
    "with a URL with a user name": { url: "https://alice@events.example/hooks" },
    "with a kind that there is not": { kinds: ["account.renamed"] },
    "without kinds": { kinds: [] },
    "without a name": { name: " " },
  };
  for (const [title, change] of Object.entries(table))
    it(title, async () => {
      const body: object = {
        name: "Security team",
        url: "https://events.example/hooks",
        kinds: ["account.created"],
        ...change,
      };
      const response = await world.fetch("http://admin.test/events/receivers", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      assert.equal(response.status, 400);
    });
});

it("a receiver is refused in production with a URL that is not encrypted, unless the settings list its host", async () => {
  const body = {
    name: "Security team",
    url: "http://events.internal/hooks",
    kinds: ["account.created"],
  } as const;
  const issuer = { "urls.self.issuer": "https://id.example" };
  const production = await startTestServer(issuer);
  const refused = await production.latchkey.call("createEventReceiver", { body });
  const sentence = assertRefused(refused, 400, "invalid_request");
  assert.match(sentence, /add http:\/\/events\.internal to outbound\.allow\.$/);
  const allow = { "outbound.allow": ["http://events.internal"] };
  const inside = await startTestServer({ ...issuer, ...allow });
  assert.equal((await inside.latchkey.createEventReceiver({ body })).url, body.url);
});

it("neither a secret nor the key in a URL is shown again or logged", async () => {
  const { app, id, secret, next } = await subscribe(["account.created"]);
  await newAccount();
  await next();
  const shown = await latchkey.getEventReceiver({ id });
  assert.equal("secret" in shown, false);
  assert.equal(
    lines.some((line) => line.includes(secret) || line.includes("unspoken")),
    false,
  );
  assert.equal(app.count, 1);
  await latchkey.deleteEventReceiver({ id });
  const gone = await latchkey.call("getEventReceiver", { id });
  assertRefused(gone, 404, "not_found");
});
