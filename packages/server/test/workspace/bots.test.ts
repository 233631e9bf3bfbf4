import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestServer } from "../support/server.ts";
import { callerOf, install } from "./caller.ts";
import { setUpWorkspace, PAGE, registerIntegration, highLimits } from "./authorization.ts";
import { assertRefused } from "./refusal.ts";

const world = await startTestServer(highLimits);
const { latchkey, clock } = world;
const { workspace, photos } = await setUpWorkspace(latchkey);
const caller = callerOf(world, photos);
const mallory = callerOf(world, await registerIntegration(latchkey, { name: "Mallory" }));

const newPair = (subject = "alice") => {
  clock.now += 60;
  return install(world, photos, { subject });
};
const statusOf = async (bot_id: string) => (await latchkey.getInstallation({ bot_id })).status;

describe("bots", () => {
  it("two installations of one user are one bot with two valid pairs", async () => {
    const [first, second] = [await newPair(), await newPair()];
    assert.equal(first.bot_id, second.bot_id);
    assert.notEqual(first.access_token, second.access_token);
    for (const { access_token } of [first, second])
      assert.equal(await caller.isActive(access_token), true);
    assert.equal((await caller.refresh(first.refresh_token)).status, 200);
    assert.equal((await caller.refresh(second.refresh_token)).status, 200);
  });

  it("two users in one workspace are two bots", async () => {
    const [hers, his] = [await newPair(), await newPair("bob")];
    assert.notEqual(hers.bot_id, his.bot_id);
    assert.equal(hers.workspace_id, his.workspace_id);
  });

  it("one user in two workspaces has two bots", async () => {
    const { id } = await latchkey.createWorkspace({ body: { name: "Looking-glass" } });
    await latchkey.createWorkspaceMember({ id, body: { subject: "alice" } });
    const consent = { workspace_id: id };
    const there = await install(world, photos, { consent });
    const here = await install(world, photos, { consent: { workspace_id: workspace.id } });
    assert.notEqual(there.bot_id, here.bot_id);
    assert.deepEqual([there.workspace_id, here.workspace_id], [id, workspace.id]);
    await latchkey.deleteWorkspace({ id });
    assert.equal(await caller.isActive(there.access_token), false);
    assert.equal(await caller.isActive(here.access_token), true);
  });

  it("two integrations of one user are two bots", async () => {
    const app = await registerIntegration(latchkey, { name: "Notes" });
    assert.notEqual((await install(world, app)).bot_id, (await newPair()).bot_id);
  });

  it("have ten live grants at most: the eleventh ends the oldest", async () => {
    await latchkey.createWorkspaceMember({ id: workspace.id, body: { subject: "dodo" } });
    const pairs = [];
    for (let round = 1; round <= 11; round += 1) pairs.push(await newPair("dodo"));
    const alive = await Promise.all(pairs.map(({ access_token }) => caller.isActive(access_token)));
    assert.deepEqual(alive, [false, ...Array.from({ length: 10 }, () => true)]);
  });

  it("never lose the pair that was issued last, though eleven came in one moment", async () => {
    await latchkey.createWorkspaceMember({ id: workspace.id, body: { subject: "hare" } });
    for (let round = 1; round <= 40; round += 1) {
      const { access_token } = await install(world, photos, { subject: "hare" });
      assert.equal(await caller.isActive(access_token), true, `the pair of round ${round} is dead`);
    }
  });
});

describe("a revocation", () => {
  for (const kind of ["access_token", "refresh_token"] as const) {
    it(`of the ${kind} ends both, and no other grant of the bot`, async () => {
      const [kept, pair] = [await newPair(), await newPair()];
      assert.equal((await caller.revoke(pair[kind])).status, 200);
      assert.equal(await caller.isActive(pair.access_token), false);
      assert.equal(await caller.isActive(pair.refresh_token), false);
      assert.equal((await caller.me(pair.access_token)).status, 401);
      assertRefused(await caller.refresh(pair.refresh_token), 400, "invalid_grant");
      assert.equal(await caller.isActive(kept.access_token), true);
      assert.equal(await statusOf(kept.bot_id), "active");
    });
  }

  it("repeated, of an unknown token or of another integration's changes nothing and reveals nothing", async () => {
    const { access_token, refresh_token } = await newPair();
    for (const token of [access_token, refresh_token]) {
      assert.equal(await mallory.isActive(token), false);
      assert.deepEqual(Object.keys(await mallory.introspect(token)), ["active", "request_id"]);
      assert.equal((await mallory.revoke(token)).status, 200);
      assert.equal(await caller.isActive(token), true);
    }
    assert.equal((await caller.revoke("lk_wat_guess")).status, 200);
    for (const _ of [1, 2]) assert.equal((await caller.revoke(access_token)).status, 200);
  });

  it("of the last grant leaves the bot dormant, and a new authorization wakes the same one", async () => {
    const fresh = await registerIntegration(latchkey, { name: "Notes" });
    const notes = callerOf(world, fresh);
    const pair = await install(world, fresh, { consent: { resources: [PAGE] } });
    await notes.revoke(pair.access_token);
    assert.equal(await statusOf(pair.bot_id), "dormant");
    const again = await install(world, fresh);
    assert.equal(again.bot_id, pair.bot_id);
    const { status, resources } = await latchkey.getInstallation({ bot_id: pair.bot_id });
    const chosen = { status: "active", resources: [] }; // What was chosen last, and nothing from before.
    assert.deepEqual({ status, resources }, chosen);
    assert.equal(await notes.isActive(again.access_token), true);
    assert.equal(await notes.isActive(pair.access_token), false);
  });
});
