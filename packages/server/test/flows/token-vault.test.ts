import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { writeInspections } from "../support/inspections.ts";
import { assertRefused } from "../operations/refusal.ts";
import { authorizationPath, openTraveller } from "../support/federation.ts";
import { registerApp } from "../support/app.ts";
import {
  askVault,
  PROVIDER_TOKEN,
  startVault,
  takeFromVault,
  tokensFor,
  type VaultWorld,
  whoIs,
  withRight,
} from "../support/vault.ts";

const refreshes = ({ requests }: VaultWorld) =>
  requests.filter((url) => url.endsWith("/oauth2/token")).length - 1; // Without the code of the sign-in.

describe("an app with the right to it", () => {
  test("gets the provider's access token of the user, and not the refresh token", async () => {
    const world = await startVault();
    const { access_token, ...rest } = await takeFromVault(world);
    assert.deepEqual(rest, {
      token_type: "bearer",
      expires_in: 3600,
      scope: "openid profile email offline_access",
      issued_token_type: PROVIDER_TOKEN,
    });
    assert.equal(await whoIs(world, access_token), "Alice There");
    assert.equal((await takeFromVault(world)).access_token, access_token, "it is kept");
    assert.equal(refreshes(world), 0);
  });

  test("gets another one when it has expired, and the provider's new refresh token is kept", async () => {
    const world = await startVault();
    const first = await takeFromVault(world);
    for (const round of [1, 2, 3]) {
      world.clock.now += 3600;
      world.there.clock.now += 3600;
      const next = await takeFromVault(world);
      assert.notEqual(next.access_token, first.access_token);
      assert.equal(await whoIs(world, next.access_token), "Alice There");
      assert.equal(refreshes(world), round);
    }
  });

  test("gets it with a token that an API exchanged, if the user granted it in the beginning", async () => {
    const world = await startVault();
    const api = await registerApp(world.latchkey, {
      ...withRight,
      client_id: "api",
      token_exchange_subject_clients: ["photos"],
    });
    const { access_token: subject_token } = await tokensFor(world, world.photos);
    const reply = await askVault(world, api, { subject_token });
    assert.ok(reply.ok, JSON.stringify(reply.body));
    assert.equal(await whoIs(world, reply.body.access_token), "Alice There");

    const own = await askVault(world, api, {
      subject_token,
      requested_token_type: "urn:ietf:params:oauth:token-type:access_token",
      audience: "https://api.example",
    });
    assert.ok(own.ok, JSON.stringify(own.body));
    const chained = await askVault(world, api, { subject_token: own.body.access_token });
    assert.ok(chained.ok, JSON.stringify(chained.body));
  });

  test("gets invalid_grant when the provider accepts the tokens no more: the user has to sign in again", async () => {
    const world = await startVault();
    world.clock.now += 3600;
    const [there] = await world.there.latchkey.listAccounts({});
    await world.there.latchkey.revokeConsentSessions({ subject: there?.subject ?? "", all: true });
    const { access_token: subject_token } = await tokensFor(world, world.photos);
    for (const requests of [1, 1]) {
      const refused = await askVault(world, world.photos, { subject_token });
      assertRefused(refused, 400, "invalid_grant");
      assert.equal(refreshes(world), requests, "a refresh token that was refused is not kept");
    }
    // A refused refresh is no reason to distrust the next sign-in.
    await openTraveller(world).signIn();
    const reply = await askVault(world, world.photos, { subject_token });
    assert.ok(reply.ok);
    assert.equal(await whoIs(world, reply.body.access_token), "Alice There");
  });

  const faults: Readonly<Record<string, () => Response | Promise<Response>>> = {
    "does not respond": () => new Response("", { status: 502 }),
    "responds with garbage": () =>
      new Response("<html>oops</html>", { headers: { "content-type": "text/html" } }),
    "responds with another kind of token": () =>
      Response.json({ access_token: "t", token_type: "mac", expires_in: 60 }),
    "responds with a token that is no text": () =>
      Response.json({ access_token: { a: 1 }, token_type: "bearer" }),
    "responds with a token that is far too long": () =>
      Response.json({ access_token: "t".repeat(20_000), token_type: "bearer" }),
    "responds with control characters in the token": () =>
      Response.json({ access_token: "t\r\nSet-Cookie: a=b", token_type: "bearer" }),
    "refuses this server's credentials": () =>
      Response.json({ error: "invalid_client" }, { status: 401 }),
  };
  for (const [what, fault] of Object.entries(faults)) {
    test(`is asked to try again later when the provider ${what}, and nothing is lost`, async () => {
      const world = await startVault();
      world.clock.now += 3600;
      world.outbound.intercept = ({ pathname }) =>
        pathname === "/oauth2/token" ? fault() : undefined;
      const { access_token: subject_token } = await tokensFor(world, world.photos);
      const refused = await askVault(world, world.photos, { subject_token });
      assertRefused(refused, 503, "temporarily_unavailable");
      assert.equal(refused.headers.get("retry-after"), "5");
      delete world.outbound.intercept;
      assert.ok((await askVault(world, world.photos, { subject_token })).ok);
    });
  }

  test("is refused for good, with the reason, where the ID token of a refresh is of another issuer", async () => {
    const world = await startVault();
    const [client] = await world.there.latchkey.listOAuth2Clients({});
    world.clock.now += 3600;
    const { now } = world.clock;
    const claims = { iss: "https://evil.example", aud: client?.client_id, sub: "alice" };
    const encode = (part: object): string =>
      Buffer.from(JSON.stringify(part)).toString("base64url");
    const id_token = `${encode({ alg: "RS256" })}.${encode({ ...claims, iat: now, exp: now + 60 })}.AA`;
    world.outbound.intercept = ({ pathname }) =>
      pathname === "/oauth2/token"
        ? Response.json({ access_token: "at", token_type: "Bearer", id_token })
        : undefined;
    const { access_token: subject_token } = await tokensFor(world, world.photos);
    const refused = await askVault(world, world.photos, { subject_token });
    assertRefused(refused, 400, "invalid_target");
    assert.match(JSON.stringify(refused.body), /provider_iss_wrong/);
    assert.equal(refused.headers.get("retry-after"), null);
    const line = world.lines.find((one) => one.includes("kept tokens not refreshed")) ?? "";
    assert.match(line, /provider_iss_wrong/);
    delete world.outbound.intercept;
    assert.ok((await askVault(world, world.photos, { subject_token })).ok, "they are kept");
  });

  test("GitHub's refusal with the status 200 is one", async () => {
    const world = await startVault();
    world.clock.now += 3600;
    world.outbound.intercept = ({ pathname }) =>
      pathname === "/oauth2/token" ? Response.json({ error: "bad_refresh_token" }) : undefined;
    const { access_token: subject_token } = await tokensFor(world, world.photos);
    assertRefused(await askVault(world, world.photos, { subject_token }), 400, "invalid_grant");
  });

  test("asks again after an hour for a token of which the provider does not say how long it is valid", async () => {
    const world = await startVault();
    world.clock.now += 3600;
    world.outbound.intercept = ({ pathname }) =>
      pathname === "/oauth2/token"
        ? Response.json({ access_token: "for-ever", token_type: "bearer" })
        : undefined;
    for (const hours of [0, 1, 100]) {
      world.clock.now += hours * 3600;
      const { access_token, expires_in } = await takeFromVault(world);
      assert.deepEqual([access_token, expires_in], ["for-ever", 3600]);
    }
    assert.equal(refreshes(world), 1);
  });
});

describe("kept tokens", () => {
  test("are kept only where the provider's record says so, and not after it says otherwise", async () => {
    const world = await startVault({ keep_tokens: false });
    const { access_token: subject_token } = await tokensFor(world, world.photos);
    const ask = () => askVault(world, world.photos, { subject_token });
    assertRefused(await ask(), 400, "invalid_target");
    await world.latchkey.updateIdentityProvider({ id: "there", body: { keep_tokens: true } });
    assertRefused(await ask(), 400, "invalid_grant");
    await openTraveller(world).signIn();
    assert.ok((await ask()).ok);
    await world.latchkey.updateIdentityProvider({ id: "there", body: { keep_tokens: false } });
    assertRefused(await ask(), 400, "invalid_target");
    await world.latchkey.updateIdentityProvider({ id: "there", body: { keep_tokens: true } });
    assertRefused(await ask(), 400, "invalid_grant");
  });

  test("expire when they are not used, and a use prolongs them", async () => {
    const world = await startVault({}, { settings: { "ttl.kept_tokens": "10h" } });
    const later = async (hours: number) => {
      for (const clock of [world.clock, world.there.clock]) clock.now += hours * 3600;
      const { access_token: subject_token } = await tokensFor(world, world.photos);
      return askVault(world, world.photos, { subject_token });
    };
    for (const hours of [9, 9]) assert.ok((await later(hours)).ok);
    assertRefused(await later(11), 400, "invalid_grant");
  });

  test("are in the user's data, without their values, and erased with the account", async () => {
    const world = await startVault();
    const { access_token } = await takeFromVault(world);
    const [account] = await world.latchkey.listAccounts({});
    const username = account?.username ?? "";
    const { records } = await world.latchkey.exportAccount({ username });
    const [kept] = records["kept_tokens"] ?? [];
    assert.deepEqual(kept, {
      provider_id: "there",
      scope: ["openid", "profile", "email", "offline_access"],
      kept_at: new Date(world.clock.now * 1000).toISOString().replace(".000", ""),
      expires_at: new Date((world.clock.now + 90 * 86_400) * 1000)
        .toISOString()
        .replace(".000", ""),
    });
    assert.ok(!JSON.stringify(records).includes(access_token));
    const { ended } = await world.latchkey.deleteAccount({ username });
    assert.equal(ended["kept_tokens"], 1);
  });

  test("stay when another server with the same database refreshes them at the same time", async () => {
    const folder = mkdtempSync(join(tmpdir(), "latchkey-vault-"));
    const settings = { dsn: `sqlite://${join(folder, "db.sqlite")}` };
    const world = await startVault({}, { settings });
    const patient = await world.startPeer({ pause: (ms) => pause(ms) });
    const hasty = await world.startPeer();
    after(() => rmSync(folder, { recursive: true }));
    for (const { clock } of [world, world.there, patient, hasty]) clock.now = 1_800_000_000 + 3600;
    const { access_token: subject_token } = await tokensFor(world, world.photos);
    const ask = (at: typeof patient) => askVault(at, world.photos, { subject_token });
    const [arrived, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    world.outbound.intercept = async ({ pathname }) => {
      if (pathname !== "/oauth2/token") return undefined;
      arrived.resolve();
      await held.promise;
      return undefined;
    };
    const first = ask(world);
    await arrived.promise;
    const second = ask(patient);
    assertRefused(await ask(hasty), 503, "temporarily_unavailable");
    held.resolve();
    const [one, two] = [await first, await second];
    assert.ok(one.ok && two.ok, JSON.stringify([one.body, two.body]));
    assert.equal(one.body.access_token, two.body.access_token);
    assert.equal(refreshes(world), 1, "the refresh token was presented once");
    const again = await ask(hasty);
    assert.ok(again.ok && again.body.access_token === one.body.access_token);
    // What the provider issued is what is kept: the next refresh presents it, and is no replay.
    for (const { clock } of [world, world.there, patient, hasty]) clock.now += 3600;
    const { access_token } = await takeFromVault(world, hasty);
    assert.equal(await whoIs(world, access_token), "Alice There");
  });
});

describe("the user", () => {
  test("is asked for consent in words, and refuses it without losing the sign-in", async () => {
    const world = await startVault({}, { client: { skip_consent: false } });
    const page = await world.alice.here.visit(
      authorizationPath(world.photos, { scope: "openid vault:there" }),
    );
    assert.match(page.text, /use your account at There on your behalf/);
    assert.doesNotMatch(page.text, /vault:/);
  });

  test("sees each use, and those of a busy app as one", async () => {
    const world = await startVault();
    const [account] = await world.latchkey.listAccounts({});
    const username = account?.username ?? "";
    for (let uses = 0; uses < 3; uses += 1) await takeFromVault(world);
    const events = await world.latchkey.listAccountEvents({ username });
    const used = events.filter(({ kind }) => kind === "kept_token_used");
    assert.deepEqual(
      used.map(({ count, name, client_id, provider, device }) => [
        count,
        name,
        client_id,
        provider,
        device,
      ]),
      [[3, "Photos", "photos", "There", ""]],
    );
    const page = await world.alice.here.visit("/account");
    assert.match(page.text, /Photos got access to your account at There [^·]* · 3 times/);
  });

  test("sees which apps can use the account, and ends it", async () => {
    const world = await startVault();
    const { here } = world.alice;
    assert.match((await here.visit("/account")).text, /No app uses this account on your behalf\./);
    const { access_token: subject_token } = await tokensFor(world, world.photos);
    const page = await here.visit("/account");
    assert.match(page.text, /Apps that can use this account on your behalf: Photos/);
    assert.match(page.text, /use your account at There on your behalf/);
    const removed = await here.submit(page, {}, "remove_kept_tokens");
    assert.match(removed.text, /The access for apps has been removed\./);
    assert.match(removed.text, /Access for apps removed There/);
    assert.doesNotMatch(removed.text, /on your behalf: Photos/);
    const refused = await askVault(world, world.photos, { subject_token });
    assertRefused(refused, 400, "invalid_grant");
  });
});

test("the inspector explains an exchange, and a refusal, without the token", async () => {
  const world = await startVault();
  const { access_token: subject_token } = await tokensFor(world, world.photos);
  const given = await askVault(world, world.photos, { subject_token });
  assert.ok(given.ok);
  world.clock.now += 1;
  const refused = await askVault(world, world.photos, { subject_token, audience: "elsewhere" });
  assertRefused(refused, 400, "invalid_target");
  await writeInspections(world.server.context);
  const { flows } = await world.latchkey.listFlows({ challenge: subject_token });
  const flow = await world.latchkey.getFlow({ flow_id: flows[0]?.flow_id ?? "" });
  const steps = flow.steps.slice(-2);
  assert.deepEqual(
    steps.map(({ name }) => name),
    ["token_exchanged", "exchange_refused"],
  );
  assert.equal(steps[1]?.decided.rule, "provider_not_allowed");
  assert.match(JSON.stringify(steps[1]), /vault_providers/);
  assert.ok(!JSON.stringify(flow).includes(given.body.access_token));
});
