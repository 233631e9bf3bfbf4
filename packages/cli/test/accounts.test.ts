import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";

import { freePorts } from "../../server/test/processes/free-ports.ts";
import { startSignInServer } from "../../server/test/support/sign-in-server.ts";
import { runInProcess } from "./run-in-process.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-accounts-"));
after(() => rmSync(folder, { recursive: true }));
process.chdir(folder);

const [, admin_port] = await freePorts();
const server = await startSignInServer({ "serve.admin.port": admin_port });
const env = {
  LATCHKEY_ADMIN_URL: `http://127.0.0.1:${admin_port}`,
  DSN: "sqlite://./data/latchkey.sqlite",
};
const secret = (): Promise<string> => Promise.resolve("correct horse");

describe("latchkey accounts", () => {
  it("creates the account on the server, and no database", async () => {
    const { code, out } = await runInProcess("accounts create bob --email bob@example.com", {
      env,
      secret,
    });
    assert.equal(code, 0);
    const account = await server.latchkey.getAccount({ username: "bob" });
    assert.equal(out, `Created the account bob. Its subject is ${account.subject}.\n`);
    assert.equal(account.claims.email, "bob@example.com");
    assert.deepEqual(readdirSync(folder), []);
  });

  it("lists a page, all, or those that match", async () => {
    const listed = async (flags: string) =>
      runInProcess(`accounts list --quiet ${flags}`, { env }).then(({ out, err }) => [out, err]);
    assert.deepEqual(await listed("--search bob@"), ["bob\n", ""]);
    const [first, hint] = await listed("--limit 1");
    assert.equal(first, "alice\n");
    assert.match(hint ?? "", /--page 2/);
    assert.deepEqual(await listed("--limit 1 --all"), ["alice\nbob\n", ""]);
  });

  it("disables an account, shows what was ended with it, and enables it again", async () => {
    const { latchkey } = server;
    const preview = await runInProcess("accounts disable bob --dry-run", { env });
    assert.match(preview.out, /^This would end, of bob:\n/);
    assert.equal((await latchkey.getAccount({ username: "bob" })).state, "active");
    const disabled = await runInProcess("accounts disable bob", { env });
    assert.match(disabled.out, /^Disabled the account bob\.\nEnded with it:\n {2}\S/);
    assert.equal((await latchkey.getAccount({ username: "bob" })).state, "disabled");
    const shown = await runInProcess("accounts get bob", { env });
    assert.match(shown.out, /"ended_access": \{/);
    const enabled = await runInProcess("accounts enable bob", { env });
    assert.equal(enabled.out, "Enabled the account bob. The user can sign in again.\n");
    assert.equal((await latchkey.getAccount({ username: "bob" })).state, "active");
    await latchkey.updateAccount({ username: "bob", body: { state: "must_change_password" } });
    await runInProcess("accounts enable bob", { env });
    assert.equal((await latchkey.getAccount({ username: "bob" })).state, "must_change_password");
    await latchkey.updateAccount({ username: "bob", body: { state: "active" } });
    for (const verb of ["disable", "enable", "disable --dry-run"]) {
      const [name = "", flag = ""] = verb.split(" ");
      const { code, err } = await runInProcess(`accounts ${name} carol ${flag}`, { env });
      assert.deepEqual([code, err], [6, "No account is named carol.\n"], verb);
    }
  });

  it("disables clients, APIs and trusted issuers, and enables them again", async () => {
    const { latchkey } = server;
    await latchkey.createOAuth2Client({ body: { client_id: "croquet" } });
    const api = await latchkey.createApi({ body: { identifier: "https://croquet.example" } });
    const issuer = await latchkey.trustJwtGrantIssuer({
      body: {
        issuer: "https://court.example",
        allow_any_subject: true,
        jwks_uri: "https://court.example/jwks",
        expires_at: "2099-01-01T00:00:00Z",
      },
    });
    const enabled = async () => [
      (await latchkey.getOAuth2Client({ id: "croquet" })).enabled,
      (await latchkey.getApi({ id: api.id })).enabled,
      (await latchkey.getTrustedJwtGrantIssuer({ id: issuer.id })).enabled,
    ];
    for (const [verb, expected] of [
      ["disable", false],
      ["enable", undefined],
    ] as const) {
      for (const [group, name] of [
        ["clients", "croquet"],
        ["apis", "https://croquet.example"],
        ["trusted-issuers", issuer.id],
      ] as const) {
        const { code, out } = await runInProcess(`${group} ${verb} ${name}`, { env });
        assert.deepEqual([code, out.includes(name)], [0, true], out);
      }
      assert.deepEqual(await enabled(), [expected, expected, expected]);
    }
    assert.notEqual((await runInProcess("clients disable unknown", { env })).code, 0);
  });

  it("does not take a username for a subject whose access is to end", async () => {
    const { subject } = await server.latchkey.getAccount({ username: "bob" });
    for (const flag of ["", " --dry-run"]) {
      const { code, err } = await runInProcess(`end subject bob${flag}`, { env });
      assert.equal(code, 6);
      assert.match(err, new RegExp(`^Nothing was ended: bob is a username\\..*${subject}`, "m"));
    }
    const { out } = await runInProcess("audit list --type account --action ended", { env });
    assert.doesNotMatch(out, /account bob/);
    assert.equal((await runInProcess(`end subject ${subject} --dry-run`, { env })).code, 0);
  });

  it("finds an operator by the username, but not where it is the subject of another one", async () => {
    const { latchkey } = server;
    const { subject } = await latchkey.getAccount({ username: "bob" });
    const impostor = await latchkey.createAccount({
      body: { username: subject, password: "correct horse battery staple" },
    });
    for (const user of [subject, impostor.subject])
      await latchkey.addOperator({ body: { subject: user, role: "operator" } });
    const roles = async () =>
      Object.fromEntries((await latchkey.listOperators({})).map((one) => [one.subject, one.role]));
    assert.equal((await runInProcess("operators update bob --role viewer", { env })).code, 0);
    assert.deepEqual(await roles(), { [subject]: "viewer", [impostor.subject]: "operator" });
    assert.equal((await runInProcess(`operators remove ${subject}`, { env })).code, 0);
    assert.deepEqual(await roles(), { [impostor.subject]: "operator" });
    const unknown = await runInProcess("operators remove carol", { env });
    assert.notEqual(unknown.code, 0);
    await latchkey.deleteAccount({ username: impostor.username });
  });

  it("says what to do where a username is taken or unknown", async () => {
    const taken = await runInProcess("accounts create alice", { env, secret });
    assert.equal(taken.code, 7);
    assert.match(taken.err, /^An account named alice already exists\. .*latchkey accounts update/);
    for (const verb of ["get", "delete", "password", "update --claim nickname=x"]) {
      const [name = "", ...flags] = verb.split(" ");
      const { code, err } = await runInProcess(`accounts ${name} carol ${flags.join(" ")}`, {
        env,
        secret,
      });
      assert.deepEqual([code, err], [6, "No account is named carol.\n"], verb);
    }
  });

  it("refuses settings without --database: they are not those of the server", async () => {
    for (const flag of ["-c latchkey.yml", "--dsn=memory"]) {
      const { code, err } = await runInProcess(`accounts create carol ${flag}`, { env, secret });
      assert.equal(code, 2);
      assert.match(err, /^--(config|dsn) is for --database\. .*admin listener/);
    }
  });

  it("says that no server responded, and creates nothing", async () => {
    const elsewhere = { LATCHKEY_ADMIN_URL: "http://127.0.0.1:1" };
    const { code, err } = await runInProcess("accounts create carol --fail-after 0", {
      env: elsewhere,
      secret,
    });
    assert.equal(code, 4, err);
    assert.deepEqual(readdirSync(folder), []);
  });

  it("suggests create for add, and delete for remove", async () => {
    for (const [typed, meant] of [
      ["accounts add alice", "accounts create"],
      ["accounts new", "accounts create"],
      ["accounts remove alice", "accounts delete"],
      ["clients show photos", "clients get"],
      ["keys ls", "keys list"],
    ] as const) {
      const { code, err } = await runInProcess(typed, { env });
      assert.equal(code, 2);
      assert.ok(err.includes(`did you mean latchkey ${meant}?`), err);
    }
  });
});

describe("latchkey accounts --database", () => {
  for (const dsn of ["sqlite://./data/latchkey.sqlite", "memory"]) {
    it(`creates no database where there is none: ${dsn}`, async () => {
      const { code, err } = await runInProcess(`accounts create bob --database --dsn=${dsn}`, {
        env,
        secret,
      });
      assert.equal(code, 1);
      assert.match(err, /^The database of this dsn does not exist, or has no tables\. Check dsn;/);
      assert.equal(existsSync("data"), false);
    });
  }

  it("works on the database of the settings", async () => {
    const dsn = "--dsn=sqlite://./kept/latchkey.sqlite";
    await runInProcess(`migrate sql sqlite://./kept/latchkey.sqlite`, { env });
    const created = await runInProcess(`accounts create dave --database ${dsn}`, { env, secret });
    assert.match(created.out, /^Created the account dave\./);
    const taken = await runInProcess(`accounts create dave --database ${dsn}`, { env, secret });
    assert.equal(taken.code, 7);
    const listed = await runInProcess(`accounts list --quiet --database ${dsn}`, { env });
    assert.equal(listed.out, "dave\n");
    const shown = await runInProcess(`accounts get dave --database ${dsn}`, { env });
    assert.match(shown.out, /"created_at": "\d{4}-\d\d-\d\dT/);
    const deleted = await runInProcess(`accounts delete dave --database ${dsn}`, { env });
    assert.equal(deleted.code, 0);
    await assert.rejects(server.latchkey.getAccount({ username: "dave" }));
  });
});

it("latchkey janitor creates no database where there is none", async () => {
  const { code } = await runInProcess("janitor sqlite://./none/latchkey.sqlite", { env });
  assert.equal(code, 1);
  assert.equal(existsSync("none"), false);
});
