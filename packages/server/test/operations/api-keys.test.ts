import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, it } from "node:test";
import { ApiError, type Client, createClient } from "@latchkey/client";
import { operations, roles } from "@latchkey/api";
import { hashApiKey, mintApiKey } from "../../src/crypto/api-key.ts";
import type { Context } from "../../src/context/context.ts";
import type { OperatorsContext } from "../../src/features/operators/context.ts";
import { writeUsedKeys } from "../../src/features/operators/used-keys-job.ts";
import type { Server } from "../../src/process/server.ts";
import { startTestServer, startTwoServers, type TestServer } from "../support/server.ts";

const bootstrap = mintApiKey();
const settings = { "serve.admin.api_keys": [`read+write+keys:${hashApiKey(bootstrap)}`] };

describe("API keys as records", () => {
  it("are created by a key of the settings, shown once, listed, renamed and revoked", async () => {
    const started = await startTestServer(settings);
    const root = connect(started, bootstrap);
    const created = await root.createApiKey({ body: { name: "CI", role: "viewer" } });
    assert.match(created.key, /^lk_key_/);
    const { key, ...shown } = created;
    assert.equal(shown.created_by.name, "serve.admin.api_keys");
    assert.deepEqual(await root.getApiKey({ id: created.id }), shown);
    assert.deepEqual(await root.listApiKeys(), [shown]);

    const ci = connect(started, key);
    assert.deepEqual((await ci.getAccess()).caller, {
      kind: "api_key",
      id: created.id,
      name: "CI",
    });
    assert.deepEqual(await ci.listOAuth2Clients(), []);
    const renamed = await root.renameApiKey({ id: created.id, body: { name: "Deployments" } });
    assert.equal(renamed.name, "Deployments");
    await root.revokeApiKey({ id: created.id });
    await refuses(ci.listOAuth2Clients(), 401, /not known, or was revoked/);
    await refuses(root.getApiKey({ id: created.id }), 404, /No API key/);
    await refuses(root.renameApiKey({ id: "x", body: { name: "y" } }), 404, /No API key/);
    await refuses(root.revokeApiKey({ id: "x" }), 404, /No API key/);
    const { lines, server } = started;
    server.context.log.flush();
    assert.ok(!lines.some((line) => line.includes(key)), "no key is logged");
  });

  it("may call what their role or their operations say, over the whole contract", async () => {
    const started = await startTestServer(settings);
    const root = connect(started, bootstrap);
    const keys = new Map<string, string>();
    for (const role of roles)
      keys.set(role, (await root.createApiKey({ body: { name: role, role } })).key);
    for (const [id, { access, role, method, path }] of Object.entries(operations)) {
      if (access === "open" || role === null || id === "endOperatorSession") continue;
      const rank = ["any", ...roles].indexOf(role);
      for (const [at, name] of roles.entries()) {
        const target = `http://admin.test${path.replaceAll(/\{\w+\}/g, "unknown")}`;
        const headers = { Authorization: `Bearer ${keys.get(name)}` };
        const { headers: received, status } = await started.fetch(target, { method, headers });
        const isRefused = received.get("www-authenticate")?.includes("insufficient_scope") === true;
        assert.equal(isRefused, at + 1 < rank, `${name}: ${id} is ${status}`);
        if (isRefused) assert.equal(status, 403);
      }
    }
    const operation = "createOAuth2Client" as const;
    const { key } = await root.createApiKey({ body: { name: "one", operations: [operation] } });
    const one = connect(started, key);
    await one.createOAuth2Client({ body: { client_id: "photos" } });
    await refuses(one.getOAuth2Client({ id: "photos" }), 403, /may not call getOAuth2Client/);
    assert.deepEqual((await one.getAccess()).operations, [operation]);
  });

  it("expire, and say so", async () => {
    const started = await startTestServer(settings);
    const root = connect(started, bootstrap);
    const body = { name: "CI", role: "viewer", expires_in: "1h" } as const;
    const { key, expires_at } = await root.createApiKey({ body });
    assert.equal(expires_at, "2027-01-15T09:00:00Z");
    const ci = connect(started, key);
    started.clock.now += 3_599;
    await ci.listApis();
    started.clock.now += 1;
    await refuses(ci.listApis(), 401, /expired at 2027-01-15T09:00:00Z/);
  });

  it("are refused by another server within a second of their revocation", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const [one, two] = await startTwoServers(settings);
    const root = connect(one, bootstrap);
    const { key, id } = await root.createApiKey({ body: { name: "CI", role: "viewer" } });
    const there = connect(two, key);
    await there.listApis();
    await root.revokeApiKey({ id });
    await there.listApis();
    t.mock.timers.tick(999);
    for (let turn = 1; (await there.call("listApis", {})).status !== 401; turn += 1) {
      assert.ok(turn < 1_000, "the other server accepts it for a second");
      await nextTurn();
    }
    t.mock.timers.reset();
  });

  it("say when they were last used, to the minute", async () => {
    const [one, two] = await startTwoServers(settings);
    const root = connect(one, bootstrap);
    const { key, id } = await root.createApiKey({ body: { name: "CI", role: "viewer" } });
    const lastUse = async (): Promise<string | undefined> => {
      for (const { server } of [one, two]) await writeUsedKeys(contextOf(server));
      return (await root.getApiKey({ id })).last_used_at;
    };
    assert.equal(await lastUse(), undefined);
    await connect(one, key).listApis();
    assert.equal(await lastUse(), "2027-01-15T08:00:00Z");
    one.clock.now += 59;
    await connect(one, key).listApis();
    assert.equal(await lastUse(), "2027-01-15T08:00:00Z", "written once a minute");
    two.clock.now += 120;
    await connect(two, key).listApis();
    assert.equal(await lastUse(), "2027-01-15T08:02:00Z");
    one.clock.now += 1;
    await connect(one, key).listApis();
    assert.equal(await lastUse(), "2027-01-15T08:02:00Z", "it never goes back");
  });
});

describe("attacks with API keys", () => {
  it("a key creates none that may do more than itself", async () => {
    const started = await startTestServer({
      "serve.admin.api_keys": [`read+write:${hashApiKey(bootstrap)}`],
    });
    const writer = connect(started, bootstrap);
    const of = (body: Parameters<Client["createApiKey"]>[0]["body"]) =>
      writer.createApiKey({ body });
    await refuses(of({ name: "x", role: "administrator" }), 403, /rights that you do not have/);
    await refuses(of({ name: "x", operations: ["getJsonWebKeySet"] }), 403, /do not have/);
    await refuses(of({ name: "x", role: "operator" }), 403, /expires_in/);
    const { key } = await of({ name: "x", role: "operator", expires_in: "1h" });
    const operator = connect(started, key);
    const raised = operator.createApiKey({ body: { name: "y", role: "operator" } });
    await refuses(raised, 403, /needs the role administrator, and yours is operator/);
    await refuses(
      operator.addOperator({ body: { subject: "mallory", role: "viewer" } }),
      403,
      /needs the role administrator/,
    );
    const { key: maker } = await started.server.latchkey.createApiKey({
      body: { name: "maker", operations: ["createApiKey"] },
    });
    const made = connect(started, maker).createApiKey({
      body: { name: "y", operations: ["listApis"], expires_in: "1h" },
    });
    await refuses(made, 403, /rights that you do not have/);
  });

  it("a request names either a role or operations that exist", async () => {
    const root = connect(await startTestServer(), undefined);
    const of = (body: object) => root.call("createApiKey", { body: { name: "x", ...body } });
    for (const body of [
      {},
      { role: "viewer", operations: ["listApis"] },
      { operations: [] },
      { operations: ["listApis", "noSuchOperation"] },
      { operations: ["oauth2Token"] },
      { role: "root" },
      { role: "administrator", workspaces: ["acme"] },
      { role: "viewer", workspaces: [] },
      { role: "viewer", expires_in: "soon" },
      { role: "viewer", scopes: ["write"] },
    ])
      assert.equal((await of(body)).status, 400, JSON.stringify(body));
  });

  it("a key that sees one workspace sees no other, through lists, searches and nested paths", async () => {
    const started = await startTestServer(settings);
    const root = connect(started, bootstrap);
    const acme = await root.createWorkspace({ body: { name: "Acme" } });
    const other = await root.createWorkspace({ body: { name: "Globex" } });
    const { key } = await root.createApiKey({
      body: { name: "Acme", role: "operator", workspaces: [acme.id] },
    });
    const limited = connect(started, key);
    assert.deepEqual((await limited.getAccess()).workspaces, [acme.id]);
    assert.deepEqual(await limited.listWorkspaces(), [acme]);
    assert.deepEqual(await limited.listWorkspaces({ search: "glob" }), []);
    assert.deepEqual(await limited.listWorkspaces({ search: "ACM" }), [acme]);
    assert.deepEqual(await limited.listWorkspaces({ offset: 1 }), []);
    assert.equal((await limited.getWorkspace({ id: acme.id })).name, "Acme");
    const refused = /must be that of a workspace that you see/;
    await refuses(limited.getWorkspace({ id: other.id }), 403, refused);
    await refuses(limited.listWorkspaceMembers({ id: other.id }), 403, refused);
    await refuses(limited.listInstallations({ workspace_id: other.id }), 403, refused);
    await refuses(limited.listInstallations(), 403, refused);
    const twice = `workspace_id=${acme.id}&workspace_id=${other.id}`;
    const repeated = await started.fetch(`http://admin.test/workspace/installations?${twice}`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    assert.equal(repeated.status, 403);
    await refuses(limited.deleteWorkspace({ id: acme.id }), 403, /all workspaces/);
    await refuses(limited.listIntegrations(), 403, /all workspaces/);
    await refuses(limited.listOAuth2Clients(), 403, /all workspaces/);
    await refuses(limited.listEventReceivers(), 403, /all workspaces/);
    await refuses(limited.listEventStreams(), 403, /all workspaces/);
  });

  it("a key that sees one workspace cannot share a resource of another with a bot of its own", async () => {
    const started = await startTestServer(settings);
    const root = connect(started, bootstrap);
    const acme = await root.createWorkspace({ body: { name: "Acme" } });
    const body = { name: "Globex", resources: [{ title: "Payroll" }] };
    const [payroll] = (await root.createWorkspace({ body })).resources;
    assert.ok(payroll);
    const bot = await root.createIntegration({
      body: {
        name: "Export",
        kind: "internal",
        install_scope: [acme.id],
        capabilities: ["read_content"],
      },
    });
    const token = bot.access_token ?? "";
    const facts = await root.introspectIntegrationToken({ body: { token } });
    assert.ok(facts.active);
    const { bot_id } = facts.installation;
    const { key } = await root.createApiKey({
      body: { name: "Acme", role: "operator", workspaces: [acme.id] },
    });
    const limited = connect(started, key);
    const claim = { id: acme.id, body: { resources: [payroll] } };
    await refuses(limited.updateWorkspace(claim), 400, /leave the ids of new resources out/);
    const share = { bot_id, body: { resources: [payroll.id] } };
    await refuses(limited.updateInstallation(share), 400, /resources of the workspace/);
    const own = { id: acme.id, body: { resources: [{ title: "Guests" }] } };
    const [guests] = (await limited.updateWorkspace(own)).resources;
    assert.ok(guests && guests.id !== payroll.id);
    await limited.updateInstallation({ bot_id, body: { resources: [guests.id] } });
    await limited.updateWorkspace({ id: acme.id, body: { resources: [guests] } });
    const after = await root.introspectIntegrationToken({ body: { token } });
    assert.deepEqual(after.active && after.installation.resources, [guests.id]);
  });

  it("own rights, and those of the last administrator, are taken only with force", async () => {
    const started = await startTestServer({ "serve.admin.require_authentication": true });
    const within = started.server.latchkey;
    const body = { name: "first", role: "administrator" } as const;
    const { key, id } = await within.createApiKey({ body });
    const only = connect(started, key);
    await refuses(only.revokeApiKey({ id }), 409, /your own rights/);
    await refuses(within.revokeApiKey({ id }), 409, /No administrator would be left/);
    const added = await only.addOperator({ body: { subject: "bob", role: "administrator" } });
    await within.revokeApiKey({ id });
    await refuses(within.removeOperator({ subject: added.subject }), 409, /No administrator/);
    const demoted = { subject: added.subject, body: { role: "viewer" } } as const;
    await refuses(within.updateOperator(demoted), 409, /No administrator/);
    await within.updateOperator({ ...demoted, force: "true" });
    await refuses(only.listApis(), 401, /revoked/);
    await refuses(connect(started, undefined).listApis(), 401, /Send an API key/);
  });

  it("a listener of this machine lets requests without a key pass, and none with a bad one", async () => {
    const started = await startTestServer();
    assert.deepEqual(await connect(started, undefined).listApis(), []);
    assert.deepEqual(await connect(started, "what-hydra-users-send").listApis(), []);
    await refuses(connect(started, mintApiKey()).listApis(), 401, /not known, or was revoked/);
    const { key } = await connect(started, undefined).createApiKey({
      body: { name: "viewer", role: "viewer" },
    });
    await refuses(
      connect(started, key).createApi({ body: { identifier: "https://x.example" } }),
      403,
      /operator/,
    );
  });
});

function contextOf({ context }: Server): OperatorsContext {
  if (!hasOperators(context)) throw new Error("The server has no operators.");
  return context;
}

function hasOperators(context: Context): context is OperatorsContext {
  return "operators" in context;
}

function connect({ fetch }: TestServer, api_key: string | undefined): Client {
  return createClient({ admin: "http://admin.test", fetch, ...(api_key && { api_key }) });
}

async function refuses(call: Promise<unknown>, status: number, said: RegExp): Promise<void> {
  await assert.rejects(call, (error) => {
    assert.ok(error instanceof ApiError);
    assert.equal(error.status, status);
    assert.match(error.error_description ?? "", said);
    return true;
  });
}
