import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { paginate, parseLink, type Reply } from "@latchkey/client";
import { startTestServer } from "../support/server.ts";
import { install } from "./caller.ts";
import { setUpWorkspace, registerIntegration, highLimits } from "./authorization.ts";

const world = await startTestServer(highLimits);
const { latchkey } = world;
const { workspace, photos } = await setUpWorkspace(latchkey);
const { id } = workspace;

const TOTAL = 7;
for (let index = 1; index < TOTAL; index += 1) {
  await latchkey.createWorkspace({ body: { name: `Workspace ${index}` } });
  await registerIntegration(latchkey, { name: `Integration ${index}` });
}
for (let index = 2; index < TOTAL; index += 1)
  await latchkey.createWorkspaceMember({ id, body: { subject: `member ${index}` } });
const subjects = (await latchkey.listWorkspaceMembers({ id })).map(({ subject }) => subject);
for (const subject of subjects) await install(world, photos, { subject });

interface Page {
  readonly limit?: number;
  readonly offset?: number;
}

const lists: Readonly<Record<string, (page: Page) => Promise<Reply<readonly object[]>>>> = {
  listWorkspaces: (page) => latchkey.call("listWorkspaces", page),
  listWorkspaceMembers: (page) => latchkey.call("listWorkspaceMembers", { id, ...page }),
  listIntegrations: (page) => latchkey.call("listIntegrations", page),
  listInstallations: (page) => latchkey.call("listInstallations", page),
};

for (const [name, list] of Object.entries(lists)) {
  describe(name, () => {
    it("has its total, and links to other pages", async () => {
      const reply = await list({ limit: 3, offset: 3 });
      assert.ok(reply.ok);
      assert.equal(reply.body.length, 3);
      assert.equal(reply.headers.get("x-total-count"), String(TOTAL));
      assert.deepEqual(parseLink(reply.headers.get("link")), {
        first: { limit: 3, offset: 0 },
        next: { limit: 3, offset: 6 },
        previous: { limit: 3, offset: 0 },
        last: { limit: 3, offset: 6 },
      });
    });

    it("visits everything once, page after page", async () => {
      const whole = await list({});
      assert.ok(whole.ok);
      assert.deepEqual(await Array.fromAsync(paginate(list, { limit: 2 })), whole.body);
      assert.equal(new Set(whole.body.map((each) => JSON.stringify(each))).size, TOTAL);
    });

    it("past its end is empty and leads back", async () => {
      const reply = await list({ limit: 3, offset: 100 });
      assert.deepEqual(reply.body, []);
      const { next, previous } = parseLink(reply.headers.get("link"));
      assert.deepEqual({ next, previous }, { next: undefined, previous: { limit: 3, offset: 6 } });
    });
  });
}

it("members are listed by the names that users read", async () => {
  const members = await latchkey.listWorkspaceMembers({ id });
  const names = members.map(({ name, subject }) => name ?? subject);
  assert.deepEqual(
    names.slice(-5),
    [2, 3, 4, 5, 6].map((index) => `member ${index}`),
  );
  assert.deepEqual(
    names,
    names.toSorted((one, other) => one.localeCompare(other, "en")),
  );
});

it("workspaces and integrations are found by a part of their names, with a total of their own", async () => {
  const found = await latchkey.call("listWorkspaces", { search: "WORKSPACE 3" });
  assert.ok(found.ok);
  assert.deepEqual(
    found.body.map(({ name }) => name),
    ["Workspace 3"],
  );
  assert.equal(found.headers.get("x-total-count"), "1");
  const [integration] = await latchkey.listIntegrations({ search: "tegration 5" });
  assert.equal(integration?.name, "Integration 5");
  assert.equal((await latchkey.listIntegrations({ search: photos.client_id })).length, 1);
  assert.deepEqual(await latchkey.listIntegrations({ search: "no such thing" }), []);
});

describe("installations are found by", () => {
  const bots = async (filter: Parameters<typeof latchkey.listInstallations>[0]) =>
    (await latchkey.listInstallations(filter)).length;

  it("integration, workspace and user, and by all at once", async () => {
    const [member] = await latchkey.listWorkspaceMembers({ id });
    const { user_id = "" } = member ?? {};
    assert.equal(await bots({ integration_id: photos.id }), TOTAL);
    assert.equal(await bots({ workspace_id: id }), TOTAL);
    assert.equal(await bots({ user_id }), 1);
    assert.equal(await bots({ integration_id: photos.id, workspace_id: id, user_id }), 1);
    assert.equal(await bots({ integration_id: id }), 0);
  });

  it("a filter that its links keep", async () => {
    const reply = await latchkey.call("listInstallations", { workspace_id: id, limit: 2 });
    assert.ok(reply.headers.get("link")?.includes(`workspace_id=${id}`));
  });
});
