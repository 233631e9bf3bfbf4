import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import type { Client } from "@latchkey/client";
import { createTestServer, startTestServer, type TestServer } from "../support/server.ts";
import { createWrittenSettings, type WrittenSettings } from "../support/written-settings.ts";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { authorize, requestOf } from "../support/flow.ts";
import { askForToken, registerMachine } from "./machine.ts";
import { assertRefused } from "./refusal.ts";

const directory = mkdtempSync(join(tmpdir(), "latchkey-reload-"));
after(() => rmSync(directory, { recursive: true }));

type Settings = Readonly<Record<string, unknown>>;

/** A server whose settings the test writes anew. */
async function start(given: Settings = {}): Promise<TestServer & Pick<WrittenSettings, "write">> {
  const { settings, settings_source, write } = createWrittenSettings(given);
  const world = await createTestServer(settings, { settings_source });
  after(() => world.server.close());
  return { ...world, write };
}

const reloadOf = ({ latchkey }: TestServer) => latchkey.reloadSettings();

function lifespanOf(reply: Awaited<ReturnType<typeof askForToken>>): number | undefined {
  return reply.ok ? reply.body.expires_in : undefined;
}

/** Why a reload was refused. */
async function refusalOf(latchkey: Client): Promise<string> {
  return assertRefused(await latchkey.call("reloadSettings"), 409, "conflict");
}

async function preflight({ fetch }: TestServer, origin: string): Promise<string | null> {
  const headers = { origin, "access-control-request-method": "POST" };
  const response = await fetch("http://public.test/oauth2/token", { method: "OPTIONS", headers });
  return response.headers.get("access-control-allow-origin");
}

describe("a reload of the settings", () => {
  it("applies lifespans, origins, limits, the level and the branding, and says so", async () => {
    const world = await start({ "log.level": "info" });
    const machine = await registerMachine(world.latchkey);
    const lifespan = async (): Promise<number | undefined> =>
      lifespanOf(await askForToken(world.latchkey, machine));
    const startPage = async (): Promise<string> =>
      (await world.fetch("http://public.test/", { headers: { accept: "text/html" } })).text();
    assert.equal(await lifespan(), 3600);
    assert.equal(await preflight(world, "https://shop.example"), null);

    world.write({
      "ttl.access_token": "5m",
      "serve.public.cors.enabled": true,
      "serve.public.cors.allowed_origins": ["https://shop.example"],
      "limits.request.parameters": 10,
      "branding.product_name": "Wonderland",
    });
    const { changed, changed_files, needs_restart, processes } = await reloadOf(world);
    assert.deepEqual(changed.map(({ setting }) => setting).toSorted(), [
      "branding.product_name",
      "limits.request.parameters",
      "serve.public.cors.allowed_origins",
      "serve.public.cors.enabled",
      "ttl.access_token",
    ]);
    assert.deepEqual([changed_files, needs_restart, processes], [[], [], 1]);
    assert.equal(await lifespan(), 300);
    assert.equal(await preflight(world, "https://shop.example"), "https://shop.example");
    assert.match(await startPage(), /Wonderland/);
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`x${at}`, "y"]));
    const refused = await world.fetch("http://public.test/oauth2/token", {
      method: "POST",
      body: new URLSearchParams(many),
    });
    assert.match(await refused.text(), /more parameters than limits\.request\.parameters/);

    world.server.context.log.flush();
    const log = world.lines.join("");
    assert.match(log, /"msg":"setting changed","setting":"ttl.access_token","old":"1h","new":"5m"/);
    assert.match(log, /"msg":"settings reloaded","changed":5/);
  });

  it("does nothing and tells nothing where nothing is another one", async () => {
    const world = await start();
    const { changed, needs_restart } = await reloadOf(world);
    assert.deepEqual([changed, needs_restart], [[], []]);
    assert.deepEqual(await auditOf(world), []);
  });

  it("names what needs a restart, again with each reload, and leaves it as it was", async () => {
    const world = await start();
    world.write({ "urls.login": "https://login.example", "ttl.id_token": "2h" });
    const first = await reloadOf(world);
    assert.deepEqual(first.needs_restart, ["urls.login"]);
    assert.deepEqual(first.changed, [{ setting: "ttl.id_token", old: "1h", new: "2h" }]);
    assert.equal(world.server.context.config["urls.login"], undefined);
    assert.deepEqual((await reloadOf(world)).needs_restart, ["urls.login"]);
    world.write({ "urls.login": undefined });
    assert.deepEqual((await reloadOf(world)).needs_restart, []);
  });

  const wrong: readonly [world: string, settings: Settings, says: RegExp][] = [
    ["a value that is none", { "ttl.id_token": "soon" }, /ttl\.id_token must be a duration/],
    ["a word that is no setting", { "ttl.id_tokens": "1h" }, /ttl\.id_tokens is not a setting/],
    [
      "settings that do not go together",
      { "oauth2.registration.software_statement.required": true },
      /issuers must not be empty/,
    ],
    [
      "a file that cannot be used",
      { "branding.logo": join(directory, "nowhere.png") },
      /branding\.logo names .*nowhere\.png, which does not exist/,
    ],
  ];
  for (const [name, settings, says] of wrong) {
    it(`with ${name} changes nothing`, async () => {
      const world = await start();
      const machine = await registerMachine(world.latchkey);
      world.write({ "ttl.access_token": "5m", ...settings });
      assert.match(await refusalOf(world.latchkey), says);
      assert.equal(lifespanOf(await askForToken(world.latchkey, machine)), 3600);
      world.server.context.log.flush();
      assert.match(world.lines.join(""), /"level":"error","msg":"the settings were not reloaded/);
      assert.equal(metric(world, "latchkey_settings_last_reload_successful"), 0);
    });
  }

  it("refuses what is valid only with a setting that needs a restart", async () => {
    const key = `read:${"a".repeat(43)}`;
    const world = await start({
      "serve.admin.host": "192.0.2.1",
      "serve.admin.api_keys": [key],
      "dangerous-force-http": true,
    });
    world.write({ "serve.admin.host": "127.0.0.1", "serve.admin.api_keys": [] });
    // Within the process, since the test has no key.
    assert.match(
      await refusalOf(world.server.latchkey),
      /serve\.admin\.api_keys must not be empty.*until the server is restarted/,
    );
  });

  it("is in the audit with the values before and after", async () => {
    const world = await start();
    world.write({ "ttl.id_token": "2h", "ttl.grant": "720h" });
    await reloadOf(world);
    const [entry] = await auditOf(world);
    assert.equal(entry?.operation, "reloadSettings");
    assert.deepEqual(entry?.before, { "ttl.id_token": "1h" });
    assert.deepEqual(entry?.after, { "ttl.id_token": "2h", "ttl.grant": "720h" });
  });

  it("takes a new level at once, and still says so", async () => {
    const world = await start();
    world.server.context.log.setLevel("info");
    world.write({ "log.level": "error" });
    await reloadOf(world);
    world.server.context.log.flush();
    assert.match(world.lines.join(""), /"setting":"log.level","old":"info","new":"error"/);
    const said = world.lines.length;
    await world.latchkey.getVersion();
    world.server.context.log.flush();
    assert.equal(world.lines.length, said);
    world.write({ "log.level": "info" });
    await reloadOf(world);
    world.server.context.log.flush();
    assert.match(world.lines.at(-1) ?? "", /settings reloaded|"msg":"request"/);
  });

  it("reads files again whose names are the same", async () => {
    const css = join(directory, "brand.css");
    writeFileSync(css, "body { color: #111111 }");
    const world = await start({ "branding.css": css });
    assert.deepEqual((await reloadOf(world)).changed_files, []);
    writeFileSync(css, "body { color: #222222 }");
    const { changed, changed_files } = await reloadOf(world);
    assert.deepEqual([changed, changed_files], [[], ["branding.css"]]);
    const { effective } = await world.latchkey.getBranding();
    assert.equal(effective.css, "body { color: #222222 }");
    const [entry] = await auditOf(world);
    assert.deepEqual(entry?.after, { changed_files: ["branding.css"] });
  });

  it("keeps the settings of a request that has begun, to its end", async () => {
    const world = await start({ "ttl.access_token": "1h" });
    const machine = await registerMachine(world.latchkey);
    const { clients } = world.server.context.store;
    const find = clients.find.bind(clients);
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    Object.assign(clients, {
      find: async (id: string) => {
        begun.resolve();
        await held.promise;
        return find(id);
      },
    });
    const early = askForToken(world.latchkey, machine);
    await begun.promise;
    world.write({ "ttl.access_token": "5m" });
    await reloadOf(world);
    Object.assign(clients, { find });
    const late = await askForToken(world.latchkey, machine);
    held.resolve();
    assert.deepEqual([lifespanOf(await early), lifespanOf(late)], [3600, 300]);
  });

  it("keeps what is counted against limits", async () => {
    const world = await start({ "limits.rate.authorizations": 3, "limits.rate.exempt": [] });
    const app = await registerApp(world.latchkey);
    const authorizeOnce = () => authorize(openBrowser(world), requestOf(app));
    const hits = () =>
      metric(world, 'latchkey_limit_hits_total{limit="limits.rate.authorizations"}');
    for (let time = 1; time <= 4; time += 1) await authorizeOnce();
    assert.equal(hits(), 1);
    world.write({ "limits.rate.authorizations": 5 });
    await reloadOf(world);
    for (let time = 1; time <= 2; time += 1) await authorizeOnce();
    assert.equal(hits(), 1);
    await authorizeOnce();
    assert.equal(hits(), 2);
  });

  it("of many at once runs one after another", async () => {
    const world = await start();
    world.write({ "ttl.id_token": "2h" });
    const reports = await Promise.all(Array.from({ length: 5 }, () => reloadOf(world)));
    assert.deepEqual(
      reports.map(({ changed }) => changed.length),
      [1, 0, 0, 0, 0],
    );
  });

  it("is refused where the server has no source of settings", async () => {
    const world = await startTestServer({ dsn: "memory" });
    assert.match(await refusalOf(world.latchkey), /by a program/);
  });
});

async function auditOf({ latchkey }: TestServer) {
  const entries = await latchkey.listAuditEntries({});
  return entries.filter(({ object }) => object.type === "settings");
}

function metric({ server }: TestServer, name: string): number | undefined {
  const line = server.context.metrics
    .render()
    .split("\n")
    .find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
}
