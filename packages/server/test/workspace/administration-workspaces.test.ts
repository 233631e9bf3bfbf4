import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestServer } from "../support/server.ts";
import { assertAdminError, UNKNOWN_ID } from "./admin-error.ts";
import { PAGE } from "./authorization.ts";
import { workspaceStoreOf } from "../support/store.ts";
import { UUID } from "./refusal.ts";

const { latchkey, clock, server } = await startTestServer();
const { call } = latchkey;
const TIME = "2027-01-15T08:00:00Z";

const malformed: readonly [string, object][] = [
  ["an id that is not a UUID", { id: "wonderland" }],
  ["a name that is a number", { name: 7 }],
  ["a name of 256 characters", { name: "x".repeat(256) }],
  ["an icon that is neither a URL nor an emoji", { icon: "hat" }],
  ["an icon that is a script", { icon: "javascript:alert(1)" }],
  ["a resource without a title", { resources: [{ id: PAGE }] }],
  [
    "two resources of one id",
    {
      resources: [
        { id: PAGE, title: "a" },
        { id: PAGE, title: "b" },
      ],
    },
  ],
  ["resources that are no list", { resources: "all" }],
  ["an unknown field", { colour: "red" }],
];

describe("workspaces", () => {
  it("are created as requested, with a generated id if none is sent", async () => {
    const body: object = {
      name: "Wonderland",
      icon: "🎩",
      resources: [{ id: PAGE, title: "Tea" }, { title: "Cake" }],
    };
    const reply = await call("createWorkspace", { body });
    assert.ok(reply.ok && reply.status === 201);
    const { id, resources, ...rest } = reply.body;
    assert.match(id, UUID);
    assert.deepEqual(resources[0], { id: PAGE, title: "Tea" });
    assert.match(resources[1]?.id ?? "", UUID);
    assert.deepEqual(rest, { name: "Wonderland", icon: "🎩", created_at: TIME, updated_at: TIME });
    assert.deepEqual(await latchkey.getWorkspace({ id }), reply.body);
  });

  it("are created once under an id", async () => {
    const body = { id: crypto.randomUUID(), name: "Once" };
    assert.equal((await call("createWorkspace", { body })).status, 201);
    assertAdminError(await call("createWorkspace", { body: { ...body, name: "Twice" } }), 409);
    assert.equal((await latchkey.getWorkspace(body)).name, "Once");
  });

  for (const [what, body] of malformed) {
    it(`are not created with ${what}`, async () => {
      assertAdminError(await call("createWorkspace", { body }), 400);
    });
  }

  it("are replaced as a whole, and keep their id and birthday", async () => {
    const { id } = await latchkey.createWorkspace({ body: { name: "Old", icon: "🎩" } });
    clock.now += 60;
    const reply = await call("updateWorkspace", { id, body: { name: "New" } });
    const updated_at = "2027-01-15T08:01:00Z";
    const renamed = { id, name: "New", icon: null, resources: [], created_at: TIME, updated_at };
    assert.deepEqual(reply.body, renamed);
    assertAdminError(await call("updateWorkspace", { id, body: { id: UNKNOWN_ID } }), 400);
    assert.deepEqual(await latchkey.updateWorkspace({ id, body: renamed }), renamed);
  });

  it("are deleted once, and are unknown before and after", async () => {
    const { id } = await latchkey.createWorkspace({ body: {} });
    assert.equal((await call("deleteWorkspace", { id })).status, 204);
    for (const gone of [id, UNKNOWN_ID, "wonderland"]) {
      assertAdminError(await call("getWorkspace", { id: gone }), 404);
      assertAdminError(await call("updateWorkspace", { id: gone, body: {} }), 404);
      assertAdminError(await call("deleteWorkspace", { id: gone }), 404);
      assertAdminError(await call("listWorkspaceMembers", { id: gone }), 404);
      assertAdminError(
        await call("createWorkspaceMember", { id: gone, body: { subject: "a" } }),
        404,
      );
    }
  });
});

describe("members", async () => {
  const { id } = await latchkey.createWorkspace({ body: { name: "Wonderland" } });

  it("are created as requested, with a generated id", async () => {
    const reply = await call("createWorkspaceMember", { id, body: { subject: "alice" } });
    assert.ok(reply.ok && reply.status === 201);
    const { user_id, ...rest } = reply.body;
    assert.match(user_id, UUID);
    assert.deepEqual(rest, {
      workspace_id: id,
      subject: "alice",
      role: "member",
      name: null,
      avatar_url: null,
      email: null,
      email_verified: false,
    });
    assert.deepEqual(await latchkey.getWorkspaceMember({ id, user_id }), reply.body);
  });

  it("whose subject is a UUID are known by it", async () => {
    const subject = crypto.randomUUID();
    const { user_id } = await latchkey.createWorkspaceMember({ id, body: { subject } });
    assert.equal(user_id, subject);
  });

  it("are in a workspace once, by subject and by id", async () => {
    const body = { subject: "hatter", user_id: crypto.randomUUID() };
    assert.equal((await call("createWorkspaceMember", { id, body })).status, 201);
    assertAdminError(await call("createWorkspaceMember", { id, body: { subject: "hatter" } }), 409);
    assertAdminError(
      await call("createWorkspaceMember", { id, body: { ...body, subject: "x" } }),
      409,
    );
  });

  const wrong: readonly [string, object][] = [
    ["no subject", {}],
    ["an empty subject", { subject: "" }],
    ["an unknown role", { subject: "x", role: "king" }],
    ["an avatar that is not a URL", { subject: "x", avatar_url: "me.png" }],
    ["an id that is not a UUID", { subject: "x", user_id: "x" }],
    ["another workspace", { subject: "x", workspace_id: UNKNOWN_ID }],
    ["an unknown field", { subject: "x", colour: "red" }],
  ];
  for (const [what, body] of wrong) {
    it(`are not created with ${what}`, async () => {
      assertAdminError(await call("createWorkspaceMember", { id, body }), 400);
    });
  }

  it("are replaced as a whole, and keep their id", async () => {
    const { user_id } = await latchkey.createWorkspaceMember({
      id,
      body: { subject: "duchess", name: "Duchess" },
    });
    const reply = await call("updateWorkspaceMember", { id, user_id, body: { role: "admin" } });
    assert.ok(reply.ok);
    const { subject, role, name } = reply.body;
    assert.deepEqual({ subject, role, name }, { subject: "duchess", role: "admin", name: null });
    const body = { user_id: UNKNOWN_ID };
    assertAdminError(await call("updateWorkspaceMember", { id, user_id, body }), 400);
  });

  it("keep a subject that another request sets meanwhile", async ({ mock }) => {
    const { user_id } = await latchkey.createWorkspaceMember({ id, body: { subject: "march" } });
    const { members } = workspaceStoreOf(server.context);
    const change = members.change.bind(members);
    mock.method(
      members,
      "change",
      async (...given: Parameters<typeof change>) => {
        const body = { subject: "hare" };
        await latchkey.updateWorkspaceMember({ id, user_id, body });
        return change(...given);
      },
      { times: 1 },
    );
    const body = { role: "admin" } as const;
    const { subject, role } = await latchkey.updateWorkspaceMember({ id, user_id, body });
    assert.deepEqual({ subject, role }, { subject: "hare", role: "admin" });
  });

  it("cannot get the subject of another member", async () => {
    await latchkey.createWorkspaceMember({ id, body: { subject: "tweedledum" } });
    const { user_id } = await latchkey.createWorkspaceMember({
      id,
      body: { subject: "tweedledee" },
    });
    const body = { subject: "tweedledum" };
    assertAdminError(await call("updateWorkspaceMember", { id, user_id, body }), 409);
  });

  it("leave once, and are unknown before and after", async () => {
    const { user_id } = await latchkey.createWorkspaceMember({ id, body: { subject: "cat" } });
    assert.equal((await call("deleteWorkspaceMember", { id, user_id })).status, 204);
    for (const gone of [user_id, UNKNOWN_ID]) {
      assertAdminError(await call("getWorkspaceMember", { id, user_id: gone }), 404);
      assertAdminError(await call("deleteWorkspaceMember", { id, user_id: gone }), 404);
      const body = { subject: "cat" };
      assertAdminError(await call("updateWorkspaceMember", { id, user_id: gone, body }), 404);
    }
  });
});
