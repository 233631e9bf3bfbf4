import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
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

for (const { name, emptyDsn } of databases) {
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
