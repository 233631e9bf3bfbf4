import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";

import { freePorts } from "../../server/test/processes/free-ports.ts";
import { startSignInServer } from "../../server/test/support/sign-in-server.ts";
import { runInProcess } from "./run-in-process.ts";

const [, admin_port] = await freePorts();
await startSignInServer({ "serve.admin.port": admin_port });
const env = { HYDRA_ADMIN_URL: `http://127.0.0.1:${admin_port}` };
const directory = mkdtempSync(join(tmpdir(), "latchkey-import-"));
after(() => rmSync(directory, { recursive: true }));

const WONDERLAND = "a11ce000-0000-4000-8000-0000000000a1";
const GARDEN = "a11ce000-0000-4000-8000-0000000000a2";
const TEA = "a11ce000-0000-4000-8000-0000000000b1";
const ALICE = "a11ce000-0000-4000-8000-0000000000c1";

/** Imports a file with this content. */
async function importFile(name: string, content: string, flags = "") {
  const file = join(directory, name);
  writeFileSync(file, content);
  return runInProcess(`workspaces import ${file} ${flags}`, { env });
}

async function tallies(name: string, content: string, flags = "") {
  const { code, out, err } = await importFile(name, content, `${flags} --format json`);
  assert.equal(code, 0, err);
  return JSON.parse(out).map(({ created, changed, unchanged }: Record<string, number>) => [
    created,
    changed,
    unchanged,
  ]);
}

const json = JSON.stringify({
  workspaces: [
    {
      id: WONDERLAND,
      name: "Wonderland",
      icon: "🐇",
      resources: [{ title: "Tea party", id: TEA }],
      members: [
        { subject: "alice", role: "admin", user_id: ALICE },
        { subject: "bob", name: "Bob" },
      ],
    },
    { id: GARDEN },
  ],
});

describe("an import", () => {
  it("of JSON creates what is missing, and a dry run only counts", async () => {
    assert.deepEqual(await tallies("w.json", json, "--dry-run"), [
      [2, 0, 0],
      [2, 0, 0],
    ]);
    const { code } = await runInProcess(`workspaces get ${WONDERLAND}`, { env });
    assert.equal(code, 6, "nothing was created");
    assert.deepEqual(await tallies("w.json", json), [
      [2, 0, 0],
      [2, 0, 0],
    ]);
    assert.deepEqual(await tallies("w.json", json), [
      [0, 0, 2],
      [0, 0, 2],
    ]);
  });

  it("of CSV changes what differs and keeps what it does not mention", async () => {
    const csv = `workspace_id,workspace_name,subject,role,email\n${WONDERLAND},Looking-Glass,bob,admin,bob@example.com\n${GARDEN},,carol,,\n${GARDEN},,dave,,\n`;
    assert.deepEqual(await tallies("m.csv", csv, "--dry-run"), [
      [0, 1, 1],
      [2, 1, 0],
    ]);
    assert.deepEqual(await tallies("m.csv", csv), [
      [0, 1, 1],
      [2, 1, 0],
    ]);
    assert.deepEqual(await tallies("m.txt", csv, "--file-format csv"), [
      [0, 0, 2],
      [0, 0, 3],
    ]);
    const workspace = JSON.parse((await runInProcess(`workspaces get ${WONDERLAND}`, { env })).out);
    assert.deepEqual(
      [workspace.name, workspace.icon, workspace.resources],
      ["Looking-Glass", "🐇", [{ id: TEA, title: "Tea party" }]],
    );
    const { out } = await runInProcess(`workspaces members list ${WONDERLAND} --json`, { env });
    const bob = JSON.parse(out).find(({ subject }: { subject: string }) => subject === "bob");
    assert.deepEqual([bob.name, bob.role, bob.email], ["Bob", "admin", "bob@example.com"]);
  });

  it("finds members by their user_id, and follows a new subject", async () => {
    const renamed = JSON.stringify([
      { id: WONDERLAND, members: [{ subject: "alice-2", user_id: ALICE }] },
    ]);
    assert.deepEqual(await tallies("w.json", renamed), [
      [0, 0, 1],
      [0, 1, 0],
    ]);
  });

  it("goes on after what the server refuses, and names its place", async () => {
    const conflict = `[{"id": "${GARDEN}",\n "members": [\n  {"subject": "carol", "user_id": "${TEA}"},\n  {"subject": "erin"}]}]`;
    const { code, out, err } = await importFile("w.json", conflict, "--format json");
    assert.equal(code, 8);
    assert.match(err, /w\.json:3:3: The member carol has the user_id .* cannot be changed/);
    const [, members] = JSON.parse(out);
    assert.deepEqual([members.created, members.failed], [1, 1]);
  });
});

describe("a file with errors is refused as a whole", () => {
  const table: {
    readonly what: string;
    readonly name: string;
    readonly content: string;
    readonly says: RegExp;
  }[] = [
    {
      what: "JSON that is none",
      name: "x.json",
      content: '[{"id":\n  oops}]',
      says: /x\.json:2:3: This is not valid JSON\./,
    },
    {
      what: "no list",
      name: "x.json",
      content: '{"workspaces": {}}',
      says: /x\.json:1:16: Expected a list of workspaces/,
    },
    {
      what: "no id",
      name: "x.json",
      content: '[\n {"name": "A"}]',
      says: /x\.json:2:2: The field id is required/,
    },
    {
      what: "no object",
      name: "x.json",
      content: "[7]",
      says: /x\.json:1:2: The body must be a JSON object/,
    },
    {
      what: "a field that is wrong",
      name: "x.json",
      content: `[{"id": "${GARDEN}", "members": [{"subject": "x", "role": "queen"}]}]`,
      says: /x\.json:1:86: The field role must be one of: admin, member\./,
    },
    {
      what: "a resource without an id",
      name: "x.json",
      content: `[{"id": "${GARDEN}", "resources": [{"title": "x"}]}]`,
      says: /x\.json:1:63: The field id is required/,
    },
    {
      what: "an unknown field",
      name: "x.json",
      content: `[{"id": "${GARDEN}",\n "nick": 1}]`,
      says: /x\.json:2:10: The field nick is unknown\./,
    },
    {
      what: "a member twice",
      name: "x.csv",
      content: `workspace_id,subject\n${GARDEN},x\n${GARDEN},x`,
      says: /x\.csv:3:1: There is a member with this subject in line 2 already\./,
    },
    {
      what: "a workspace twice",
      name: "x.json",
      content: `[{"id": "${GARDEN}"},\n{"id": "${GARDEN}"}]`,
      says: /x\.json:2:1: There is a workspace with this id in line 1 already\./,
    },
    {
      what: "a value of a row that is wrong",
      name: "x.csv",
      content: `workspace_id,subject,email_verified\n${GARDEN},x,perhaps`,
      says: /x\.csv:2:40: The field email_verified must be true or false/,
    },
    {
      what: "more errors than anyone reads",
      name: "x.json",
      content: `[${Array.from({ length: 25 }, () => "{}").join(",")}]`,
      says: /… and 5 more\.\nNothing was imported\./,
    },
  ];
  for (const { what, name, content, says } of table) {
    it(what, async () => {
      const { code, out, err } = await importFile(name, content);
      assert.deepEqual([code, out], [2, ""]);
      assert.match(err, says);
      assert.match(err, /Nothing was imported\.\n$/);
    });
  }

  it("a file that cannot be read", async () => {
    const { code, err } = await runInProcess("workspaces import nowhere.json", { env });
    assert.equal(code, 2);
    assert.match(err, /could not be read\. Nothing was imported/);
  });
});

it("an integration is changed by flags, and an empty flag removes what it sets", async () => {
  const run = async (line: string) => {
    const { code, out, err } = await runInProcess(`workspaces integrations ${line}`, { env });
    assert.equal(code, 0, err);
    return { out, err };
  };
  const { out } = await run("create --name Rabbit --callbacks https://rabbit.example/ --json");
  const { id } = JSON.parse(out);
  const set = await run(
    `update ${id} --listed --description 'Is late' --icon 🐇 --template Watch --install-url https://rabbit.example/install --webhook-url http://127.0.0.1:1/ --json`,
  );
  assert.match(set.err, /The secret of its webhooks is shown only once/);
  const changed = JSON.parse(set.out);
  assert.deepEqual(
    [changed.listed, changed.description, changed.template.title, changed.webhook_url],
    [true, "Is late", "Watch", "http://127.0.0.1:1/"],
  );
  const rotated = JSON.parse((await run(`rotate-webhook-secret ${id} --json`)).out);
  assert.notEqual(rotated.webhook_secret, changed.webhook_secret);
  const test = await runInProcess(`workspaces integrations webhook-test ${id}`, { env });
  assert.equal(test.code, 1);
  assert.match(test.out, /outcome +The host 127\.0\.0\.1 could not be reached/);
  assert.match((await run(`webhook-deliveries ${id}`)).out, /webhook\.test +failed/);
  const cleared = await run(
    `update ${id} --listed=false --description '' --icon '' --template '' --install-url '' --webhook-url '' --json`,
  );
  const { listed, description, icon, template, install_url, webhook_url } = JSON.parse(cleared.out);
  assert.deepEqual(
    [listed, description, icon, template, install_url, webhook_url],
    [false, null, null, null, null, null],
  );
});
