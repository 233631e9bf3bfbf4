import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleGrantToken } from "../oauth/example-grant.ts";
import type { GrantToken } from "../oauth/grant.ts";
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

describe("RFC 7662: a good token", () => {
  it("tells what it is good for, and since when", () => {
    assert.deepEqual(describeWorkspaceIntrospection(found, facts), {
      active: true,
      scope: "read_content read_user_with_email",
      iat: 1_100,
      request_id,
    });
  });

  it("tells its capabilities in one order, whatever order they were given in", () => {
    const names = ["insert_comment", "insert_content", "read_content"] as const;
    const grant = exchangedGrant({ session: { capabilities: names } });
    const integration = exampleIntegration({ capabilities: names });
    const told = describeWorkspaceIntrospection({ ...found, grant }, { ...facts, integration });
    assert.equal(told.active && told.scope, "read_content insert_content insert_comment");
  });

  it("no longer tells what the integration has lost since", () => {
    const integration = exampleIntegration({ capabilities: ["read_content"] });
    const told = describeWorkspaceIntrospection(found, { ...facts, integration });
    assert.equal(told.active && told.scope, "read_content");
  });

  it("tells of nothing where nothing was allowed", () => {
    const grant = exchangedGrant({ session: { capabilities: [] } });
    const told = describeWorkspaceIntrospection({ ...found, grant }, facts);
    assert.deepEqual(told, { active: true, iat: 1_100, request_id });
  });
});

describe("RFC 7662 §2.2: of any other token nothing is told", () => {
  const table: [
    world: string,
    Partial<GrantToken>,
    Partial<WorkspaceGrant>,
    Partial<WorkspaceIntrospectionFacts>,
  ][] = [
    ["expired", { expires_at: 2_000 }, {}, {}],
    ["rotated", {}, { generation: 2 }, {}],
    ["from a future that was lost", { generation: 2 }, {}, {}],
    ["revoked", {}, { revoked_at: 1_500 }, {}],
    ["of a code that nobody exchanged", { generation: 0 }, { generation: 0 }, {}],
    ["another integration's", {}, {}, { integration: exampleIntegration({ id: "mallory" }) }],
    [
      "of an integration that is off",
      {},
      {},
      { integration: exampleIntegration({ enabled: false }) },
    ],
    ["of a bot that is gone", {}, {}, { installation: undefined }],
    [
      "of a bot that alice disconnected",
      {},
      {},
      { installation: exampleInstallation({ status: "disconnected" }) },
    ],
    ["of another bot", {}, {}, { installation: exampleInstallation({ bot_id: "another" }) }],
    ["of somebody who left", {}, {}, { member: undefined }],
  ];
  for (const [world, token, grant, remarks] of table) {
    it(world, () => {
      const shown = {
        token: { ...found.token, ...token },
        grant: { ...found.grant, ...grant },
      };
      const against = { ...facts, ...remarks };
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
  const table: [world: string, Partial<TokenFacts>, active: boolean][] = [
    ["while all is there", {}, true],
    ["when its integration is deleted", { integration: undefined }, false],
    [
      "when the capabilities changed: it keeps what is left of them",
      { integration: exampleIntegration({ capability_revision: 1 }) },
      true,
    ],
  ];
  for (const [world, remarks, active] of table) {
    it(`${world}: ${active ? "is good" : "is not"}`, () => {
      assert.equal(isWorkspaceTokenActive(found, { ...facts, ...remarks }), active);
    });
  }
});
