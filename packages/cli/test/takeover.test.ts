import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { createHydraDatabase } from "../../takeover/test/support/hydra-database.ts";
import { runInProcess } from "./run-in-process.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-takeover-command-"));
after(() => rmSync(folder, { recursive: true }));

const env = { SECRETS_SYSTEM: "a-secret-of-tests-only" };
const year = 365 * 24 * 60 * 60;
const now = Math.floor(Date.now() / 1000);
const client = {
  kind: "client",
  client: { client_id: "shop", client_name: "Shop", redirect_uris: ["https://shop.example/"] },
  secret_hashes: ["$2a$06$hash"],
  created_at: now - year,
  updated_at: now - year,
};
const token = {
  kind: "token",
  signature: "signature-1",
  client_id: "shop",
  subject: "shop",
  scope: [],
  audience: [],
  issued_at: now,
  expires_at: now + year,
};
const stray = { ...token, signature: "signature-2", client_id: "gone" };

describe("latchkey takeover", () => {
  const file = fileOf(
    "records.jsonl",
    [client, token, stray].map((one) => JSON.stringify(one)),
  );
  const dsn = `sqlite://${join(folder, "target.sqlite")}`;

  it("shows what would be carried, and writes nothing", async () => {
    const { code, out, err } = await runInProcess(`takeover --from ${file} --to ${dsn} --dry-run`, {
      env,
    });
    assert.equal(code, 0, err);
    assert.match(out, /client +1\n/);
    assert.match(out, /token +2\n/);
    assert.match(
      err,
      /^Nothing was written\. The import takes about (?:a second|\d+ seconds)\.\n$/,
    );
    assert.equal(existsSync(join(folder, "target.sqlite")), false);
  });

  it("shows names of the source without what terminals would interpret", async () => {
    const realm = {
      realm: "shop\u001b[2J\u202e",
      clients: [{ clientId: "web", publicClient: true, redirectUris: ["https://web.example/"] }],
      users: [],
    };
    const named = fileOf("realm.json", [JSON.stringify(realm)]);
    const { code, out, err } = await runInProcess(
      `takeover --from keycloak:${named} --to ${dsn} --dry-run`,
      { env },
    );
    assert.equal(code, 0, err);
    assert.match(out, /the realm shop\ufffd\[2J\ufffd of Keycloak/);
    // oxlint-disable-next-line no-control-regex -- What must not be there.
    assert.doesNotMatch(out + err, /[\u001b\u202e]/);
  });

  it("examines the database that the other server's settings name, by that file alone", async () => {
    const path = join(folder, "hydra.sqlite");
    const hydra = createHydraDatabase({
      version: "v1.11",
      path,
      system_secret: env.SECRETS_SYSTEM,
      now,
    });
    hydra.addClient({ client_id: "photos" });
    hydra.addSession({ subject: "alice", remember: false });
    hydra.close();
    const settings = fileOf("hydra.yml", [`dsn: sqlite://${path}`]);
    for (const from of ["", ` --from sqlite://${path}`]) {
      const { code, out, err } = await runInProcess(`takeover -c ${settings}${from} --dry-run`, {
        env,
      });
      assert.equal(code, 0, err);
      assert.match(out, /^Ory Hydra 1\.11 on SQLite\n/);
      assert.match(out, /client +1\n/);
      assert.match(out, /hydra_oauth2_authentication_session +1 +\d+ kB +the login was not/);
      assert.match(err, /About \d+ kB of rows that are over stay behind\./);
    }
    const refused = await runInProcess(`takeover -c ${settings} --from sqlite://${path}`, { env });
    assert.equal(refused.code, 2);
    assert.match(refused.err, /Name the one of this server with --to/);
  });

  it("carries records, says what was left out, and changes nothing the second time", async () => {
    const line = `takeover --from ${file} --to ${dsn}`;
    const first = await runInProcess(line, { env });
    assert.equal(first.code, 0, first.err);
    assert.match(first.out, /client +1\n/);
    assert.match(first.out, /token +1\n/);
    assert.match(first.out, /token +1 +Its client was not carried\./);
    assert.match(first.err, /Compared 2 records with the source: 0 differences\./);
    const { code, out } = await runInProcess(`${line} --format json`, { env });
    assert.equal(code, 0);
    const report: unknown = JSON.parse(out);
    assert.ok(typeof report === "object" && report !== null && "carried" in report);
    assert.deepEqual(report.carried, {});
  });

  it("names every client with a URL that gets no requests, and the line of settings that helps", async () => {
    const internal = {
      ...client,
      client: {
        client_id: "intranet",
        redirect_uris: ["https://intranet.example/"],
        jwks_uri: "http://keys.internal:8080/jwks",
        backchannel_logout_uri: "https://10.0.0.5/logout",
        request_uris: ["https://[::ffff:10.0.0.5]/request"],
      },
    };
    const records = fileOf("urls.jsonl", [JSON.stringify(client), JSON.stringify(internal)]);
    const target = join(folder, "urls.sqlite");
    const settings = fileOf("urls.yml", [
      "urls.self.issuer: https://id.example",
      'outbound.allow: ["192.168.0.0/16"]',
    ]);
    const line = `takeover --from ${records} --to sqlite://${target} -c ${settings}`;
    for (const flags of ["--dry-run", ""]) {
      const { code, out, err } = await runInProcess(`${line} ${flags}`, { env });
      assert.equal(code, 0, err);
      assert.match(
        out,
        /intranet +jwks_uri +http:\/\/keys\.internal:8080\/jwks +The URL must begin/,
      );
      assert.match(
        out,
        /intranet +backchannel_logout_uri +https:\/\/10\.0\.0\.5\/logout +The host/,
      );
      assert.match(
        out,
        /intranet +request_uris +https:\/\/\[::ffff:10\.0\.0\.5\]\/request +The host/,
      );
      assert.doesNotMatch(out, /shop +jwks/);
      const [entries] = /^ {2}outbound\.allow: .*$/m.exec(err) ?? assert.fail(err);
      assert.equal(
        entries.trim(),
        'outbound.allow: ["192.168.0.0/16", "http://keys.internal", "10.0.0.5"]',
      );
      const helped = fileOf("helped.yml", ["urls.self.issuer: https://id.example", entries.trim()]);
      const rerun = await runInProcess(`${line} --dry-run --format json -c ${helped}`, { env });
      const { outbound }: { outbound: { clients: { field: string; url: string }[] } } = JSON.parse(
        rerun.out,
      );
      // The name of this test has no address: with the line, it is looked up and not refused.
      assert.deepEqual(
        outbound.clients
          .filter(({ url }) => !url.includes("keys.internal"))
          .map(({ field }) => field),
        ["request_uris"],
      );
    }
  });

  it("follows a source until nothing changes", async () => {
    const line = `takeover --from ${file} --to ${dsn} --follow --until-idle`;
    const { code, err, out } = await runInProcess(line, { env });
    assert.equal(code, 0, err);
    assert.match(
      err,
      /The copy is complete\. Changes are carried until a pass finds none\.\nPass 1: 0 new, 0 changed, 0 ended\. This is what the source had [\d.]+ s ago\./,
    );
    assert.equal(out.match(/LEFT OUT/g)?.length, 1, out);
  });

  it("killed in the middle, goes on to what a run without a stop has", async () => {
    const TOKENS = 1_000; // Carried one by one, these take far longer than it takes to look.
    const tokens = Array.from({ length: TOKENS }, (_, at) => ({ ...token, signature: `t-${at}` }));
    const many = fileOf(
      "many.jsonl",
      [client, ...tokens].map((one) => JSON.stringify(one)),
    );
    const path = join(folder, "killed.sqlite");
    const line = `takeover --from ${many} --to sqlite://${path}`;
    const main = fileURLToPath(new URL("../bin/latchkey.js", import.meta.url));
    const killed = spawn(process.execPath, [main, ...line.split(" "), "--batch-size", "1"], {
      env: { ...process.env, ...env },
      stdio: "ignore",
    });
    const ended = once(killed, "exit");
    const carried = () => {
      if (!existsSync(path)) return 0;
      const target = new DatabaseSync(path, { readOnly: true });
      try {
        const sql = "select carried from takeover_progress where kind = 'token'";
        return Number(target.prepare(sql).get()?.["carried"] ?? 0);
      } catch {
        return 0; // The table is not there yet, or locked.
      } finally {
        target.close();
      }
    };
    while (carried() < 5 && killed.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 5));
    killed.kill("SIGKILL");
    await ended;
    const before = carried();
    assert.ok(before >= 5 && before < TOKENS, `${before} of ${TOKENS}`);

    const refused = await runInProcess(line, { env });
    assert.equal(refused.code, 1);
    assert.match(refused.err, /Another takeover is under way.*wait for a minute/);
    const target = new DatabaseSync(path);
    target.exec("delete from lease"); // As after a minute.
    const { code, out, err } = await runInProcess(`${line} --format json`, { env });
    assert.equal(code, 0, err);
    const report: unknown = JSON.parse(out);
    assert.ok(typeof report === "object" && report !== null && "carried" in report);
    assert.deepEqual(report.carried, { client: 1, token: TOKENS });
    const count = target.prepare("select count(*) as total from taken_token").get()?.["total"];
    assert.equal(count, TOKENS);
    target.close();
  });

  it("refuses records that are not valid, and writes nothing", async () => {
    const broken = fileOf("broken.jsonl", [
      JSON.stringify(client),
      JSON.stringify({ ...token, issued_at: now * 1000 }),
    ]);
    const target = join(folder, "untouched.sqlite");
    const { code, err } = await runInProcess(`takeover --from ${broken} --to sqlite://${target}`, {
      env,
    });
    assert.equal(code, 1);
    assert.match(err, /Line 2: issued_at must be a time in unix seconds\./);
    assert.equal(existsSync(target), false);
  });

  it("asks for a source, and for another than its own database", async () => {
    const missing = await runInProcess(`takeover --to ${dsn}`, { env });
    assert.equal(missing.code, 2);
    assert.match(missing.err, /Missing flag: --from/);
    const same = await runInProcess(`takeover --from ${dsn} --to ${dsn}`, { env });
    assert.equal(same.code, 2);
    assert.match(same.err, /the same database/);
  });
});

function fileOf(name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}
