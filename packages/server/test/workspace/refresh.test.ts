import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestServer } from "../support/server.ts";
import { callerOf, install, pairOf } from "./caller.ts";
import {
  changeIntegration,
  setUpWorkspace,
  registerIntegration,
  highLimits,
} from "./authorization.ts";
import { assertRefused } from "./refusal.ts";

const world = await startTestServer(highLimits);
const { latchkey, clock } = world;
const { workspace, bob, photos } = await setUpWorkspace(latchkey);
const caller = callerOf(world, photos);
const other = await registerIntegration(latchkey, { name: "Mallory" });
const mallory = callerOf(world, other);

const newPair = (subject = "alice") => {
  clock.now += 60;
  return install(world, photos, { subject });
};

describe("a refresh", () => {
  it("replaces both tokens, and the old ones are nothing at once", async () => {
    const first = await newPair();
    const second = pairOf(await caller.refresh(first.refresh_token));
    assert.equal(second.bot_id, first.bot_id);
    for (const token of [first.access_token, first.refresh_token])
      assert.equal(await caller.isActive(token), false);
    for (const token of [second.access_token, second.refresh_token])
      assert.equal(await caller.isActive(token), true);
    assert.equal((await caller.me(first.access_token)).status, 401);
    assert.equal((await caller.me(second.access_token)).status, 200);
  });

  it("may be repeated for as long as one likes", async () => {
    let pair = await newPair();
    for (let round = 1; round <= 20; round += 1) {
      clock.now += 86_400 * 30;
      pair = pairOf(await caller.refresh(pair.refresh_token));
    }
    assert.equal(await caller.isActive(pair.access_token), true);
  });
});

describe("a refresh token that was used", () => {
  it("is rejected within ten seconds, and the new pair stays valid", async () => {
    const first = await newPair();
    const second = pairOf(await caller.refresh(first.refresh_token));
    clock.now += 10;
    assertRefused(await caller.refresh(first.refresh_token), 400, "invalid_grant");
    assert.equal(await caller.isActive(second.access_token), true);
    assert.equal((await caller.refresh(second.refresh_token)).status, 200);
  });

  it("takes its grant with it later", async () => {
    const first = await newPair();
    const second = pairOf(await caller.refresh(first.refresh_token));
    clock.now += 11;
    assertRefused(await caller.refresh(first.refresh_token), 400, "invalid_grant");
    assert.equal(await caller.isActive(second.access_token), false);
    assertRefused(await caller.refresh(second.refresh_token), 400, "invalid_grant");
  });

  it("and was rotated more than ten seconds ago takes its grant with it, though a later one was not", async () => {
    const first = await newPair();
    const second = pairOf(await caller.refresh(first.refresh_token));
    clock.now += 11;
    const third = pairOf(await caller.refresh(second.refresh_token));
    assertRefused(await caller.refresh(first.refresh_token), 400, "invalid_grant");
    assert.equal(await caller.isActive(third.access_token), false);
  });

  it("and comes from another integration changes nothing, at any time", async () => {
    const first = await newPair();
    const second = pairOf(await caller.refresh(first.refresh_token));
    clock.now += 3600;
    for (const token of [first.refresh_token, second.refresh_token])
      assertRefused(await mallory.refresh(token), 400, "invalid_grant");
    assert.equal(await caller.isActive(second.access_token), true);
  });
});

describe("a refresh token is refused, and its grant does not move, when", () => {
  it("it is unknown or another's: in one sentence", async () => {
    const { refresh_token } = await newPair();
    const sentences = [
      assertRefused(await caller.refresh("lk_wrt_guess"), 400, "invalid_grant"),
      assertRefused(await mallory.refresh(refresh_token), 400, "invalid_grant"),
    ];
    assert.equal(sentences[0], sentences[1]);
    assert.equal((await caller.refresh(refresh_token)).status, 200);
  });

  it("it was revoked", async () => {
    const { refresh_token } = await newPair();
    await caller.revoke(refresh_token);
    assertRefused(await caller.refresh(refresh_token), 400, "invalid_grant");
  });

  it("the installation was disconnected", async () => {
    const { bot_id, refresh_token } = await newPair();
    await latchkey.deleteInstallation({ bot_id });
    assertRefused(await caller.refresh(refresh_token), 400, "invalid_grant");
  });

  it("the capabilities are others than those consented to, until it is authorized again", async () => {
    const { access_token, refresh_token } = await newPair();
    await changeIntegration(latchkey, photos, { capabilities: ["read_content", "read_comment"] });
    assertRefused(await caller.refresh(refresh_token), 400, "invalid_grant");
    const { active, ...rest } = await caller.introspect(access_token);
    assert.equal(active, true);
    assert.ok("scope" in rest && rest.scope === "read_content", "what was added is not granted");
    const again = await newPair();
    assert.equal((await caller.refresh(again.refresh_token)).status, 200);
  });

  it("the user left the workspace", async () => {
    const { refresh_token } = await newPair("bob");
    await latchkey.deleteWorkspaceMember({ id: workspace.id, user_id: bob.user_id });
    assertRefused(await caller.refresh(refresh_token), 400, "invalid_grant");
  });
});

it("where refresh tokens may lie unused for an hour, they may not for longer", async () => {
  const brief = await startTestServer({ ...highLimits, "workspace.ttl.refresh_token": "1h" });
  const office = await setUpWorkspace(brief.latchkey);
  const { refresh } = callerOf(brief, office.photos);
  let pair = await install(brief, office.photos);
  brief.clock.now += 3599;
  pair = pairOf(await refresh(pair.refresh_token));
  brief.clock.now += 3599;
  pair = pairOf(await refresh(pair.refresh_token));
  brief.clock.now += 3600;
  assertRefused(await refresh(pair.refresh_token), 400, "invalid_grant");
});
