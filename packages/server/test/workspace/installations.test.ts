import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestServer } from "../support/server.ts";
import { callerOf, install, pairOf } from "./caller.ts";
import {
  authorize,
  changeIntegration,
  setUpWorkspace,
  PAGE,
  registerIntegration,
  highLimits,
} from "./authorization.ts";
import { assertRefused } from "./refusal.ts";
import { aliceAtHome } from "./settings-page.ts";

const world = await startTestServer(highLimits);
const { latchkey, clock } = world;
const { workspace, alice, photos } = await setUpWorkspace(latchkey);
const caller = callerOf(world, photos);

const newPair = (subject = "alice") => {
  clock.now += 60;
  return install(world, photos, { subject });
};
const statusOf = async (bot_id: string) => (await latchkey.getInstallation({ bot_id })).status;

describe("everything of a bot ends when", () => {
  it("an administrator disconnects it; what was shared is taken back, and it can be revived", async () => {
    const app = await registerIntegration(latchkey, { name: "Notes" });
    const notes = callerOf(world, app);
    const first = await install(world, app, { consent: { resources: [PAGE] } });
    const second = await install(world, app);
    const { bot_id } = first;
    await latchkey.deleteInstallation({ bot_id });
    for (const pair of [first, second]) {
      assert.equal(await notes.isActive(pair.access_token), false);
      assertRefused(await notes.refresh(pair.refresh_token), 400, "invalid_grant");
      assert.equal((await notes.me(pair.access_token)).status, 401);
    }
    const { status, resources } = await latchkey.getInstallation({ bot_id });
    assert.deepEqual({ status, resources }, { status: "disconnected", resources: [] });

    const again = await install(world, app);
    assert.equal(again.bot_id, bot_id);
    assert.equal(await statusOf(bot_id), "active");
    assert.equal(await notes.isActive(again.access_token), true);
    assert.equal(await notes.isActive(first.access_token), false, "the dead stay dead");
  });

  it("its owner leaves the workspace, and no other one does", async () => {
    const { id } = workspace;
    const leaver = await latchkey.createWorkspaceMember({ id, body: { subject: "rabbit" } });
    const [theirs, hers] = [await newPair("rabbit"), await newPair()];
    clock.now += 60;
    const pending = await authorize(world, photos, { subject: "rabbit" });
    await latchkey.deleteWorkspaceMember({ id, user_id: leaver.user_id });
    assert.equal(await caller.isActive(theirs.access_token), false);
    assertRefused(await caller.refresh(theirs.refresh_token), 400, "invalid_grant");
    assertRefused(await caller.exchange(pending), 400, "invalid_grant");
    assert.equal(await caller.isActive(hers.access_token), true);
    assert.equal(await statusOf(theirs.bot_id), "disconnected");

    const { user_id, subject } = leaver;
    await latchkey.createWorkspaceMember({ id, body: { user_id, subject } });
    assert.equal(await caller.isActive(theirs.access_token), false, "coming back revives nothing");
    assert.equal((await newPair("rabbit")).bot_id, theirs.bot_id);
  });

  it("its integration is deleted; a later one of the same id inherits nothing", async () => {
    const app = await registerIntegration(latchkey, { name: "Notes" });
    const notes = callerOf(world, app);
    const pair = await install(world, app);
    const pending = await authorize(world, app);
    await latchkey.deleteIntegration({ id: app.id });
    assertRefused(await notes.exchange(pending), 401, "invalid_client");
    assertRefused(await notes.refresh(pair.refresh_token), 401, "invalid_client");
    assert.equal((await notes.me(pair.access_token)).status, 401);
    assert.equal((await latchkey.call("getInstallation", { bot_id: pair.bot_id })).status, 404);

    const heir = callerOf(
      world,
      await registerIntegration(latchkey, { id: app.id, name: "Notes" }),
    );
    assert.equal(await heir.isActive(pair.access_token), false);
    assertRefused(await heir.refresh(pair.refresh_token), 400, "invalid_grant");
    assertRefused(await heir.exchange(pending), 400, "invalid_grant");
  });

  it("its workspace is deleted, also for the code that waits and the workspace that was its owner", async () => {
    const app = await registerIntegration(latchkey, { name: "Notes", allow_workspace_owner: true });
    const notes = callerOf(world, app);
    const { id } = await latchkey.createWorkspace({ body: {} });
    await latchkey.createWorkspaceMember({ id, body: { subject: "queen", role: "admin" } });
    for (const owner of ["user", "workspace"]) {
      const options = { subject: "queen", params: { owner } };
      const pair = await install(world, app, options);
      assert.equal(await notes.isActive(pair.access_token), true);
    }
    const pending = await Promise.all(
      ["user", "workspace"].map((owner) =>
        authorize(world, app, { subject: "queen", params: { owner } }),
      ),
    );
    await latchkey.deleteWorkspace({ id });
    for (const code of pending) assertRefused(await notes.exchange(code), 400, "invalid_grant");
  });
});

it("a disabled integration is unknown until it is enabled again", async () => {
  const pair = await newPair();
  await changeIntegration(latchkey, photos, { enabled: false });
  assertRefused(
    await caller.post("introspect", { token: pair.access_token }),
    401,
    "invalid_client",
  );
  assertRefused(await caller.refresh(pair.refresh_token), 401, "invalid_client");
  assert.equal((await caller.me(pair.access_token)).status, 401);
  await changeIntegration(latchkey, photos, { enabled: true });
  assert.equal(await caller.isActive(pair.access_token), true);
  assert.equal(pairOf(await caller.refresh(pair.refresh_token)).bot_id, pair.bot_id);
});

it("the user disconnects it on the page of connected apps", async () => {
  const { bot_id, access_token } = await newPair();
  assert.equal((await latchkey.getInstallation({ bot_id })).owner_user_id, alice.user_id);
  const page = await aliceAtHome(world, photos);
  assert.ok((await page.list()).includes("Photos"));
  await page.disconnect(bot_id);
  assert.equal(await caller.isActive(access_token), false);
  assert.equal(await statusOf(bot_id), "disconnected");
});
