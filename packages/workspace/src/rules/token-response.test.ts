import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Capability } from "@latchkey/api";
import { describeBotUser } from "./bot-user.ts";
import {
  exampleInstallation,
  exampleIntegration,
  exampleMember,
  exampleWorkspace,
  exchangedGrant,
  ids,
} from "./example-workspace.ts";
import { describeOwner } from "./owner.ts";
import { describeWorkspaceTokens, type IssuedPair } from "./token-response.ts";

const partial = { object: "user", id: ids.alice };
const person = { ...partial, type: "person", name: "Alice", avatar_url: null };

describe("the owner of an installation, as far as the capabilities allow", () => {
  const alice = { type: "user", user_id: ids.alice } as const;
  const table: [
    title: string,
    capabilities: Capability[],
    member: ReturnType<typeof exampleMember> | undefined,
    user: unknown,
  ][] = [
    ["no user capability", ["read_content"], exampleMember(), partial],
    ["without e-mail", ["read_user_without_email"], exampleMember(), { ...person, person: {} }],
    [
      "with e-mail",
      ["read_user_with_email"],
      exampleMember(),
      { ...person, person: { email: "alice@garden.example" } },
    ],
    [
      "with e-mail, though she has none",
      ["read_user_with_email"],
      exampleMember({ email: null }),
      { ...person, person: {} },
    ],
    [
      "without a name",
      ["read_user_without_email"],
      exampleMember({ name: null }),
      { ...person, name: null, person: {} },
    ],
    ["an owner who left", ["read_user_with_email"], undefined, partial],
  ];
  for (const [title, capabilities, member, user] of table) {
    it(title, () => {
      assert.deepEqual(describeOwner(alice, member, capabilities), { type: "user", user });
    });
  }

  it("a whole workspace", () => {
    assert.deepEqual(describeOwner({ type: "workspace" }, undefined, []), {
      type: "workspace",
      workspace: true,
    });
  });
});

const issued: IssuedPair = {
  access_token: "lk_wat_1",
  refresh_token: "lk_wrt_1",
  expires_in: undefined,
  bot_id: ids.bot,
  grant: exchangedGrant(),
  integration: exampleIntegration(),
  workspace: exampleWorkspace(),
  member: exampleMember(),
  request_id: "r-1",
};
const owner = {
  type: "user",
  user: { ...person, person: { email: "alice@garden.example" } },
};

describe("RFC 6749 §5.1: the token response", () => {
  const expected = {
    access_token: "lk_wat_1",
    token_type: "bearer",
    refresh_token: "lk_wrt_1",
    bot_id: ids.bot,
    workspace_icon: "🌱",
    workspace_name: "Garden",
    workspace_id: ids.garden,
    owner,
    duplicated_template_id: null,
    request_id: "r-1",
  };
  const table: [title: string, Partial<IssuedPair>, overrides: object][] = [
    ["as a rule", {}, {}],
    ["with a lifetime, where one is configured", { expires_in: 3_600 }, { expires_in: 3_600 }],
    [
      "with explicit nulls",
      { workspace: exampleWorkspace({ name: null, icon: null }) },
      { workspace_icon: null, workspace_name: null },
    ],
    [
      "with the copy of the template",
      {
        grant: exchangedGrant({
          session: { duplicated_template: { id: ids.template, title: "Album" } },
        }),
      },
      { duplicated_template_id: ids.template },
    ],
  ];
  for (const [title, overrides, differences] of table) {
    it(title, () => {
      const answer = describeWorkspaceTokens({ ...issued, ...overrides });
      assert.deepEqual(answer, { ...expected, ...differences });
    });
  }

  it("has no template that was not requested", () => {
    const keys = Object.keys(describeWorkspaceTokens(issued));
    assert.deepEqual(keys.toSorted(), Object.keys(expected).toSorted());
  });
});

describe("a bot as it sees itself", () => {
  const expected = {
    object: "user",
    id: ids.bot,
    name: "Photos",
    avatar_url: null,
    type: "bot",
    bot: {
      owner,
      workspace_id: ids.garden,
      workspace_name: "Garden",
      workspace_limits: { max_file_upload_size_in_bytes: 5_242_880 },
    },
    request_id: "r-1",
  };
  const table: [icon: string | null, avatar_url: string | null][] = [
    [null, null],
    ["📷", null],
    ["https://photos.example/icon.png", "https://photos.example/icon.png"],
  ];
  for (const [icon, avatar_url] of table) {
    it(`with the icon ${icon}: the picture is ${avatar_url}`, () => {
      const integration = exampleIntegration({ icon });
      const { bot_id, grant, workspace, member } = issued;
      const { capabilities } = integration;
      const installation = exampleInstallation({ bot_id });
      const { session } = grant;
      const facts = { installation, owner: session.owner, capabilities, integration };
      const bot = describeBotUser({ ...facts, workspace, member }, issued.request_id);
      assert.deepEqual(bot, { ...expected, avatar_url });
    });
  }
});
