import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createWorkspaceClient, OAuthError, WorkspaceError } from "@latchkey/workspace-client";
import { databases } from "../processes/databases.ts";
import { startTestServer } from "../support/server.ts";
import { setUpWorkspace, highLimits } from "./authorization.ts";
import { callerOf, install, pairOf } from "./caller.ts";
import { assertRefused } from "./refusal.ts";

const repeating = { ...highLimits, "workspace.repeat_refresh": true };
const world = await startTestServer({ ...repeating, "workspace.ttl.access_token": "1h" });
const { latchkey, clock } = world;
const { photos } = await setUpWorkspace(latchkey);
const caller = callerOf(world, photos);

const newPair = () => {
  clock.now += 60;
  return install(world, photos);
};

describe("where lost responses are repeated, a refresh token that was used", () => {
  it("gets the same pair again for ten seconds, with the time that is left", async () => {
    const first = await newPair();
    const { request_id: _, ...lost } = pairOf(await caller.refresh(first.refresh_token));
    clock.now += 10;
    const { request_id: __, ...again } = pairOf(await caller.refresh(first.refresh_token));
    assert.deepEqual(again, { ...lost, expires_in: 3_590 });
    assert.equal(await caller.isActive(again.access_token), true);
    assert.equal((await caller.refresh(again.refresh_token)).status, 200);
  });

  it("takes its grant with it later", async () => {
    const first = await newPair();
    const second = pairOf(await caller.refresh(first.refresh_token));
    clock.now += 11;
    assertRefused(await caller.refresh(first.refresh_token), 400, "invalid_grant");
    assert.equal(await caller.isActive(second.access_token), false);
  });

  it("takes its grant with it once its successor was used", async () => {
    const first = await newPair();
    const second = pairOf(await caller.refresh(first.refresh_token));
    const third = pairOf(await caller.refresh(second.refresh_token));
    assertRefused(await caller.refresh(first.refresh_token), 400, "invalid_grant");
    assert.equal(await caller.isActive(third.access_token), false);
  });

  it("gets nothing after its installation was disconnected", async () => {
    const first = await newPair();
    await caller.refresh(first.refresh_token);
    await latchkey.deleteInstallation({ bot_id: first.bot_id });
    assertRefused(await caller.refresh(first.refresh_token), 400, "invalid_grant");
  });
});

describe("the client of integrations, whose response was lost", () => {
  for (const repeats of [true, false]) {
    it(`sends a refresh once, and ${repeats ? "gets the pair" : "is refused"} when it is called again`, async () => {
      const server = await startTestServer({ ...highLimits, "workspace.repeat_refresh": repeats });
      const { photos: app } = await setUpWorkspace(server.latchkey);
      const { refresh_token, bot_id } = await install(server, app);
      let requests = 0;
      const client = createWorkspaceClient({
        baseUrl: "http://public.test/v1",
        allowInsecureHttp: true,
        clientId: app.client_id,
        clientSecret: app.client_secret ?? "",
        fetch: async (...request) => {
          const response = await server.fetch(...request);
          requests += 1;
          if (requests === 1) throw new TypeError("fetch failed");
          return response;
        },
      });
      const isUnknown = (error: unknown): boolean =>
        error instanceof WorkspaceError && error.outcome() === "unknown";
      await assert.rejects(client.refresh(refresh_token), isUnknown);
      assert.equal(requests, 1);
      if (!repeats) {
        await assert.rejects(client.refresh(refresh_token), (error: unknown) => {
          return error instanceof OAuthError && error.code === "invalid_grant";
        });
        return;
      }
      const { accessToken, botId } = await client.refresh(refresh_token);
      assert.equal(botId, bot_id);
      assert.equal((await client.introspect(accessToken)).active, true);
    });
  }
});

for (const { name, emptyDsn } of databases) {
  it(`two servers on one ${name} database give all who refresh at once the same pair`, async () => {
    const settings = { ...repeating, dsn: await emptyDsn() };
    const [here, there] = [await startTestServer(settings), await startTestServer(settings)];
    const { photos: app } = await setUpWorkspace(here.latchkey);
    await there.server.context.store.refresh();
    const [ours, theirs] = [callerOf(here, app), callerOf(there, app)];
    const { refresh_token } = await install(here, app);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        (turn % 2 === 0 ? ours : theirs).refresh(refresh_token),
      ),
    );
    const pairs = replies.map(pairOf);
    assert.equal(new Set(pairs.map((pair) => pair.refresh_token)).size, 1);
    for (const { isActive } of [ours, theirs])
      assert.equal(await isActive(pairs[0]?.access_token ?? ""), true);
  });
}
