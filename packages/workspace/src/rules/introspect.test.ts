import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleGrantToken } from "../../../server/src/oauth/example-grant.ts";
import type { GrantToken } from "../../../server/src/oauth/grant.ts";
import {
  exampleInstallation,
  exampleIntegration,
  exampleMember,
  exchangedGrant,
} from "./example-workspace.ts";
import { describeWorkspaceIntrospection, type WorkspaceIntrospectionFacts } from "./introspect.ts";
import type { WorkspaceGrant } from "./records.ts";
import { isWorkspaceTokenActive, type TokenFacts } from "./workspace-token.ts";

const request_id = "r-1";
const facts: WorkspaceIntrospectionFacts = {
  integration: exampleIntegration(),
  installation: exampleInstallation(),
  member: exampleMember(),
  now: 2_000,
  request_id,
};
const found = {
  token: exampleGrantToken({ generation: 1, issued_at: 1_100 }),
  grant: exchangedGrant(),
};

describe("RFC 7662: an active token", () => {
  it("has its capabilities and its time of issue", () => {
    assert.deepEqual(describeWorkspaceIntrospection(found, facts), {
      active: true,
      scope: "read_content read_user_with_email",
      iat: 1_100,
      request_id,
    });
  });

  it("has its capabilities in a fixed order", () => {
    const names = ["insert_comment", "insert_content", "read_content"] as const;
    const grant = exchangedGrant({ session: { capabilities: names } });
    const integration = exampleIntegration({ capabilities: names });
    const introspected = describeWorkspaceIntrospection(
      { ...found, grant },
      { ...facts, integration },
    );
    assert.equal(
      introspected.active && introspected.scope,
      "read_content insert_content insert_comment",
    );
  });

  it("lacks capabilities that the integration has lost", () => {
    const integration = exampleIntegration({ capabilities: ["read_content"] });
    const introspected = describeWorkspaceIntrospection(found, { ...facts, integration });
    assert.equal(introspected.active && introspected.scope, "read_content");
  });

  it("has no scope without capabilities", () => {
    const grant = exchangedGrant({ session: { capabilities: [] } });
    const introspected = describeWorkspaceIntrospection({ ...found, grant }, facts);
    assert.deepEqual(introspected, { active: true, iat: 1_100, request_id });
  });
});

describe("RFC 7662 §2.2: every other token is inactive", () => {
  const table: [
    title: string,
    Partial<GrantToken>,
    Partial<WorkspaceGrant>,
    Partial<WorkspaceIntrospectionFacts>,
  ][] = [
    ["expired", { expires_at: 2_000 }, {}, {}],
    ["rotated", {}, { generation: 2 }, {}],
    ["from a future that was lost", { generation: 2 }, {}, {}],
    ["revoked", {}, { revoked_at: 1_500 }, {}],
    ["of a code that was not exchanged", { generation: 0 }, { generation: 0 }, {}],
    ["another integration's", {}, {}, { integration: exampleIntegration({ id: "mallory" }) }],
    [
      "of an integration that is off",
      {},
      {},
      { integration: exampleIntegration({ enabled: false }) },
    ],
    ["of a disconnected bot", {}, {}, { installation: undefined }],
    [
      "of a bot that alice disconnected",
      {},
      {},
      { installation: exampleInstallation({ status: "disconnected" }) },
    ],
    ["of another bot", {}, {}, { installation: exampleInstallation({ bot_id: "another" }) }],
    ["of an owner who left", {}, {}, { member: undefined }],
  ];
  for (const [title, token, grant, overrides] of table) {
    it(title, () => {
      const shown = {
        token: { ...found.token, ...token },
        grant: { ...found.grant, ...grant },
      };
      const against = { ...facts, ...overrides };
      assert.equal(isWorkspaceTokenActive(shown, against), false);
      assert.deepEqual(describeWorkspaceIntrospection(shown, against), {
        active: false,
        request_id,
      });
    });
  }

  it("unknown", () => {
    assert.deepEqual(describeWorkspaceIntrospection(undefined, facts), {
      active: false,
      request_id,
    });
  });
});

describe("a token at work", () => {
  const table: [title: string, Partial<TokenFacts>, active: boolean][] = [
    ["while all is there", {}, true],
    ["when its integration is deleted", { integration: undefined }, false],
    [
      "when the capabilities changed: it has the remaining ones",
      { integration: exampleIntegration({ capability_revision: 1 }) },
      true,
    ],
  ];
  for (const [title, overrides, active] of table) {
    it(`${title}: ${active ? "is good" : "is not"}`, () => {
      assert.equal(isWorkspaceTokenActive(found, { ...facts, ...overrides }), active);
    });
  }
});
