import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { hashSync } from "bcryptjs";

import { freePorts } from "../../server/test/processes/free-ports.ts";
import { startSignInServer } from "../../server/test/support/sign-in-server.ts";
import { runInProcess } from "./run-in-process.ts";

const [, admin_port] = await freePorts();
const { latchkey } = await startSignInServer({ "serve.admin.port": admin_port });
const env = { LATCHKEY_ADMIN_URL: `http://127.0.0.1:${admin_port}` };
const directory = mkdtempSync(join(tmpdir(), "latchkey-import-"));
after(() => rmSync(directory, { recursive: true }));

async function importFile(name: string, content: string, flags = "") {
  const file = join(directory, name);
  writeFileSync(file, content);
  const { code, out, err } = await runInProcess(`accounts import ${file} ${flags}`, { env });
  return { code, out, err: err.replaceAll(directory, "") };
}

const csv = `username,password,password_hash,name,email,email_verified,address.locality,groups,attribute.shoe,state
Bob,correct horse battery,,Bob,bob@example.com,true,Oxford,staff; admins,38,
carol,,${hashSync("a password of hers", 4)},"Carol, too",,,,,,must_change_password
alice,correct horse battery,,,,,,,,
`;

describe("an import of accounts", () => {
  it("of CSV creates those that are missing, and a dry run only counts", async () => {
    const tally = async (flags: string) => {
      const { code, out, err } = await importFile("people.csv", csv, `${flags} --format json`);
      assert.equal(code, 0, err);
      return JSON.parse(out);
    };
    assert.deepEqual(await tally("--dry-run"), [{ created: 2, existing: 1, failed: 0 }]);
    assert.equal((await latchkey.listAccounts()).length, 1);
    assert.deepEqual(await tally(""), [{ created: 2, existing: 1, failed: 0 }]);
    assert.deepEqual(await tally(""), [{ created: 0, existing: 3, failed: 0 }]);
    const { state, claims, groups, attributes } = await latchkey.getAccount({ username: "bob" });
    assert.deepEqual([state, groups, attributes], ["active", ["staff", "admins"], { shoe: 38 }]);
    assert.partialDeepStrictEqual(claims, {
      email: "bob@example.com",
      email_verified: true,
      address: { locality: "Oxford" },
    });
    const carol = await latchkey.getAccount({ username: "carol" });
    assert.equal(carol.claims.name, "Carol, too");
    assert.equal(carol.state, "must_change_password");
  });

  it("names what the API would refuse, and imports nothing", async () => {
    const costly = `$argon2id$v=19$m=1048576,t=64,p=1$c2FsdHNhbHQ$${"A".repeat(43)}`;
    const rows = [
      ["erin", "password1", "", ""],
      ["frank", "", costly, ""],
      ["gr\u200bace", "correct horse battery", "", ""],
      ["heidi", "correct horse battery", "", "Hei\u001b[2Jdi"],
    ];
    const lines = ["username,password,password_hash,name", ...rows.map((row) => row.join(","))];
    const { code, err } = await importFile(
      "bad.csv",
      `${lines.join("\n").replaceAll(costly, `"${costly}"`)}\n`,
    );
    assert.notEqual(code, 0);
    assert.match(err, /bad\.csv:2:.*many people use/);
    assert.match(err, /bad\.csv:3:.*password_hash.*the work/);
    assert.match(err, /bad\.csv:4:.*username/);
    assert.match(err, /bad\.csv:5:.*name must be plain text/);
    assert.ok(!err.includes("\u001b[2J"));
    assert.equal(
      (await latchkey.listAccounts()).some(({ username }) => username === "heidi"),
      false,
    );
  });

  it("of JSON takes what the API takes", async () => {
    const dave = { username: "dave", password: "correct horse battery", groups: ["staff"] };
    const { code } = await importFile("people.json", JSON.stringify({ accounts: [dave] }));
    assert.equal(code, 0);
    assert.deepEqual((await latchkey.getAccount({ username: "dave" })).groups, ["staff"]);
  });

  it("names every mistake by its line, and imports nothing", async () => {
    const { code, err } = await importFile(
      "wrong.csv",
      "username,password,state\nerin,correct horse battery,asleep\n,x\nerin,,\nfrank,short,\n",
    );
    assert.equal(code, 2);
    assert.match(err, /^\/wrong\.csv:2:\d+: .*state.*one of: active/m);
    assert.match(err, /^\/wrong\.csv:3:1: The row has 2 values, but there are 3 columns/m);
    assert.match(err, /^\/wrong\.csv:4:1: Either password or password_hash/m);
    assert.match(err, /^\/wrong\.csv:5:\d+: .*password/m);
    assert.match(err, /Nothing was imported/);
    assert.doesNotMatch(err, /correct horse/);
    const unknown = await importFile("unknown.csv", "username,shoe\nerin,38\n");
    assert.match(unknown.err, /^\/unknown\.csv:1:10: Unknown column shoe/m);
  });

  it("goes on after an account that the server refuses", async () => {
    const taken = `username,password,email,email_verified
grace,correct horse battery,bob@example.com,true
heidi,correct horse battery,,
`;
    const { code, out, err } = await importFile("taken.csv", taken, "--format json");
    assert.equal(code, 7);
    assert.equal(err, "/taken.csv:2:1: Another account has this verified email address.\n");
    assert.deepEqual(JSON.parse(out), [{ created: 1, existing: 0, failed: 1 }]);
    assert.ok(await latchkey.getAccount({ username: "heidi" }));
  });
});

describe("latchkey accounts", () => {
  it("changes the state, groups and attributes, exports, and says what ended with an account", async () => {
    const flags = "--state disabled --group tea --attribute hat=10/6 --attribute shoe=";
    const { code, out, err } = await runInProcess(`accounts update bob ${flags}`, { env });
    assert.deepEqual([code, out], [0, "Updated the account bob.\n"], err);
    const { state, groups, attributes } = await latchkey.getAccount({ username: "bob" });
    assert.deepEqual([state, groups, attributes], ["disabled", ["tea"], { hat: "10/6" }]);
    const wrong = await runInProcess("accounts update bob --attribute hat", { env });
    assert.equal(wrong.code, 2);

    const exported = await runInProcess("accounts export bob", { env });
    assert.equal(JSON.parse(exported.out).account.username, "bob");
    const deleted = await runInProcess("accounts delete bob", { env });
    assert.equal(deleted.out, "Deleted the account bob. Ended with it: 1 account events.\n");
    assert.equal((await runInProcess("accounts export bob", { env })).code, 6);
  });
});
