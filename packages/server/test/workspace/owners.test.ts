import assert from "node:assert/strict";
import { describe, it, test } from "node:test";
import { startTestServer } from "../support/server.ts";
import { askMe, botOf, callerOf, install, pairOf } from "./caller.ts";
import {
  changeIntegration,
  setUpWorkspace,
  registerIntegration,
  highLimits,
} from "./authorization.ts";
import { assertEnveloped, assertRefused } from "./refusal.ts";

const world = await startTestServer(highLimits);
const { latchkey } = world;
const { workspace, alice, bob } = await setUpWorkspace(latchkey);

const partial = { object: "user", id: alice.user_id };
const named = {
  ...partial,
  type: "person",
  name: "Alice Liddell",
  avatar_url: "https://wonderland.example/alice.png",
};

describe("an owner has the fields that the capabilities allow:", () => {
  const rows = [
    ["nothing about users", ["read_content"], partial],
    ["users without email", ["read_user_without_email"], { ...named, person: {} }],
    [
      "users with email",
      ["read_user_with_email"],
      { ...named, person: { email: "alice@wonderland.example" } },
    ],
  ] as const;
  for (const [what, capabilities, user] of rows) {
    it(`${what}, at the exchange, at the refresh and in users/me`, async () => {
      const app = await registerIntegration(latchkey, { capabilities });
      const caller = callerOf(world, app);
      const first = await install(world, app);
      const second = pairOf(await caller.refresh(first.refresh_token));
      const bot = botOf(await caller.me(second.access_token));
      for (const { owner } of [first, second, bot.bot])
        assert.deepEqual(owner, { type: "user", user });
    });
  }

  it("a user without a name and an email has nulls and an empty person", async () => {
    const app = await registerIntegration(latchkey, { capabilities: ["read_user_with_email"] });
    const { owner } = await install(world, app, { subject: "bob" });
    const nameless = { type: "person", name: null, avatar_url: null, person: {} };
    assert.deepEqual(owner, {
      type: "user",
      user: { object: "user", id: bob.user_id, ...nameless },
    });
  });

  it("a capability that was taken away since is not used", async () => {
    const app = await registerIntegration(latchkey, {
      capabilities: ["read_content", "read_user_with_email"],
    });
    const { access_token } = await install(world, app);
    await changeIntegration(latchkey, app, { capabilities: ["read_content"] });
    const { owner } = botOf(await callerOf(world, app).me(access_token)).bot;
    assert.deepEqual(owner, { type: "user", user: partial });
  });
});

describe("a workspace as owner", () => {
  it("is one bot for all users who install it, and has no user", async () => {
    const app = await registerIntegration(latchkey, { allow_workspace_owner: true });
    const caller = callerOf(world, app);
    const options = { params: { owner: "workspace" } };
    const first = await install(world, app, options);
    assert.deepEqual(first.owner, { type: "workspace", workspace: true });
    const { id } = workspace;
    await latchkey.createWorkspaceMember({ id, body: { subject: "queen", role: "admin" } });
    const second = await install(world, app, { ...options, subject: "queen" });
    assert.equal(second.bot_id, first.bot_id);
    const personal = await install(world, app);
    assert.notEqual(personal.bot_id, first.bot_id);

    const { owner_type, owner_user_id } = await latchkey.getInstallation({ bot_id: first.bot_id });
    assert.deepEqual(
      { owner_type, owner_user_id },
      { owner_type: "workspace", owner_user_id: null },
    );
    assert.deepEqual(botOf(await caller.me(first.access_token)).bot.owner, first.owner);
  });

  it("stays when the administrator who installed it leaves", async () => {
    const app = await registerIntegration(latchkey, { allow_workspace_owner: true });
    const { id } = workspace;
    const king = await latchkey.createWorkspaceMember({
      id,
      body: { subject: "king", role: "admin" },
    });
    const options = { subject: "king", params: { owner: "workspace" } };
    const pair = await install(world, app, options);
    await latchkey.deleteWorkspaceMember({ id, user_id: king.user_id });
    const caller = callerOf(world, app);
    assert.equal(await caller.isActive(pair.access_token), true);
    assert.equal((await caller.refresh(pair.refresh_token)).status, 200);
  });
});

test("users/me is the bot, exactly", async () => {
  const app = await registerIntegration(latchkey, { icon: "https://photos.example/icon.png" });
  const { access_token, bot_id } = await install(world, app);
  const received = await callerOf(world, app).me(access_token);
  assert.equal(received.status, 200);
  const { request_id: _, ...bot } = assertEnveloped(received);
  assert.deepEqual(bot, {
    object: "user",
    id: bot_id,
    name: "Photos",
    avatar_url: "https://photos.example/icon.png",
    type: "bot",
    bot: {
      owner: { type: "user", user: partial },
      workspace_id: workspace.id,
      workspace_name: "Wonderland",
      workspace_limits: { max_file_upload_size_in_bytes: 5_242_880 },
    },
  });
});

describe("users/me", () => {
  it("requires the version and a bearer token", async () => {
    const app = await registerIntegration(latchkey);
    const { access_token, refresh_token } = await install(world, app);
    const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
    for (const headers of [
      {},
      bearer("lk_wat_guess"),
      bearer(refresh_token),
      { Authorization: app.authorization },
      { Authorization: access_token },
    ]) {
      const received = await askMe(world.fetch, headers);
      assertRefused(received, 401, "unauthorized", "standard");
    }
    const old = { ...bearer(access_token), "Service-Version": "yesterday" };
    assertRefused(await askMe(world.fetch, old), 400, "validation_error", "standard");
    const mute = { ...bearer(access_token), "Service-Version": "" };
    assertRefused(await askMe(world.fetch, mute), 400, "missing_version", "standard");
    assert.equal((await askMe(world.fetch, bearer(access_token))).status, 200);
  });
});
