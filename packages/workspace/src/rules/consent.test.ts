import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { choicesOf, describeWorkspaceConsentRequest, parseWorkspaceConsent } from "./consent.ts";
import { exampleIntegration, exampleMember, exampleWorkspace, ids } from "./example-workspace.ts";
import type { IntegrationRecord } from "./records.ts";
import { describeWorkspace } from "./workspace-input.ts";

const garden = { workspace: exampleWorkspace(), member: exampleMember() };
const kitchen = {
  workspace: exampleWorkspace({ id: ids.kitchen, name: "Kitchen", resources: [] }),
  member: exampleMember({ workspace_id: ids.kitchen, role: "admin" }),
};
const choices = [garden, kitchen];
const template = { id: ids.template, title: "Album" };
const newId = () => ids.made;

describe("where a user may install an integration", () => {
  const table: [
    title: string,
    Partial<IntegrationRecord>,
    owner: "user" | "workspace",
    places: string[],
  ][] = [
    ["wherever they are", {}, "user", [ids.garden, ids.kitchen]],
    [
      "in the workspaces of its install_scope",
      { install_scope: [ids.garden] },
      "user",
      [ids.garden],
    ],
    ["nowhere without a membership", { install_scope: [ids.made] }, "user", []],
    ["for the whole workspace as an administrator", {}, "workspace", [ids.kitchen]],
    [
      "for the whole workspace within its install_scope",
      { install_scope: [ids.garden] },
      "workspace",
      [],
    ],
  ];
  for (const [title, overrides, owner, places] of table) {
    it(title, () => {
      const found = choicesOf(choices, exampleIntegration(overrides), owner);
      assert.deepEqual(
        found.map(({ workspace }) => workspace.id),
        places,
      );
    });
  }
});

describe("what a user is asked", () => {
  it("has the integration, its capabilities and the redirect URI", () => {
    const question = {
      integration: exampleIntegration({ template }),
      redirect_uri: "https://photos.example/callback",
      owner: "user",
      subject: "alice",
      choices: [garden],
    } as const;
    assert.deepEqual(describeWorkspaceConsentRequest("challenge", question), {
      challenge: "challenge",
      integration: {
        id: ids.photos,
        name: "Photos",
        icon: null,
        capabilities: ["read_content", "read_user_with_email"],
        template,
      },
      redirect_uri: "https://photos.example/callback",
      owner: "user",
      subject: "alice",
      choices: [{ workspace: describeWorkspace(exampleWorkspace()), member: exampleMember() }],
    });
  });
});

describe("what a user allows", () => {
  const plain = {
    workspace_id: ids.garden,
    owner: { type: "user", user_id: ids.alice },
    resources: [],
    duplicated_template: null,
  };
  const asked = { integration: exampleIntegration({ template }), owner: "user", choices } as const;
  const accepted: [title: string, body: object, asked: object, differences: object][] = [
    ["a workspace alone", {}, {}, {}],
    ["a workspace and its roses", { resources: [ids.roses] }, {}, { resources: [ids.roses] }],
    ["no copy of the template", { duplicate_template: false }, {}, {}],
    [
      "a copy of the template",
      { duplicate_template: true },
      {},
      { duplicated_template: { id: ids.made, title: "Album" } },
    ],
    ["for the whole workspace", {}, { owner: "workspace" }, { owner: { type: "workspace" } }],
  ];
  for (const [title, body, overrides, differences] of accepted) {
    it(title, () => {
      const said = { workspace_id: ids.garden, ...body };
      const read = parseWorkspaceConsent(said, { ...asked, ...overrides }, newId);
      assert.deepEqual(read, { ok: true, value: { ...plain, ...differences } });
    });
  }

  const refused: [title: string, body: unknown, about: RegExp][] = [
    ["nothing", {}, /workspace_id/],
    ["a workspace that was no choice", { workspace_id: ids.made }, /workspace_id/],
    ["a workspace that is no id", { workspace_id: "garden" }, /workspace_id/],
    [
      "the roses of another workspace",
      { workspace_id: ids.kitchen, resources: [ids.roses] },
      /resources/,
    ],
    [
      "resources that are a string",
      { workspace_id: ids.garden, resources: ids.roses },
      /resources/,
    ],
    [
      "a copy, perhaps",
      { workspace_id: ids.garden, duplicate_template: "yes" },
      /duplicate_template/,
    ],
    ["an unknown field", { workspace_id: ids.garden, remember: true }, /'remember'/],
  ];
  for (const [title, body, about] of refused) {
    it(`${title} → refused`, () => {
      const read = parseWorkspaceConsent(body, asked, newId);
      assert.ok(!read.ok);
      assert.equal(read.error.error, "invalid_request");
      assert.match(read.error.error_description, about);
    });
  }

  it("a copy of a missing template → refused", () => {
    const said = { workspace_id: ids.garden, duplicate_template: true };
    const bare = { ...asked, integration: exampleIntegration() };
    const read = parseWorkspaceConsent(said, bare, newId);
    assert.match(read.ok ? "" : read.error.error_description, /duplicate_template/);
  });
});
