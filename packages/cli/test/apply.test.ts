import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach, describe, it } from "node:test";

import { basic } from "@latchkey/client";
import { hashApiKey, mintApiKey } from "@latchkey/server";

import { freePorts } from "../../server/test/processes/free-ports.ts";
import { startSignInServer } from "../../server/test/support/sign-in-server.ts";
import { JWT_BEARER, makeIssuer, presentJwt } from "../../server/test/operations/trusted-issuer.ts";
import { kinds } from "../src/apply/kinds.ts";
import { runInProcess } from "./run-in-process.ts";

const [, admin_port] = await freePorts();
const { latchkey, issuer } = await startSignInServer({ "serve.admin.port": admin_port });
const env = {
  LATCHKEY_ADMIN_URL: `http://127.0.0.1:${admin_port}`,
  PHOTOS_SECRET: "the secret of photos",
};
const run = (line: string) => runInProcess(line, { env });

const folder = mkdtempSync(join(tmpdir(), "latchkey-apply-"));
after(() => rmSync(folder, { recursive: true }));
let count = 0;
/** A folder of its own for a test. */
const write = (files: Readonly<Record<string, string>>): string => {
  count += 1;
  const path = join(folder, String(count));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(path, name, ".."), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return path;
};

const CONFIG = `
kind: api
identifier: https://api.photos.example
scopes: [photos.read, photos.write]
---
kind: client
client_id: photos
client_name: Photos
client_secret: { env: PHOTOS_SECRET }
redirect_uris: [https://photos.example/callback]
scope: openid photos.read photos.write
audience: [https://api.photos.example]
`;

beforeEach(async () => {
  for (const { client_id: id } of await latchkey.listOAuth2Clients())
    await latchkey.deleteOAuth2Client({ id });
  for (const { id } of await latchkey.listApis()) await latchkey.deleteApi({ id });
  for (const { kind, id, owner } of await latchkey.listManagedResources())
    await latchkey.releaseManagedResource({ kind, id, owner });
  for (const { id } of await latchkey.listTrustedJwtGrantIssuers({}))
    await latchkey.deleteTrustedJwtGrantIssuer({ id });
  for (const { type } of await latchkey.listAuthorizationDetailsTypes())
    await latchkey.deleteAuthorizationDetailsType({ type });
});

describe("latchkey apply", () => {
  it("creates what files describe, and changes nothing the second time", async () => {
    const config = write({ "photos.yaml": CONFIG });
    const planned = await run(`plan -f ${config}`);
    assert.equal(planned.code, 0, planned.err);
    assert.match(planned.out, /create +api +https:\/\/api\.photos\.example/);
    assert.match(planned.out, /create +client +photos/);
    assert.equal(planned.err, "Plan: 2 to create.\n");
    assert.deepEqual(await latchkey.listOAuth2Clients(), []);

    const applied = await run(`apply -f ${config}`);
    assert.deepEqual([applied.code, applied.err], [0, ""]);
    assert.doesNotMatch(applied.out, /the secret of photos/);
    const client = await latchkey.getOAuth2Client({ id: "photos" });
    assert.deepEqual(client.redirect_uris, ["https://photos.example/callback"]);

    const again = await run(`apply -f ${config}`);
    assert.deepEqual(
      [again.code, again.out, again.err],
      [0, "", "Everything is as the files say.\n"],
    );
    assert.deepEqual(await latchkey.getOAuth2Client({ id: "photos" }), client);
    assert.equal((await run(`plan -f ${config} --check`)).code, 0);
  });

  it("undoes what was changed by hand, and gives what the files leave out its default", async () => {
    const config = write({ "photos.yaml": CONFIG });
    await run(`apply -f ${config}`);
    const client = await latchkey.getOAuth2Client({ id: "photos" });
    const scope = "openid photos.read";
    const body = { ...client, scope, skip_consent: true, client_secret: "another secret" };
    await latchkey.updateOAuth2Client({ id: "photos", body });

    const drift = await run(`plan -f ${config} --check`);
    assert.equal(drift.code, 1);
    assert.match(drift.out, /update +client +photos/);
    assert.match(drift.out, /scope: \+ photos\.write/);
    assert.match(drift.out, /skip_consent: true → \(default\)/);
    assert.match(drift.out, /client_secret: another secret → that of the files/);

    assert.equal((await run(`apply -f ${config}`)).code, 0);
    const restored = await latchkey.getOAuth2Client({ id: "photos" });
    assert.deepEqual({ ...restored, updated_at: "" }, { ...client, updated_at: "" });
    assert.equal((await run(`plan -f ${config} --check`)).code, 0);
  });

  it("leaves alone what was made by hand, unless it is adopted", async () => {
    await latchkey.createOAuth2Client({ body: { client_id: "albums", scope: "albums.read" } });
    const config = write({
      "albums.yaml": "kind: client\nclient_id: albums\nscope: albums.read\n",
      "photos.yaml": "kind: client\nclient_id: photos\n",
    });
    const refused = await run(`apply -f ${config}`);
    assert.equal(refused.code, 7);
    assert.match(refused.err, /client\/albums was made by hand: pass --adopt client\/albums/);
    assert.equal((await latchkey.listOAuth2Clients()).length, 1, "nothing else was applied either");

    const applied = await run(`apply -f ${config} --adopt client/albums`);
    assert.equal(applied.code, 0, applied.err);
    assert.match(applied.out, /adopt +client +albums/);
    assert.equal((await run(`plan -f ${config} --check`)).code, 0);
  });

  it("deletes what the files no longer describe only where it is asked to", async () => {
    await latchkey.createOAuth2Client({ body: { client_id: "by-hand" } });
    await run(`apply -f ${write({ "photos.yaml": CONFIG })}`);
    const config = write({ "api.yaml": CONFIG.split("---")[0] ?? "" });
    const left = await run(`apply -f ${config}`);
    assert.equal(left.code, 0);
    assert.equal((await latchkey.listOAuth2Clients()).length, 2);
    assert.match((await run(`plan -f ${config}`)).out, /leave +client +photos\n +no longer/);

    const pruned = await run(`apply -f ${config} --prune`);
    assert.match(pruned.out, /delete +client +photos/);
    const rest = await latchkey.listOAuth2Clients();
    assert.deepEqual(
      rest.map(({ client_id }) => client_id),
      ["by-hand"],
    );
    assert.equal((await latchkey.listManagedResources()).length, 1);
  });

  it("says what stays, and what stands in the way", async () => {
    const both = write({
      "a.yaml": "kind: client\nclient_id: a\n---\nkind: client\nclient_id: b\n",
    });
    assert.equal((await run(`apply -f ${both}`)).code, 0);
    const one = write({ "a.yaml": "kind: client\nclient_id: a\n" });
    const stays = "Nothing to change. 1 no longer in the files stays, unless --prune is passed.\n";
    assert.equal((await run(`plan -f ${one}`)).err, stays);
    assert.equal((await run(`apply -f ${one}`)).err, stays);
    const other = await run(`plan -f ${both} --owner photos-team`);
    assert.equal(other.err, "2 cannot be applied, and nothing is until that is resolved.\n");
  });

  it("deletes nothing for a folder without files, which is probably the wrong one", async () => {
    await run(`apply -f ${write({ "photos.yaml": CONFIG })}`);
    const config = write({ "README.md": "Files." });
    for (const command of ["plan", "apply"]) {
      const refused = await run(`${command} -f ${config} --prune`);
      assert.equal(refused.code, 2);
      assert.match(refused.err, /has no file that ends in \.yaml, \.yml or \.json\. Nothing was/);
    }
    assert.equal((await latchkey.listOAuth2Clients()).length, 1);
  });

  it("changes nothing where the server would refuse a part of it", async () => {
    const wrong = "kind: client\nclient_id: b\ntoken_endpoint_auth_method: private_key_jwt\n";
    const config = write({ "a.yaml": "kind: client\nclient_id: a\n", "b.yaml": wrong });
    const expected =
      /\/b\.yaml:1:1: The client 'b': The token_endpoint_auth_method private_key_jwt needs .*\nNothing was changed\.\n$/;
    for (const command of ["plan", "apply", "apply --max-refused 0"]) {
      const refused = await run(`${command} -f ${config}`);
      assert.equal(refused.code, 8);
      assert.match(refused.err, expected);
    }
    assert.deepEqual(await latchkey.listOAuth2Clients(), []);
  });

  it("shows the secrets of what was made before a change that failed, and goes on there", async () => {
    const integration = (scope: string) =>
      `kind: integration\nid: 0d0b9b5e-6a1c-4f0e-9a58-4f6a9d2e2b18\nname: Tea\ninstall_scope: ${scope}\n`;
    const before = write({ "b.yaml": integration("any") });
    assert.equal((await run(`apply -f ${before}`)).code, 0);
    const first = "kind: client\nclient_id: a\n";
    const fixed = integration("[0d0b9b5e-6a1c-4f0e-9a58-4f6a9d2e2b19]");
    const failed = await run(`apply -f ${write({ "a.yaml": first, "b.yaml": fixed })}`);
    assert.equal(failed.code, 8);
    assert.match(failed.out, /client\/a +client_secret +.{20}/);
    assert.match(failed.err, /b\.yaml:1:1: integration\/0d0b.*cannot be changed/);
    assert.match(failed.err, /\n1 change was made before it, and stays\./);
    const named = integration("any").replace("Tea", "Coffee");
    const resumed = await run(`apply -f ${write({ "a.yaml": first, "b.yaml": named })}`);
    assert.equal(resumed.code, 0, resumed.err);
    assert.match(resumed.out, /^ +update +integration/);
    await run(`apply -f ${write({ "none.yaml": "" })} --prune`);
  });

  it("refuses what files of another owner describe", async () => {
    const config = write({ "photos.yaml": CONFIG });
    await run(`apply -f ${config} --owner photos-team`);
    const refused = await run(`apply -f ${config} --adopt all`);
    assert.equal(refused.code, 7);
    assert.match(refused.err, /is described by files of the owner photos-team/);
  });

  it("goes on where it was interrupted", async () => {
    const config = write({ "photos.yaml": CONFIG });
    await latchkey.labelManagedResource({
      body: { kind: "client", id: "photos", owner: "default" },
    });
    await latchkey.createOAuth2Client({
      body: { client_id: "photos", client_name: "Photos", client_secret: "the secret of photos" },
    });
    const resumed = await run(`apply -f ${config}`);
    assert.equal(resumed.code, 0, resumed.err);
    assert.match(resumed.out, /update +client +photos/);
    assert.equal((await run(`plan -f ${config} --check`)).code, 0);
  });

  it("shows a secret that the server generated, once", async () => {
    const config = write({ "albums.json": '{ "kind": "client", "client_id": "albums" }' });
    const applied = await run(`apply -f ${config} --json`);
    const { changes } = JSON.parse(applied.out);
    assert.match(changes[0].secrets.client_secret, /.{20}/);
    assert.match(applied.err, /shown only once/);
  });
});

describe("the blast radius", () => {
  const requestToken = async (scope: string, client_id = "photos") => {
    const body = new URLSearchParams({ grant_type: "client_credentials", scope });
    const authorization = basic(client_id, "the secret of photos");
    const headers = { authorization };
    return (await fetch(`${issuer}/oauth2/token`, { method: "POST", body, headers })).status;
  };
  const machine = (scope: string, id = "photos") =>
    `kind: client\nclient_id: ${id}\nclient_secret: { env: PHOTOS_SECRET }\ngrant_types: [client_credentials]\nscope: ${scope}\n`;

  it("is shown before a scope is removed, and can be limited", async () => {
    await run(`apply -f ${write({ "photos.yaml": machine("photos.read photos.write") })}`);
    for (const scope of ["photos.write", "photos.write", "photos.read"])
      assert.equal(await requestToken(scope), 200);

    const config = write({ "photos.yaml": machine("photos.read") });
    const planned = await run(`plan -f ${config}`);
    assert.match(planned.out, /Of the requests since [-\d]+, these would have been refused:/);
    assert.match(planned.out, /photos +2 +3 +scope photos\.write \(2\)/);
    const { impact } = JSON.parse((await run(`plan -f ${config} --json`)).out);
    assert.equal(impact.refused, 2);

    const limited = await run(`apply -f ${config} --max-refused 1`);
    assert.equal(limited.code, 8);
    assert.match(limited.err, /2 requests would have been refused, more than --max-refused 1/);
    assert.equal(await requestToken("photos.write"), 200);

    assert.equal((await run(`apply -f ${config} --max-refused 3`)).code, 0);
    assert.equal(await requestToken("photos.write"), 400);
    assert.equal(await requestToken("photos.read"), 200);
  });

  it("is shown of a client that is deleted, and of one that changes among many", async () => {
    // More than one request may have.
    const metadata = JSON.stringify({ note: "x".repeat(50_000) });
    const others = (name: string) =>
      ["a", "b", "c", "d", "e", "f"]
        .map(
          (id) =>
            `---\nkind: client\nclient_id: ${id}\nclient_name: ${name}\nmetadata: ${metadata}\n`,
        )
        .join("");
    const config = write({ "photos.yaml": machine("photos.read", "worker") + others("Before") });
    assert.equal((await run(`apply -f ${config}`)).code, 0);
    assert.equal(await requestToken("photos.read", "worker"), 200);

    const renamed = write({ "photos.yaml": machine("photos.write", "worker") + others("After") });
    const { changes, impact } = JSON.parse((await run(`plan -f ${renamed} --json`)).out);
    assert.deepEqual([changes.length, impact.refused, impact.clients.length], [7, 1, 1]);

    const none = write({ "none.yaml": "" });
    const pruned = await run(`plan -f ${none} --prune`);
    assert.match(pruned.out, /worker +1 +1 +client_id \(1\)/);
    assert.equal((await run(`apply -f ${none} --prune --max-refused 0`)).code, 8);
    assert.equal(await requestToken("photos.read", "worker"), 200);
  });

  it("is shown of an API, a trusted issuer and a type of details", async () => {
    const ci = await makeIssuer("https://ci.example");
    const resources = (api_scopes: string, trusted: string, type: string) => `
kind: api
identifier: https://api.example
scopes: ${api_scopes}
---
kind: client
client_id: builds
client_secret: { env: PHOTOS_SECRET }
grant_types: [client_credentials, "${JWT_BEARER}"]
scope: photos.read photos.write
audience: [https://api.example]
authorization_details_types: [album]
---
kind: trusted_issuer
issuer: https://ci.example
allow_any_subject: true
jwks: ${JSON.stringify({ keys: [ci.signer.open] })}
scope: ${trusted}
expires_at: 2099-01-01T00:00:00Z
${type}`;
    const type = `---\nkind: details_type\ntype: album\nschema: {}\nsentences: { en: Albums }\n`;
    const before = write({ "all.yaml": resources("[]", "[photos.read]", type) });
    const applied = await run(`apply -f ${before}`);
    assert.equal(applied.code, 0, applied.err);

    const authorization = basic("builds", "the secret of photos");
    const grant_type = "client_credentials";
    const asked = [
      { grant_type, scope: "photos.write", resource: ["https://api.example"] },
      { grant_type, authorization_details: '[{"type":"album"}]' },
    ];
    for (const input of asked)
      assert.equal((await latchkey.call("oauth2Token", input, { authorization })).status, 200);
    const now = Math.floor(Date.now() / 1000);
    const claims = { sub: "job", aud: issuer, jti: "one", iat: now, exp: now + 60 };
    const wishes = { scope: "photos.read" };
    const jwt = await ci.sign(claims);
    const presented = await presentJwt(latchkey, jwt, wishes, authorization);
    assert.equal(presented.status, 200, JSON.stringify(presented.body));

    const changed = write({ "all.yaml": resources("[photos.read]", "[]", "") });
    const { impact } = JSON.parse((await run(`plan -f ${changed} --prune --json`)).out);
    const [{ refusals = [] } = {}] = impact.clients;
    assert.deepEqual(
      refusals
        .map(({ field, value }: { field: string; value: string }) => `${field} ${value}`)
        .toSorted(),
      ["details_type album", "scopes photos.write", "trusted_issuer.scope photos.read"],
    );
    const { impact: unchanged } = JSON.parse((await run(`plan -f ${before} --json`)).out);
    assert.equal(unchanged, undefined);
  });
});

describe("the plan as JSON", () => {
  it("has each change with its place and fields, and what it would refuse", async () => {
    const config = write({ "photos.yaml": CONFIG });
    const parsed = async (flags: string) => {
      const { out, code, err } = await run(`plan -f ${config} ${flags}`);
      return { plan: JSON.parse(out), code, err };
    };
    const created = await parsed("-o json");
    assert.deepEqual([created.code, created.err], [0, ""]);
    const [api, client] = created.plan.changes;
    assert.deepEqual(
      { ...api, differences: undefined },
      {
        action: "create",
        kind: "api",
        id: "https://api.photos.example",
        place: `${config}/photos.yaml:2:1`,
        differences: undefined,
      },
    );
    assert.ok(client.differences.some(({ field }: { field: string }) => field === "scope"));
    assert.doesNotMatch(JSON.stringify(created.plan), /the secret of photos/);
    assert.equal((await parsed("-o json --check")).code, 1);

    await run(`apply -f ${config}`);
    const nothing = await parsed("--output json --check");
    assert.deepEqual([nothing.plan, nothing.code], [{ changes: [] }, 0]);

    const {
      scope,
      client_name: _,
      ...registered
    } = await latchkey.getOAuth2Client({
      id: "photos",
    });
    await latchkey.updateOAuth2Client({ id: "photos", body: { ...registered, scope: "openid" } });
    const drift = await parsed("-o json --check");
    assert.equal(drift.code, 1);
    const { since, ...impact } = drift.plan.impact;
    assert.match(since, /^\d{4}-\d\d-\d\dT/);
    assert.deepEqual(impact, { refused: 0, clients: [], complete: true });
    assert.deepEqual(drift.plan.changes, [
      {
        action: "update",
        kind: "client",
        id: "photos",
        place: `${config}/photos.yaml:6:1`,
        differences: [
          { field: "client_name", after: "Photos" },
          { field: "scope", before: "openid", after: scope },
        ],
      },
    ]);
    for (const flags of ["--json", "--format json", "-o json --format table"])
      assert.deepEqual((await parsed(flags)).plan.changes, drift.plan.changes, flags);
    const [text, table] = [await run(`plan -f ${config} -o text`), await run(`plan -f ${config}`)];
    assert.equal(text.out, table.out);
    assert.match((await run(`plan -f ${config} -o yaml`)).out, /^changes:\n/);
    assert.equal((await run(`plan -f ${config} -o xml`)).code, 2);
  });
});

describe("every kind", () => {
  const EVERYTHING = `
- kind: details_type
  type: album
  schema: { type: object }
  sentences: { en: Print an album }
- kind: api
  identifier: https://api.example
  name: API
- kind: client
  client_id: everything
  client_secret: { env: PHOTOS_SECRET }
  authorization_details_types: [album]
  audience: [https://api.example]
- kind: trusted_issuer
  issuer: https://ci.example
  subject_pattern: repo:photos/*
  jwks_uri: https://ci.example/jwks
  client_id: everything
  scope: [deploy]
  expires_at: 2099-01-01T00:00:00Z
- kind: workspace
  id: 0d0b9b5e-6a1c-4f0e-9a58-4f6a9d2e2b11
  name: Wonderland
  resources: [{ id: 0d0b9b5e-6a1c-4f0e-9a58-4f6a9d2e2b12, title: Tea }]
- kind: integration
  id: 0d0b9b5e-6a1c-4f0e-9a58-4f6a9d2e2b13
  name: Photos
  redirect_uris: [https://photos.example/callback]
  capabilities: [read_content]
  install_scope: [0d0b9b5e-6a1c-4f0e-9a58-4f6a9d2e2b11]
`;
  const names = ["details_type", "api", "client", "trusted_issuer", "workspace", "integration"];

  it("is created, changed, exported and deleted, and otherwise stays as it is", async () => {
    const created = await run(`apply -f ${write({ "all.yaml": EVERYTHING })} --json`);
    assert.equal(created.code, 0, created.err);
    const { changes } = JSON.parse(created.out);
    assert.deepEqual(
      changes.map(({ action, kind }: { action: string; kind: string }) => `${action} ${kind}`),
      names.map((kind) => `create ${kind}`),
    );
    assert.equal((await run(`plan -f ${write({ "all.yaml": EVERYTHING })} --check`)).code, 0);

    const out = join(folder, "every-kind");
    assert.equal((await run(`export --out ${out}`)).code, 0);
    const same = await run(`plan -f ${out} --check`);
    assert.equal(same.code, 0, same.out);

    const changed = EVERYTHING.replace("Print an album", "Print a whole album")
      .replace("name: API", "name: The API")
      .replace(
        "client_id: everything\n  client_secret",
        "client_id: everything\n  client_name: All\n  client_secret",
      )
      .replace("[deploy]", "[deploy, build]")
      .replace("Wonderland", "Looking-glass")
      .replace("[read_content]", "[read_content, insert_content]");
    const config = write({ "all.yaml": changed });
    const updated = await run(`apply -f ${config}`);
    assert.equal(updated.code, 0, updated.err);
    for (const kind of names) assert.match(updated.out, new RegExp(`(update|replace) +${kind} `));
    assert.equal((await run(`plan -f ${config} --check`)).code, 0);
    const [issuerRecord] = await latchkey.listTrustedJwtGrantIssuers({});
    assert.deepEqual(issuerRecord?.scope, ["deploy", "build"]);

    const pruned = await run(`apply -f ${write({ "none.yaml": "" })} --prune --json`);
    assert.equal(pruned.code, 0, pruned.err);
    const { changes: deletions } = JSON.parse(pruned.out);
    assert.deepEqual(
      deletions.map(({ action, kind }: { action: string; kind: string }) => `${action} ${kind}`),
      names.toReversed().map((kind) => `delete ${kind}`),
    );
    assert.deepEqual(await latchkey.listManagedResources(), []);
  });
});

describe("latchkey export", () => {
  it("writes what apply reads", async () => {
    await run(`apply -f ${write({ "photos.yaml": CONFIG })}`);
    const out = join(folder, "exported");
    const exported = await run(`export --out ${out}`);
    assert.equal(exported.out, `${join(out, "apis.yaml")}\n${join(out, "clients.yaml")}\n`);
    assert.doesNotMatch(readFileSync(join(out, "clients.yaml"), "utf8"), /secret|created_at/);
    assert.equal((await run(`plan -f ${out} --check`)).code, 0);
    assert.equal((await run(`export --out ${out}`)).code, 7);
  });
});

describe("files", () => {
  const wrong: readonly {
    readonly title: string;
    readonly text: string;
    readonly about: RegExp;
  }[] = [
    { title: "no kind", text: "client_id: photos", about: /:1:1: The field kind is missing/ },
    {
      title: "an unknown kind",
      text: "kind: cleint\nclient_id: photos",
      about: /:1:7: The kind cleint is unknown: did you mean client\?/,
    },
    {
      title: "an unknown field",
      text: "kind: client\nclient_id: photos\nredirect_uri: https://photos.example",
      about: /:3:15: A client has no field redirect_uri\. Did you mean redirect_uris\?/,
    },
    {
      title: "a value that does not fit",
      text: "kind: api\nidentifier: https://a.example\nscopes: photos.read",
      about: /:3:9: The field scopes must be a list/,
    },
    {
      title: "a value that does not fit in a client",
      text: "kind: client\nclient_id: photos\nredirect_uris: [javascript:alert(1)]",
      about: /:3:\d+: The field redirect_uris must be absolute/,
    },
    {
      title: "a secret in clear",
      text: "kind: client\nclient_id: photos\nclient_secret: hunter22hunter22",
      about: /:3:16: Files hold no secrets/,
    },
    {
      title: "a variable that is not set",
      text: "kind: client\nclient_id: photos\nclient_secret: { env: NO_SECRET }",
      about: /:3:16: The environment variable NO_SECRET is not set/,
    },
    {
      title: "two descriptions",
      text: "- { kind: client, client_id: photos }\n- { kind: client, client_id: photos }",
      about: /:2:3: client\/photos is described in .*:1:3 already/,
    },
    { title: "a missing id", text: "kind: client", about: /The field client_id is required/ },
    { title: "broken YAML", text: "kind: [", about: /:\d+:\d+: This is not valid YAML/ },
    {
      title: "a duplicate field",
      text: "kind: client\nclient_id: a\nclient_id: b",
      about: /:3:\d+: The field is there already/,
    },
    {
      title: "what the server sets",
      text: "kind: client\nclient_id: a\ncreated_at: 2020-01-01",
      about: /created_at is set by the server/,
    },
  ];
  for (const { title, text, about } of wrong)
    it(`with ${title} are refused with their line, and nothing is changed`, async () => {
      const { code, err } = await run(`apply -f ${write({ "config.yaml": text })}`);
      assert.equal(code, 2);
      assert.match(err, about);
      assert.match(err, /Nothing was changed\.\n$/);
      assert.doesNotMatch(err, /hunter22/);
      assert.deepEqual(await latchkey.listOAuth2Clients(), []);
    });
});

it("URLs that get no requests are named by plan, apply and clients create, with their reason", async () => {
  const path = write({
    "clients.yaml": `
kind: client
client_id: internal
redirect_uris: [https://internal.example/callback]
jwks_uri: https://keys.invalid/jwks
`,
  });
  const warning =
    /Warning: requests to the jwks_uri of the client internal fail \(https:\/\/keys\.invalid\/jwks\)\. The host keys\.invalid could not be reached/;
  assert.match((await run(`plan -f ${path}`)).err, warning);
  const json = await run(`plan -f ${path} --format json`);
  const { outbound }: { outbound?: { refused: { field: string }[] } } = JSON.parse(json.out);
  assert.deepEqual(
    outbound?.refused.map(({ field }) => field),
    ["jwks_uri"],
  );
  const applied = await run(`apply -f ${path}`);
  assert.equal(applied.code, 0, applied.err);
  assert.match(applied.err, warning);
  assert.doesNotMatch((await run(`plan -f ${path}`)).err, /Warning/);
  const created = await run(`clients create --id other --jwks-uri https://keys.invalid/jwks`);
  assert.equal(created.code, 0, created.err);
  assert.match(created.err, /jwks_uri of the client other fail/);

  const refused = write({
    "clients.yaml": "kind: client\nclient_id: plain\njwks_uri: http://10.0.0.5/jwks\n",
  });
  const plan = await run(`plan -f ${refused}`);
  assert.notEqual(plan.code, 0);
  assert.match(plan.err, /clients\.yaml.*add http:\/\/10\.0\.0\.5 to outbound\.allow\./);
});

describe("what is disabled", () => {
  const ISSUER = `
kind: trusted_issuer
issuer: https://ci.example
subject: deploy
jwks_uri: https://ci.example/jwks
expires_at: 2099-01-01T00:00:00Z
`;

  it("stays so where the files leave enabled out, and follows them where they have it", async () => {
    const without = write({ "all.yaml": `${CONFIG}---${ISSUER}` });
    assert.equal((await run(`apply -f ${without}`)).code, 0);
    const [api] = await latchkey.listApis();
    const [trusted] = await latchkey.listTrustedJwtGrantIssuers({});
    assert.ok(api && trusted);
    await latchkey.updateApi({ id: api.id, body: { ...api, enabled: false } });
    const patch = [{ op: "add", path: "/enabled", value: false }] as const;
    await latchkey.patchOAuth2Client({ id: "photos", body: patch });
    await latchkey.updateTrustedJwtGrantIssuer({ id: trusted.id, body: { enabled: false } });
    const enabled = async () => [
      (await latchkey.getApi({ id: api.id })).enabled,
      (await latchkey.getOAuth2Client({ id: "photos" })).enabled,
      (await latchkey.listTrustedJwtGrantIssuers({}))[0]?.enabled,
    ];
    const same = await run(`plan -f ${without}`);
    assert.doesNotMatch(same.out, /enabled/);
    const changed = write({
      "all.yaml": `${CONFIG.replace("client_name: Photos", "client_name: Albums")}---${ISSUER}scope: [deploy]\n`,
    });
    assert.equal((await run(`apply -f ${changed}`)).code, 0);
    assert.deepEqual(await enabled(), [false, false, false]);

    const said = write({
      "all.yaml": `
kind: api
identifier: https://api.photos.example
enabled: true
---${ISSUER}scope: [deploy]
enabled: true
`,
    });
    assert.equal((await run(`apply -f ${said}`)).code, 0);
    assert.deepEqual(await enabled(), [undefined, false, undefined]);
  });
});

describe("a change that another request makes between the reading and the writing of apply", () => {
  const identifier = "https://api.photos.example";
  const type = { type: "payment", schema: {}, sentences: { en: "Pay" } };
  const id = "0197c0de-0000-7000-8000-000000000001";
  const redirect_uris = ["https://notes.example/callback"];

  it("of an API stays", async () => {
    const before = await latchkey.createApi({ body: { identifier } });
    const racing: typeof latchkey = {
      ...latchkey,
      async getApi(input) {
        const read = await latchkey.getApi(input);
        await latchkey.updateApi({ ...input, body: { identifier, name: "By hand" } });
        return read;
      },
    };
    const body = { identifier, name: "By file" };
    assert.equal(await kinds.api.update?.(racing, before, body), "changed");
    assert.equal((await latchkey.getApi({ id: before.id })).name, "By hand");
  });

  it("of a type of authorization details stays", async () => {
    const before = await latchkey.createAuthorizationDetailsType({ body: type });
    const racing: typeof latchkey = {
      ...latchkey,
      async getAuthorizationDetailsType(input) {
        const read = await latchkey.getAuthorizationDetailsType(input);
        const body = { ...type, rememberable: true };
        await latchkey.updateAuthorizationDetailsType({ ...input, body });
        return read;
      },
    };
    assert.equal(await kinds.details_type.update?.(racing, before, type), "changed");
    const now = await latchkey.getAuthorizationDetailsType(before);
    assert.equal(now.rememberable, true);
  });

  it("of a workspace stays", async () => {
    const before = await latchkey.createWorkspace({ body: { id } });
    const racing: typeof latchkey = {
      ...latchkey,
      async getWorkspace(input) {
        const read = await latchkey.getWorkspace(input);
        await latchkey.updateWorkspace({ ...input, body: { name: "By hand" } });
        return read;
      },
    };
    assert.equal(await kinds.workspace.update?.(racing, before, { name: "By file" }), "changed");
    assert.equal((await latchkey.getWorkspace({ id })).name, "By hand");
    await latchkey.deleteWorkspace({ id });
  });

  it("of an integration stays", async () => {
    const body = { id, name: "Notes", redirect_uris };
    const before = await latchkey.createIntegration({ body });
    const racing: typeof latchkey = {
      ...latchkey,
      async getIntegration(input) {
        const read = await latchkey.getIntegration(input);
        await latchkey.updateIntegration({ ...input, body: { ...body, name: "By hand" } });
        return read;
      },
    };
    assert.equal(await kinds.integration.update?.(racing, before, body), "changed");
    assert.equal((await latchkey.getIntegration({ id })).name, "By hand");
    await latchkey.deleteIntegration({ id });
  });
});

it("lists and finds what is beyond the first 500", async () => {
  for (let at = 0; at < 501; at += 1) {
    const type = `type-${String(at).padStart(3, "0")}`;
    const body = { type, schema: {}, sentences: { en: "Pay" } };
    await latchkey.createAuthorizationDetailsType({ body });
    const identifier = `https://photos.example/${at === 0 ? "" : `0${at}`}`;
    await latchkey.createApi({ body: { identifier, name: `API ${1_000 - at}` } });
  }
  const { code, out } = await run("details-types list --all --json");
  assert.equal(code, 0);
  assert.equal(JSON.parse(out).length, 501);
  assert.match((await run("details-types list")).err, /--page 2/);
  const found = await run("apis get https://photos.example/");
  assert.equal(JSON.parse(found.out).identifier, "https://photos.example/");
});

it("plans without write access and without the secrets, and says what it did not compare", async () => {
  const [, port] = await freePorts();
  const keys = [mintApiKey(), mintApiKey()];
  const [reader = "", writer = ""] = keys.map(hashApiKey);
  const apiKeys = [`read:${reader}`, `read+write:${writer}`];
  await startSignInServer({ "serve.admin.port": port, "serve.admin.api_keys": apiKeys });
  const config = write({ "photos.yaml": CONFIG });
  const url = { LATCHKEY_ADMIN_URL: `http://127.0.0.1:${port}` };
  const as = (index: number, more: object = {}) => ({
    env: { ...url, LATCHKEY_API_KEY: keys[index] ?? "", ...more },
  });
  const secret = { PHOTOS_SECRET: "the secret of photos" };
  const created = await runInProcess(`plan -f ${config}`, as(0));
  assert.match(created.err, /not compared: client\/photos\.\nPlan: 2 to create\.\n$/);
  const refused = await runInProcess(`apply -f ${config}`, as(1));
  assert.match(refused.err, /PHOTOS_SECRET is not set/);
  assert.equal((await runInProcess(`apply -f ${config}`, as(1, secret))).code, 0);

  for (const caller of [as(0), as(0, secret)]) {
    const planned = await runInProcess(`plan -f ${config} --check`, caller);
    assert.match(planned.err, /^Secrets were not compared: client\/photos\.\n/);
    assert.equal(planned.code, 0, planned.err);
  }
  const other = await runInProcess(`plan -f ${config}`, as(1, { PHOTOS_SECRET: "another secret" }));
  assert.equal(other.err, "Plan: 1 to update.\n");
});
