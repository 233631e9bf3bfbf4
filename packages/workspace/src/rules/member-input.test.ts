import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleMember, ids } from "./example-workspace.ts";
import { describeMember, readMemberInput } from "./member-input.ts";

const newId = () => ids.made;
const create = { workspace_id: ids.garden, present: undefined, newId };
const update = { ...create, present: exampleMember() };

describe("a member who joins", () => {
  const bare = {
    workspace_id: ids.garden,
    user_id: ids.made,
    subject: "alice",
    role: "member",
    name: null,
    avatar_url: null,
    email: null,
    email_verified: false,
  };
  const table: [world: string, body: unknown, differences: object][] = [
    ["with nothing but a subject", { subject: "alice" }, {}],
    ["whose subject is a UUID", { subject: ids.alice }, { subject: ids.alice, user_id: ids.alice }],
    ["under an id", { subject: "alice", user_id: ids.alice }, { user_id: ids.alice }],
    ["as an administrator", { subject: "alice", role: "admin" }, { role: "admin" }],
    [
      "with an address that was verified",
      { subject: "alice", email: "a@garden.example", email_verified: true },
      { email: "a@garden.example", email_verified: true },
    ],
    ["with no address to verify", { subject: "alice", email_verified: true }, {}],
  ];
  for (const [world, body, differences] of table) {
    it(world, () => {
      const read = readMemberInput(body, create);
      assert.deepEqual(read, { ok: true, value: { ...bare, ...differences } });
    });
  }
});

describe("a member who changes", () => {
  it("stays who they are", () => {
    const read = readMemberInput({ role: "admin" }, update);
    assert.ok(read.ok);
    const { user_id, subject, role, name } = read.value;
    assert.deepEqual([user_id, subject, role, name], [ids.alice, "alice", "admin", null]);
  });

  it("may be sent back as they were read", () => {
    const read = readMemberInput(describeMember(exampleMember()), update);
    assert.deepEqual(read, { ok: true, value: exampleMember() });
  });
});

describe("a member who cannot be", () => {
  const table: [
    world: string,
    body: unknown,
    facts: typeof create | typeof update,
    about: RegExp,
  ][] = [
    ["nobody", {}, create, /subject/],
    ["an empty subject", { subject: "" }, create, /subject/],
    ["a subject too long", { subject: "s".repeat(256) }, create, /subject/],
    ["a role from elsewhere", { subject: "alice", role: "queen" }, create, /admin, member/],
    ["a user_id that is no UUID", { subject: "alice", user_id: "a" }, create, /user_id/],
    ["a picture that is a word", { subject: "alice", avatar_url: "me" }, create, /avatar_url/],
    ["another user", { user_id: ids.made }, update, /user_id cannot/],
    ["another workspace", { workspace_id: ids.kitchen }, update, /workspace_id/],
  ];
  for (const [world, body, facts, about] of table) {
    it(world, () => {
      const read = readMemberInput(body, facts);
      assert.ok(!read.ok);
      assert.equal(read.error.error, "invalid_request");
      assert.match(read.error.error_description, about);
    });
  }
});
