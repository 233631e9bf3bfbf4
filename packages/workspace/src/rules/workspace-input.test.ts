import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleWorkspace, ids } from "./example-workspace.ts";
import { describeWorkspace, readWorkspaceInput } from "./workspace-input.ts";

const now = 2_000;
const newId = () => ids.made;
const create = { present: undefined, now, newId, sees_all: true };
const update = { present: exampleWorkspace(), now, newId, sees_all: true };

describe("a workspace that is created", () => {
  const bare = {
    id: ids.made,
    name: null,
    icon: null,
    resources: [],
    created_at: now,
    updated_at: now,
  };
  const table: [world: string, body: unknown, differences: object][] = [
    ["from nothing", {}, {}],
    ["under an id", { id: ids.garden }, { id: ids.garden }],
    ["under an id in capitals", { id: ids.garden.toUpperCase() }, { id: ids.garden }],
    ["with a name", { name: " Garden " }, { name: "Garden" }],
    ["with an emoji", { icon: "🧑‍🌾" }, { icon: "🧑‍🌾" }],
    ["with an old emoji", { icon: "❤" }, { icon: "❤" }],
    ["with an image", { icon: "https://a.example/i.png" }, { icon: "https://a.example/i.png" }],
    ["with nulls", { id: null, name: null, icon: null, resources: null }, {}],
    [
      "with things to share, one of which needs an id",
      { resources: [{ id: ids.roses, title: "Roses" }, { title: "Herbs" }] },
      {
        resources: [
          { id: ids.roses, title: "Roses" },
          { id: ids.made, title: "Herbs" },
        ],
      },
    ],
  ];
  for (const [world, body, differences] of table) {
    it(world, () => {
      const read = readWorkspaceInput(body, create);
      assert.deepEqual(read, { ok: true, value: { ...bare, ...differences } });
    });
  }
});

describe("a workspace that is replaced", () => {
  it("keeps its id and its birthday, and nothing else", () => {
    const read = readWorkspaceInput({ name: "Orchard" }, update);
    assert.deepEqual(read, {
      ok: true,
      value: { ...exampleWorkspace(), name: "Orchard", icon: null, resources: [], updated_at: now },
    });
  });

  it("may be sent back as it was read", () => {
    const read = readWorkspaceInput(describeWorkspace(exampleWorkspace()), update);
    assert.deepEqual(read, { ok: true, value: { ...exampleWorkspace(), updated_at: now } });
  });
});

describe("a workspace that cannot be", () => {
  const table: [world: string, body: unknown, about: RegExp][] = [
    ["a list", [], /object/],
    ["an id that is no UUID", { id: "garden" }, /field id /],
    ["an empty name", { name: "  " }, /field name /],
    ["a name too long", { name: "n".repeat(256) }, /field name /],
    ["a name that is a number", { name: 7 }, /field name /],
    ["an icon that is a word", { icon: "tree" }, /field icon /],
    ["an icon that is a program", { icon: "javascript:alert(1)" }, /field icon /],
    ["two emoji", { icon: "🌱🌱" }, /field icon /],
    ["resources that are no list", { resources: {} }, /field resources /],
    [
      "a resource without a title",
      { resources: [{ id: ids.roses }] },
      /field resources\[0\]\.title /,
    ],
    [
      "a resource with an odd id",
      { resources: [{ id: 7, title: "x" }] },
      /field resources\[0\]\.id /,
    ],
    ["a resource that is null", { resources: [null] }, /field resources /],
    [
      "two resources of one id",
      {
        resources: [
          { id: ids.roses, title: "a" },
          { id: ids.roses, title: "b" },
        ],
      },
      /field resources /,
    ],
    [
      "too many resources",
      { resources: Array.from({ length: 1_001 }, () => ({ title: "x" })) },
      /field resources /,
    ],
    ["an unknown field", { colour: "green" }, /'colour'/],
  ];
  for (const [world, body, about] of table) {
    it(world, () => {
      const read = readWorkspaceInput(body, create);
      assert.ok(!read.ok);
      assert.equal(read.error.error, "invalid_request");
      assert.match(read.error.error_description, about);
    });
  }

  it("one that takes another id", () => {
    const read = readWorkspaceInput({ id: ids.kitchen }, update);
    assert.match(read.ok ? "" : read.error.error_description, /field id cannot/);
  });
});

describe("a workspace as the wire sees it", () => {
  it("has its times in RFC 3339", () => {
    const { created_at, updated_at } = describeWorkspace(exampleWorkspace());
    assert.deepEqual([created_at, updated_at], ["1970-01-01T00:15:00Z", "1970-01-01T00:15:00Z"]);
  });
});

describe("a caller who sees only some workspaces", () => {
  const present = { ...exampleWorkspace(), resources: [{ id: ids.roses, title: "Roses" }] };
  const facts = { present, now, newId, sees_all: false };

  it("keeps, renames and removes resources, and adds some whose ids are generated", () => {
    const body = { resources: [{ id: ids.roses, title: "Red roses" }, { title: "Herbs" }] };
    const read = readWorkspaceInput(body, facts);
    assert.deepEqual(read.ok && read.value.resources, [
      { id: ids.roses, title: "Red roses" },
      { id: ids.made, title: "Herbs" },
    ]);
    assert.ok(readWorkspaceInput({ resources: [] }, facts).ok);
  });

  it("does not choose the id of a resource, which may be of a workspace that they do not see", () => {
    for (const id of [ids.garden, ids.garden.toUpperCase()]) {
      const read = readWorkspaceInput({ resources: [{ id, title: "Theirs" }] }, facts);
      assert.match(read.ok ? "" : (read.error.error_description ?? ""), /leave the ids .* out/);
    }
  });
});
