import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { basic } from "@latchkey/client";
import { text as textColumn } from "../../src/store/database/columns.ts";
import { command, query } from "../../src/store/database/statement.ts";
import { startTestServer } from "../support/server.ts";
import { botOf, callerOf, type Received } from "./caller.ts";
import { assertAdminError, UNKNOWN_ID } from "./admin-error.ts";
import { aliceAtHome } from "./settings-page.ts";
import { changeIntegration, setUpWorkspace, PAGE, highLimits } from "./authorization.ts";
import { workspaceStoreOf } from "../support/store.ts";
import { assertRefused } from "./refusal.ts";

const world = await startTestServer(highLimits);
const { latchkey, clock, lines, server } = world;
const { call } = latchkey;
const { workspace, photos } = await setUpWorkspace(latchkey);
const caller = callerOf(world, photos);

const selectDocument = query({
  given: { id: textColumn },
  returns: { document: textColumn },
  sql: "select document from integration where id = :id",
});
const updateDocument = command({
  given: { id: textColumn, document: textColumn },
  sql: "update integration set document = :document where id = :id",
});

const internal = {
  name: "Nightly export",
  kind: "internal",
  install_scope: [workspace.id],
  capabilities: ["read_content", "read_user_with_email"],
} as const;

const create = async (change: object = {}) => {
  const made = await latchkey.createIntegration({ body: { ...internal, ...change } });
  const { access_token } = made;
  assert.ok(access_token !== undefined);
  return { ...made, access_token };
};

const issue = async (id: string, overlap?: number) => {
  const body = overlap === undefined ? {} : { body: { overlap } };
  const { access_token = "" } = await latchkey.issueIntegrationToken({ id, ...body });
  return access_token;
};

const works = async (token: string): Promise<boolean> => {
  const received = await caller.me(token);
  if (received.status !== 200) assertInvalid(received);
  return received.status === 200;
};

function assertInvalid(received: Received): void {
  assertRefused(received, 401, "unauthorized", "standard");
}

describe("an internal integration", () => {
  it("is created with a token, returned once, that works at /v1/users/me", async () => {
    const { access_token, client_secret, ...shown } = await create();
    assert.match(access_token, /^lk_wit_[\w-]{54}$/);
    assert.equal(client_secret, undefined);
    const bot = botOf(await caller.me(access_token));
    const { request_id: _, id, ...rest } = bot;
    assert.deepEqual(rest, {
      object: "user",
      name: "Nightly export",
      avatar_url: null,
      type: "bot",
      bot: {
        owner: { type: "workspace", workspace: true },
        workspace_id: workspace.id,
        workspace_name: "Wonderland",
        workspace_limits: { max_file_upload_size_in_bytes: 5 * 1024 * 1024 },
      },
    });
    assert.equal(shown.token_issued_at, shown.created_at);
    assert.deepEqual(await latchkey.getIntegration({ id: shown.id }), shown);
    const [installation] = await latchkey.listInstallations({ integration_id: shown.id });
    assert.equal(installation?.bot_id, id);
    assert.deepEqual(
      [installation?.owner_type, installation?.owner_user_id, installation?.status],
      ["workspace", null, "active"],
    );
  });

  it("has a bot that resources are shared with, as with every other", async () => {
    const { id } = await create();
    const [made] = await latchkey.listInstallations({ integration_id: id });
    const bot_id = made?.bot_id ?? "";
    const body = { resources: [PAGE] };
    const { resources } = await latchkey.updateInstallation({ bot_id, body });
    assert.deepEqual(resources, [PAGE]);
  });

  it("keeps its bot and its token when it is changed", async () => {
    const { id, access_token } = await create();
    const before = botOf(await caller.me(access_token));
    const changed = await changeIntegration(latchkey, { id }, { name: "Hourly export" });
    assert.equal(changed.access_token, undefined);
    const now = botOf(await caller.me(access_token));
    assert.deepEqual([now.id, now.name], [before.id, "Hourly export"]);
  });

  it("is not created for a workspace that does not exist", async () => {
    const body = { ...internal, id: UNKNOWN_ID, install_scope: [UNKNOWN_ID] };
    assertAdminError(await call("createIntegration", { body }), 400);
    assertAdminError(await call("getIntegration", { id: UNKNOWN_ID }), 404);
  });

  it("is created once under an id, with one bot", async () => {
    const { id } = await create();
    assertAdminError(await call("createIntegration", { body: { ...internal, id } }), 409);
    assert.equal((await latchkey.listInstallations({ integration_id: id })).length, 1);
  });

  it("has no OAuth client: neither its id nor its token authenticates at the three endpoints", async () => {
    const { client_id, access_token } = await create();
    for (const authorization of [basic(client_id, access_token), `Bearer ${access_token}`]) {
      const inside = callerOf(world, { authorization });
      for (const received of [
        await inside.exchange("x"),
        await inside.revoke(access_token),
        await inside.post("introspect", { token: access_token }),
      ])
        assertRefused(received, 401, "invalid_client");
    }
  });

  it("has a token that other integrations learn nothing of, and cannot revoke", async () => {
    const { access_token } = await create();
    const { request_id: _, ...introspected } = await caller.introspect(access_token);
    assert.deepEqual(introspected, { active: false });
    assert.equal((await caller.revoke(access_token)).status, 200);
    assert.equal(await works(access_token), true);
  });
});

describe("a new token of an internal integration", () => {
  it("works beside the previous one for the overlap", async () => {
    const { id, access_token: first } = await create();
    clock.now += 5;
    const second = await issue(id, 60);
    assert.notEqual(second, first);
    assert.deepEqual([await works(first), await works(second)], [true, true]);
    clock.now += 60;
    assert.deepEqual([await works(first), await works(second)], [false, true]);
    assert.equal(botOf(await caller.me(second)).name, "Nightly export");
  });

  it("replaces the one before at once with an overlap of 0, and after a day unless said", async () => {
    const { id, access_token: first } = await create();
    const second = await issue(id, 0);
    assert.deepEqual([await works(first), await works(second)], [false, true]);
    const third = await issue(id);
    clock.now += 86_399;
    assert.deepEqual([await works(second), await works(third)], [true, true]);
    clock.now += 1;
    assert.deepEqual([await works(second), await works(third)], [false, true]);
  });

  it("leaves those before it valid for their overlaps, of which five may overlap", async () => {
    const { id, access_token: first } = await create();
    const tokens = [first, await issue(id, 600), await issue(id, 60)];
    assert.deepEqual(await Promise.all(tokens.map(works)), [true, true, true]);
    clock.now += 60;
    assert.deepEqual(await Promise.all(tokens.map(works)), [true, false, true]);
    for (let round = 1; round <= 4; round += 1) await issue(id, 600);
    assertAdminError(await call("issueIntegrationToken", { id, body: { overlap: 60 } }), 409);
    assert.equal(await works(first), true);
    await issue(id, 0);
    assert.equal(await works(first), false);
  });

  it("can be issued to one that was stored without any, and creates its bot", async () => {
    const { store } = server.context;
    const { integrations } = workspaceStoreOf(server.context);
    const stored = await integrations.find((await create()).id);
    assert.ok(stored !== undefined);
    const ids = { id: crypto.randomUUID(), client_id: crypto.randomUUID() };
    await integrations.create({ ...stored, ...ids });
    await store.tools.database.write(function* removeTokens() {
      const [row] = yield* selectDocument({ id: ids.id });
      assert.ok(row !== undefined);
      const { tokens, ...document } = JSON.parse(row.document);
      assert.ok(tokens !== undefined);
      yield* updateDocument({ id: ids.id, document: JSON.stringify(document) });
    });
    assert.equal((await latchkey.getIntegration(ids)).token_issued_at, undefined);
    assert.equal(await works(await issue(ids.id)), true);
    assert.equal((await latchkey.listInstallations({ integration_id: ids.id })).length, 1);
  });

  it("is not issued to a public integration, nor to none, nor with a strange overlap", async () => {
    assertAdminError(await call("issueIntegrationToken", { id: photos.id }), 400);
    assertAdminError(await call("revokeIntegrationTokens", { id: photos.id }), 400);
    assertAdminError(await call("issueIntegrationToken", { id: UNKNOWN_ID }), 404);
    assertAdminError(await call("revokeIntegrationTokens", { id: UNKNOWN_ID }), 404);
    const { id } = await create();
    assertAdminError(await call("issueIntegrationToken", { id, body: { overlap: -1 } }), 400);
    assertAdminError(await call("rotateIntegrationSecret", { id }), 400);
  });
});

describe("the token of an internal integration ends", () => {
  it("when all are revoked: the bot is dormant, and a new token wakes it", async () => {
    const { id, access_token: first } = await create();
    const second = await issue(id, 3_600);
    const { id: bot_id } = botOf(await caller.me(second));
    await latchkey.updateInstallation({ bot_id, body: { resources: [PAGE] } });
    await latchkey.revokeIntegrationTokens({ id });
    assert.deepEqual([await works(first), await works(second)], [false, false]);
    assert.equal((await latchkey.getIntegration({ id })).token_issued_at, undefined);
    assert.equal((await latchkey.getInstallation({ bot_id })).status, "dormant");
    const third = await issue(id, 3_600);
    assert.equal(botOf(await caller.me(third)).id, bot_id);
    assert.deepEqual((await latchkey.getInstallation({ bot_id })).resources, [PAGE]);
    assert.deepEqual([await works(first), await works(second)], [false, false]);
  });

  it("when its bot is disconnected, permanently: a later token does not restore it", async () => {
    const { id, access_token } = await create();
    const { id: bot_id } = botOf(await caller.me(access_token));
    await latchkey.deleteInstallation({ bot_id });
    assert.equal(await works(access_token), false);
    const next = await issue(id, 3_600);
    assert.equal(botOf(await caller.me(next)).id, bot_id);
    assert.equal(await works(access_token), false);
  });

  it("when an administrator of the workspace disconnects it", async () => {
    const { access_token } = await create();
    const { id: bot_id } = botOf(await caller.me(access_token));
    const settings = await aliceAtHome(world, photos);
    assert.match(await settings.list(), /Nightly export/);
    await settings.disconnect(bot_id);
    assert.equal(await works(access_token), false);
  });

  it("while the integration is disabled", async () => {
    const { id, access_token } = await create();
    await changeIntegration(latchkey, { id }, { enabled: false });
    assert.equal(await works(access_token), false);
    await changeIntegration(latchkey, { id }, { enabled: true });
    assert.equal(await works(access_token), true);
  });

  it("with the integration", async () => {
    const { id, access_token } = await create();
    await latchkey.deleteIntegration({ id });
    assert.equal(await works(access_token), false);
  });

  it("with the workspace, and then there is none to be had", async () => {
    const { id: there } = await latchkey.createWorkspace({ body: { name: "Looking-glass" } });
    const { id, access_token } = await create({ install_scope: [there] });
    assert.equal(await works(access_token), true);
    await latchkey.deleteWorkspace({ id: there });
    assert.equal(await works(access_token), false);
    assertAdminError(await call("issueIntegrationToken", { id }), 400);
  });
});

it("a text that only looks like a token of an internal integration is none", async () => {
  const { access_token } = await create();
  const [start, end] = [access_token.slice(0, -4), access_token.slice(-4)];
  const other = end === "AAAA" ? "BBBB" : "AAAA";
  for (const text of [start + other, `${access_token}x`, start, `lk_wit_${"A".repeat(54)}`])
    assert.equal(await works(text), false, text);
});

it("the log and the answers that follow hold no token", async () => {
  const { id, access_token } = await create();
  const next = await issue(id);
  for (const token of [access_token, next, `${next}x`]) await caller.me(token);
  server.context.log.flush();
  const said = `${lines.join("")}${JSON.stringify(await latchkey.listIntegrations({}))}`;
  for (const token of [access_token, next]) assert.ok(!said.includes(token));
});
