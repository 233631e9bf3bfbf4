import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestServer } from "../support/server.ts";
import { callerOf, pairOf } from "./caller.ts";
import { authorize, setUpWorkspace, highLimits } from "./authorization.ts";
import { assertRefused } from "./refusal.ts";

const world = await startTestServer(highLimits);
const { latchkey } = world;
const { photos } = await setUpWorkspace(latchkey);
const caller = callerOf(world, photos);
const newCode = () => {
  world.clock.now += 1; // Of a bot's grants the oldest gives way, so let there be an oldest.
  return authorize(world, photos);
};

describe("an external_account", () => {
  const refused: readonly [string, unknown][] = [
    ["with an empty key", { key: "", name: "Alice" }],
    ["with an empty name", { key: "a", name: "" }],
    ["without a key", { name: "Alice" }],
    ["without a name", { key: "a" }],
    ["with a key that is a number", { key: 7, name: "Alice" }],
    ["with a key of 256 characters", { key: "k".repeat(256), name: "Alice" }],
    ["with a name of 256 characters", { key: "a", name: "n".repeat(256) }],
    ["that is a text", "alice"],
    ["that is a number", 7],
    ["that is a list", ["a"]],
  ];
  for (const [what, external_account] of refused) {
    it(`${what} → invalid_request, and no value is repeated`, async () => {
      const code = await newCode();
      const received = await caller.exchange(code, { external_account });
      const description = assertRefused(received, 400, "invalid_request");
      assert.ok(description.includes("external_account") && !description.includes("Alice"));
      assert.equal((await caller.exchange(code)).status, 200);
    });
  }

  it("is kept, a new name under its key replaces the old one, and silence changes nothing", async () => {
    const key = "k".repeat(255);
    const { bot_id } = pairOf(
      await caller.exchange(await newCode(), { external_account: { key, name: "Alice" } }),
    );
    const accountOf = async () => (await latchkey.getInstallation({ bot_id })).external_account;
    assert.deepEqual(await accountOf(), { key, name: "Alice" });
    const renamed = { key, name: "n".repeat(255) };
    await caller.exchange(await newCode(), { external_account: renamed });
    assert.deepEqual(await accountOf(), renamed);
    await caller.exchange(await newCode());
    assert.deepEqual(await accountOf(), renamed);
  });
});
