import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { operationIds, operations, type OperationId, type Permission } from "@latchkey/api";
import { createClient } from "@latchkey/client";
import { startTestServer, type TestServer } from "../support/server.ts";
import { registerSelf } from "./registration.ts";

/** Fields of a client that only administrators set, each with a value. Written by hand, so that no right changes unseen. */
const rights = { vault_providers: ["there"], support_access: true } as const;

const redirect_uris = ["https://photos.example/callback"];
const moved = ["https://mallory.example/callback"];

/** What a body has for the operation to succeed, and what it would do to the client. */
const bodies: Readonly<Record<string, unknown>> = {
  createOAuth2Client: { client_id: "mallory", redirect_uris: moved },
  updateOAuth2Client: { redirect_uris: moved },
  patchOAuth2Client: [{ op: "replace", path: "/redirect_uris", value: moved }],
  setOAuth2ClientLifespans: {},
  compareOAuth2ClientSecret: { client_secret: "a guess" },
  renameApiKey: { name: "mine" },
  updateOperator: { role: "viewer" },
};

const acting = (kind: Permission["acts_on"]): readonly OperationId[] =>
  operationIds.filter((id) => {
    const row: Permission = operations[id];
    return row.acts_on === kind;
  });

async function start() {
  const world = await startTestServer({
    "serve.admin.require_authentication": true,
    "oauth2.registration.mode": "open",
  });
  const { latchkey } = world.server;
  const keyOf = async (body: { role?: "operator" | "administrator"; operations?: string[] }) => {
    const { key } = await latchkey.createApiKey({ body: { name: "CI", ...body } });
    return key;
  };
  return { world, latchkey, keyOf };
}

/** Calls an operation as the holder of a key. */
async function call(
  { fetch }: Pick<TestServer, "fetch">,
  id: OperationId,
  params: Readonly<Record<string, string>>,
  key: string,
  body = bodies[id],
) {
  const { method, path } = operations[id];
  const at = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
  const response = await fetch(`http://admin.test${at}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

describe("a client with a right that only administrators hand out", () => {
  for (const [right, value] of Object.entries(rights)) {
    for (const id of acting("client").filter((one) => one !== "createOAuth2Client")) {
      it(`${right}: ${id} is for administrators`, async () => {
        const { world, latchkey, keyOf } = await start();
        const desk = { client_id: "desk", redirect_uris, [right]: value };
        await latchkey.createOAuth2Client({ body: desk });
        await latchkey.createOAuth2Client({ body: { client_id: "plain", redirect_uris } });
        const before = await latchkey.getOAuth2Client({ id: "desk" });
        for (const key of [await keyOf({ role: "operator" }), await keyOf({ operations: [id] })]) {
          const refused = await call(world, id, { id: "desk" }, key);
          assert.equal(refused.status, 403, refused.text);
          assert.match(
            refused.text,
            new RegExp(`Only an administrator.*'desk', which has ${right}`),
          );
        }
        assert.deepEqual(await latchkey.getOAuth2Client({ id: "desk" }), before);
        const operator = await keyOf({ role: "operator" });
        const other = await call(world, id, { id: "plain" }, operator);
        assert.ok(other.status < 300, other.text);
        const administrator = await keyOf({ role: "administrator" });
        const done = await call(world, id, { id: "desk" }, administrator);
        assert.ok(done.status < 300, done.text);
      });
    }

    it(`${right}: only an administrator makes one`, async () => {
      const { world, latchkey, keyOf } = await start();
      const operator = await keyOf({ role: "operator" });
      await latchkey.createOAuth2Client({ body: { client_id: "plain", redirect_uris } });
      const given = { redirect_uris, skip_consent: true, [right]: value };
      const patch = [{ op: "add", path: `/${right}`, value }];
      const attempts = [
        await call(world, "createOAuth2Client", {}, operator, { client_id: "new", ...given }),
        await call(world, "updateOAuth2Client", { id: "plain" }, operator, given),
        await call(world, "patchOAuth2Client", { id: "plain" }, operator, patch),
      ];
      for (const { status, text } of attempts) {
        assert.equal(status, 403, text);
        assert.match(text, new RegExp(`Only an administrator may set ${right}`));
      }
      const administrator = await keyOf({ role: "administrator" });
      const done = await call(world, "patchOAuth2Client", { id: "plain" }, administrator, patch);
      assert.equal(done.status, 200, done.text);
    });

    it(`${right}: a client that registered itself no longer changes itself`, async () => {
      const { world, latchkey } = await start();
      const { id, token } = await registerSelf(world, { redirect_uris });
      const body = [{ op: "add", path: `/${right}`, value } as const];
      await latchkey.patchOAuth2Client({ id, body });
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const url = `http://public.test/connect/register/${id}`;
      const update = JSON.stringify({ client_id: id, redirect_uris: moved });
      for (const init of [{ method: "PUT", body: update }, { method: "DELETE" }])
        assert.equal((await world.fetch(url, { ...init, headers })).status, 403);
      assert.equal((await world.fetch(url, { headers })).status, 200);
      const kept = await latchkey.getOAuth2Client({ id });
      assert.deepEqual(kept.redirect_uris, redirect_uris);
    });
  }
});

describe("a key for single operations", () => {
  for (const id of acting("api_key").filter((one) => one !== "createApiKey")) {
    it(`may not call ${id} for the key of an administrator, and may for its own like`, async () => {
      const { world, latchkey, keyOf } = await start();
      const all = await latchkey.createApiKey({ body: { name: "all", role: "administrator" } });
      const like = await latchkey.createApiKey({ body: { name: "like", operations: [id] } });
      const limited = await keyOf({ operations: [id] });
      const refused = await call(world, id, { id: all.id }, limited);
      assert.equal(refused.status, 403, refused.text);
      const root = createClient({
        admin: "http://admin.test",
        fetch: world.fetch,
        api_key: all.key,
      });
      assert.equal((await root.getApiKey({ id: all.id })).name, "all");
      const allowed = await call(world, id, { id: like.id }, limited);
      assert.ok(allowed.status < 300, allowed.text);
    });
  }

  for (const id of acting("operator").filter((one) => one !== "addOperator")) {
    it(`may not call ${id} for an operator who acts for users`, async () => {
      const { world, latchkey, keyOf } = await start();
      const operator = { subject: "dana", role: "viewer", acts_for_users: true } as const;
      await latchkey.addOperator({ body: operator });
      const { key } = await latchkey.createApiKey({
        body: { name: "CI", operations: operationIds.filter((one) => mayAll(one, id)) },
      });
      const refused = await call(world, id, { subject: "dana" }, key);
      assert.equal(refused.status, 403, refused.text);
      assert.equal((await latchkey.getOperator({ subject: "dana" })).acts_for_users, true);
      const done = await call(
        world,
        id,
        { subject: "dana" },
        await keyOf({ role: "administrator" }),
      );
      assert.ok(done.status < 300, done.text);
    });
  }
});

/** Everything of a viewer, and one operation more. */
function mayAll(one: OperationId, id: OperationId): boolean {
  const { access, role } = operations[one];
  return one === id || (access !== "open" && role === "viewer");
}
