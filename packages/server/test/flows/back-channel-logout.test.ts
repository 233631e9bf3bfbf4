import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { sweep } from "../../src/jobs/sweeper.ts";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { signIn } from "../support/flow.ts";
import { startReceiver } from "../support/receiver.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { logOut, makeDeliveriesDue } from "./log-out.ts";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
const remember = { login: { remember: true } };

function tokenIn(body: string): string {
  return new URLSearchParams(body).get("logout_token") ?? "";
}

for (const alg of ["RS256", "ES256"]) {
  test(`a client is notified of the end of a session by a logout token, signed with ${alg}`, async () => {
    const world = await startTestServer();
    const { latchkey, clock } = world;
    const client = await startReceiver();
    const photos = await registerApp(latchkey, {
      backchannel_logout_uri: `${client.url}/logout?of=alice`,
      id_token_signed_response_alg: alg,
    });
    const browser = openBrowser(world);
    const { id_token = "" } = await signIn(world, photos, { browser, ...remember });
    clock.now += 60;
    assert.equal((await logOut(world, browser)).status, 302, "the browser does not wait");

    const { path, method, content_type, body } = await client.next();
    assert.deepEqual([method, path], ["POST", "/logout?of=alice"]);
    assert.match(content_type ?? "", /^application\/x-www-form-urlencoded/);
    const jwks = createLocalJWKSet(await latchkey.wellKnown());
    const { payload, protectedHeader } = await jwtVerify(tokenIn(body), jwks, {
      issuer: "http://127.0.0.1:4444",
      audience: "photos",
      typ: "logout+jwt",
      algorithms: [alg],
      currentDate: new Date(clock.now * 1000),
    });
    assert.ok(protectedHeader.kid);
    const { jti, exp = 0, ...claims } = payload;
    assert.ok(jti);
    assert.ok(exp > clock.now);
    assert.deepEqual(claims, {
      iss: "http://127.0.0.1:4444",
      aud: ["photos"],
      iat: clock.now,
      sid: decodeJwt(id_token)["sid"],
      events: { [EVENT]: {} },
    });
  });
}

test("only clients of the session hear of it", async () => {
  const world = await startTestServer();
  const [hers, strangers] = [await startReceiver(), await startReceiver()];
  const photos = await registerApp(world.latchkey, { backchannel_logout_uri: hers.url });
  const letters = await registerApp(world.latchkey, {
    client_id: "letters",
    backchannel_logout_uri: strangers.url,
  });
  await signIn(world, letters, { login: { subject: "alice", remember: true } });
  const browser = openBrowser(world);
  await signIn(world, photos, { browser, ...remember });
  await logOut(world, browser);
  await world.server.settled();
  assert.equal(hers.count, 1);
  assert.equal(strangers.count, 0, "letters knows alice from another browser");
});

test("a failed notification is retried until it succeeds, each time with the same jti", async () => {
  const world = await startTestServer();
  const statuses = [500, 503, 400];
  const client = await startReceiver(() => ({ status: statuses.shift() ?? 200 }));
  const photos = await registerApp(world.latchkey, { backchannel_logout_uri: client.url });
  const browser = openBrowser(world);
  await signIn(world, photos, { browser, ...remember });
  await logOut(world, browser);

  const heard: unknown[] = [];
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    heard.push(decodeJwt(tokenIn((await client.next()).body)).jti);
    await world.server.settled();
    makeDeliveriesDue(world);
  }
  assert.equal(new Set(heard).size, 1);
  await world.server.settled();
  assert.equal(client.count, 4, "once it has heard, it is left in peace");
});

test("what is too old is given up", async () => {
  const world = await startTestServer({ "ttl.backchannel_logout": "10m" });
  const client = await startReceiver(() => ({ status: 500 }));
  const photos = await registerApp(world.latchkey, { backchannel_logout_uri: client.url });
  const browser = openBrowser(world);
  await signIn(world, photos, { browser, ...remember });
  await logOut(world, browser);
  await world.server.settled();
  world.clock.now += 600;
  world.server.context.deliveries_due.notify();
  await world.server.settled();
  assert.equal(client.count, 1);
});

test("a pending notification survives the server that queued it", async () => {
  const directory = mkdtempSync(join(tmpdir(), "latchkey-people-"));
  after(() => rmSync(directory, { recursive: true }));
  const dsn = `sqlite://${join(directory, "people.sqlite")}`;
  const statuses = [500];
  const client = await startReceiver(() => ({ status: statuses.shift() ?? 200 }));

  const before = await startTestServer({ dsn });
  const photos = await registerApp(before.latchkey, { backchannel_logout_uri: client.url });
  const browser = openBrowser(before);
  await signIn(before, photos, { browser, ...remember });
  await logOut(before, browser);
  const first = decodeJwt(tokenIn((await client.next()).body));
  await closeNow(before);

  const reopened = await startTestServer({ dsn });
  makeDeliveriesDue(reopened);
  const token = tokenIn((await client.next()).body);
  assert.equal(decodeJwt(token).jti, first.jti);
  const { keys } = await reopened.latchkey.wellKnown();
  assert.ok(keys.some(({ kid }) => kid === decodeProtectedHeader(token).kid));
});

test("a client is notified of the end of a session that outlasted its tokens", async () => {
  const world = await startTestServer();
  const client = await startReceiver();
  const photos = await registerApp(world.latchkey, {
    backchannel_logout_uri: client.url,
    frontchannel_logout_uri: "https://photos.example/out",
  });
  const browser = openBrowser(world);
  await signIn(world, photos, {
    browser,
    params: { scope: "openid" },
    login: { remember: true, remember_for: 86_400 },
  });
  world.clock.now += 7200;
  await sweep(world.server.context, "a test");
  const page = await logOut(world, browser);
  assert.equal(page.status, 200, "photos still thinks that alice is there, and is not notified");
  await world.server.settled();
  assert.equal(client.count, 1);
});

test("a new client with the id of a deleted one is not notified of its sessions", async () => {
  const world = await startTestServer();
  const { latchkey } = world;
  const client = await startReceiver();
  const photos = await registerApp(latchkey);
  const browser = openBrowser(world);
  await signIn(world, photos, { browser, ...remember });
  await latchkey.deleteOAuth2Client({ id: "photos" });
  await registerApp(latchkey, {
    backchannel_logout_uri: client.url,
    frontchannel_logout_uri: "https://photos.example/out",
  });
  assert.equal((await logOut(world, browser)).status, 302, "and is not notified in the browser");
  await world.server.settled();
  assert.equal(client.count, 0);
});

/** Closes a server before its time, which must not be closed again. */
async function closeNow({ server }: TestServer): Promise<void> {
  await server.close();
  server.close = () => Promise.resolve();
}
