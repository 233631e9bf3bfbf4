import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { OAuth2ClientInput } from "@latchkey/api";
import { createLocalJWKSet, jwtVerify } from "jose";
import { fingerprintOf } from "../../src/crypto/derived-secret.ts";
import { resealValues } from "../../src/jobs/resealing.ts";
import { openDatabase } from "../../src/store/open.ts";
import { databases } from "../processes/databases.ts";
import { goldens, restoreGolden } from "../upgrade/golden.ts";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { refresh, signIn } from "../support/flow.ts";
import { createTestServer, type TestServer } from "../support/server.ts";
import { isActive } from "./machine.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-resealing-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const OLD = "the old system secret";
const NEW = "the new system secret";
const [OLD_PRINT, NEW_PRINT] = [fingerprintOf(OLD), fingerprintOf(NEW)];
const SET = "hydra.openid.id-token";
const DAY = 24 * 3600;

/** Starts a server, and waits until it has reported its secrets. */
async function start(
  dsn: string,
  secrets: readonly string[],
  settings: Readonly<Record<string, unknown>> = {},
): Promise<TestServer> {
  const started = await createTestServer({ dsn, "secrets.system": secrets, ...settings });
  after(() => started.server.close());
  const { store } = started.server.context;
  const [newest = ""] = secrets.map(fingerprintOf);
  for (;;) {
    const { servers } = await store.system_secrets.find(started.clock.now);
    if (servers.some(([signing]) => signing === newest)) return started;
    await setImmediate();
  }
}

function reseal({ server }: TestServer, holder = "test"): Promise<void> {
  return resealValues(server.context, holder);
}

async function progressOf({ server }: TestServer) {
  const progress = await server.context.store.sealed_values.findProgress(NEW_PRINT);
  assert.ok(progress);
  return progress;
}

/** The messages of a log, with their fields. */
function logged({ lines }: TestServer, words: RegExp): readonly Record<string, unknown>[] {
  return lines
    .join("")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter(({ msg }) => typeof msg === "string" && words.test(msg));
}

let files = 0;
function newFile(): string {
  files += 1;
  return `sqlite://${join(folder, `${files}.sqlite`)}`;
}

describe("after a new system secret was put first", () => {
  it("stored values are sealed with it, and the old one is named as no longer needed when its tokens have ended", async () => {
    const dsn = newFile();
    const first = await start(dsn, [OLD]);
    const photos = await registerApp(first.latchkey);
    const browser = openBrowser(first);
    const consent = { remember: true };
    const login = { remember: true };
    const before = await signIn(first, photos, { browser, login, consent });
    const keys = await first.latchkey.getJsonWebKeySet({ set: SET });
    const provider = { id: "there", issuer: "https://there.example", client_id: "here" };
    const client_secret = "a secret that the provider issued";
    await first.latchkey.createIdentityProvider({
      body: { ...provider, client_secret, enabled: false },
    });
    await reseal(first);
    assert.equal(
      await first.server.context.store.sealed_values.findProgress(OLD_PRINT),
      undefined,
      "with one secret there is nothing to do",
    );
    await first.server.close();

    const second = await start(dsn, [NEW, OLD]);
    await reseal(second);
    const done = await progressOf(second);
    assert.equal(done.phase, "done");
    assert.ok(done.resealed >= 4, `${done.resealed} values`);
    assert.equal(done.unreadable, 0);
    assert.equal(logged(second, /^sealing stored values with the newest/).length, 1);
    const [completed] = logged(second, /^all stored values are sealed/);
    assert.equal(completed?.["resealed"], done.resealed);
    const [needed] = logged(second, /is still needed, for tokens/);
    assert.equal(needed?.["fingerprint"], OLD_PRINT);
    assert.equal(needed?.["position"], 2);
    assert.deepEqual(logged(second, /no longer needed/), []);
    const { secrets, resealing } = await second.latchkey.getSystemSecrets();
    assert.equal(resealing?.state, "done");
    const old = secrets.find(({ fingerprint }) => fingerprint === OLD_PRINT);
    assert.deepEqual([old?.values, old?.position], [0, 2]);
    assert.equal(old?.needed_until, needed?.["until"]);
    assert.equal((await refresh(second, photos, before.refresh_token)).ok, true);

    second.clock.now += 31 * DAY;
    await second.server.context.store.system_secrets.report({
      server_id: "this one",
      fingerprints: [NEW_PRINT, OLD_PRINT],
      now: second.clock.now,
      expires_at: second.clock.now + 60,
    });
    await reseal(second);
    await reseal(second);
    const [unneeded, ...again] = logged(second, /no longer needed: remove it from secrets.system/);
    assert.deepEqual([unneeded?.["fingerprint"], unneeded?.["position"]], [OLD_PRINT, 2]);
    assert.deepEqual(again, []);
    const audited = await second.latchkey.listAuditEntries({ object_type: "system_secret" });
    assert.deepEqual(
      audited.map(({ action, object, caller }) => [action, object.id, caller.kind]),
      [
        ["no_longer_needed", OLD_PRINT, "server"],
        ["values_resealed", NEW_PRINT, "server"],
      ],
    );
    assert.ok(!second.lines.join("").includes(OLD), "no secret is logged");
    await second.server.close();

    const third = await start(dsn, [NEW]);
    assert.deepEqual(await third.latchkey.getJsonWebKeySet({ set: SET }), keys);
    const jwks = createLocalJWKSet(await third.latchkey.wellKnown());
    await jwtVerify(before.id_token ?? "", jwks, { currentDate: new Date(third.clock.now * 1000) });
    assert.equal(
      await isActive(third.latchkey, before.access_token),
      false,
      "the old secret signed it",
    );
    assert.equal((await refresh(third, photos, before.refresh_token)).ok, false);
    const consents = await third.latchkey.listSubjectConsentSessions({ subject: "alice" });
    assert.equal(consents.length, 1, "the consent stays");
    await third.server.close();
  });
});

describe("an old system secret", () => {
  const neededAfter = async (description: OAuth2ClientInput, settings: object = {}) => {
    const dsn = newFile();
    const first = await start(dsn, [OLD]);
    await registerApp(first.latchkey, description);
    await first.server.close();
    const second = await start(dsn, [NEW, OLD], { ...settings });
    await reseal(second);
    const [needed] = logged(second, /is still needed, for tokens/);
    return needed?.["until"];
  };

  it("is needed for as long as tokens of a client that has longer lifespans than the settings", async () => {
    const lifespan = { refresh_token_grant_refresh_token_lifespan: "2400h" };
    const [usual, longer] = [await neededAfter({}), await neededAfter(lifespan)];
    assert.equal(Date.parse(String(longer)) - Date.parse(String(usual)), 70 * DAY * 1000);
  });

  it("is needed without end where refresh tokens have none", async () => {
    assert.equal(await neededAfter({}, { "ttl.refresh_token": "-1" }), "never");
  });
});

for (const { name, emptyDsn } of databases) {
  it(`${name}: two servers seal values again while they serve sign-ins and refreshes`, async () => {
    const dsn = await emptyDsn();
    const before = await start(dsn, [OLD]);
    const photos = await registerApp(before.latchkey);
    const given = [];
    for (let count = 0; count < 12; count += 1) given.push(await signIn(before, photos));
    await before.server.close();

    const servers = [await start(dsn, [NEW, OLD]), await start(dsn, [NEW, OLD])] as const;
    const [one, other] = servers;
    const served = given.map(async ({ refresh_token }, index) => {
      await signIn(one, photos);
      return refresh(index % 2 === 0 ? one : other, photos, refresh_token);
    });
    await Promise.all(servers.map((server, index) => reseal(server, `server ${index}`)));
    const refreshed = await Promise.all(served);
    await reseal(one);
    assert.deepEqual([...new Set(refreshed.map(({ ok }) => ok))], [true]);
    assert.equal((await progressOf(one)).phase, "done");
    const { sealed_values } = one.server.context.store;
    for (const place of sealed_values.places) {
      const { older } = await sealed_values.step(place, { limit: 1_000, reseal: false });
      assert.equal(older.size, 0, place);
    }
    const [completed, ...again] = servers.flatMap((server) => logged(server, /^all stored values/));
    assert.ok(completed);
    assert.deepEqual(again, [], "one of them did it");
    for (const { server } of servers) await server.close();

    const remaining = await start(dsn, [NEW]);
    for (const reply of refreshed) {
      assert.ok(reply.ok);
      assert.equal((await refresh(remaining, photos, reply.body.refresh_token)).ok, true);
    }
  });

  it(`${name}: goes on where it was stopped, and waits while another server signs with the old secret`, async () => {
    const dsn = await emptyDsn();
    const before = await start(dsn, [OLD]);
    const photos = await registerApp(before.latchkey);
    await signIn(before, photos);
    const server = await start(dsn, [NEW, OLD]);
    await reseal(server);
    const { sealed_values } = server.server.context.store;
    assert.equal(await sealed_values.findProgress(NEW_PRINT), undefined);
    await before.server.close();

    let looks = 0;
    const running = {
      get stopped() {
        looks += 1;
        return looks > 5;
      },
    };
    await resealValues(server.server.context, "first", running);
    const stopped = await progressOf(server);
    assert.equal(stopped.version, 5);
    assert.equal(stopped.phase, "counting");
    await resealValues(server.server.context, "second");
    const done = await progressOf(server);
    assert.equal(done.phase, "done");
    assert.equal(done.started_at, stopped.started_at);
    assert.equal(logged(server, /^sealing stored values with the newest/).length, 1);
  });

  for (const golden of goldens) {
    it(`${name}: what ${golden.version} stored is sealed again, every value`, async () => {
      const dsn = await emptyDsn();
      const database = await openDatabase(dsn);
      await restoreGolden(database, golden);
      await database.close();
      const secrets = [golden.settings["secrets.system"]].flat().map(String);
      const { "secrets.system": _, ...settings } = golden.settings;
      const server = await start(dsn, [NEW, ...secrets], settings);
      const { store } = server.server.context;
      const sealed: string[] = [];
      for (const place of store.sealed_values.places) {
        const step = await store.sealed_values.step(place, { limit: 1_000, reseal: false });
        assert.equal(step.unreadable, 0, place);
        if (step.older.size > 0) sealed.push(place);
      }
      await reseal(server);
      const done = await progressOf(server);
      assert.deepEqual([done.phase, done.unreadable], ["done", 0]);
      for (const place of ["json_web_key", "authorization_grant", "flow", "workspace_grant"])
        assert.ok(sealed.includes(`${place}.sealed`), place);
    });
  }
}
