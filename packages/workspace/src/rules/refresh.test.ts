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
import type { IntegrationRecord, WorkspaceGrant } from "./records.ts";
import {
  decideWorkspaceRefresh,
  type WorkspaceRefreshDecision,
  type WorkspaceRefreshFacts,
} from "./refresh.ts";
import { workspaceErrors } from "./errors.ts";

const token = exampleGrantToken({ generation: 3 });
const grant = exchangedGrant({ generation: 3, generation_at_ms: 1_995_000 });
const facts: WorkspaceRefreshFacts = {
  installation: exampleInstallation(),
  member: exampleMember(),
  now: 2_000,
  now_ms: 2_000_000,
  replay_window_ms: 10_000,
  repeat: false,
};

function causeOf(decision: WorkspaceRefreshDecision): string {
  if ("grant" in decision) return decision.kind;
  const cause = Object.entries(workspaceErrors).find(([, error]) => error === decision.error)?.[0];
  return `${decision.kind}: ${cause}`;
}

describe("RFC 6749 §6: a valid refresh token is rotated", () => {
  it("while everything it stands on is there", () => {
    const decision = decideWorkspaceRefresh(token, grant, exampleIntegration(), facts);
    assert.deepEqual(decision, { kind: "rotate", grant });
  });

  it("for a whole workspace, regardless of its members", () => {
    const whole = exchangedGrant({ generation: 3, session: { owner: { type: "workspace" } } });
    const noMember = { ...facts, member: undefined };
    const decision = decideWorkspaceRefresh(token, whole, exampleIntegration(), noMember);
    assert.equal(causeOf(decision), "rotate");
  });

  const table: [
    title: string,
    Partial<GrantToken>,
    Partial<WorkspaceGrant> | undefined,
    Partial<IntegrationRecord>,
    Partial<WorkspaceRefreshFacts>,
    outcome: string,
  ][] = [
    ["it is unknown", {}, undefined, {}, {}, "reject: refresh_token_invalid"],
    [
      "another integration presents it",
      {},
      {},
      { id: "mallory" },
      {},
      "reject: refresh_token_invalid",
    ],
    ["it was revoked", {}, { revoked_at: 1_500 }, {}, {}, "reject: refresh_token_invalid"],
    ["it expired", { expires_at: 2_000 }, {}, {}, {}, "reject: refresh_token_invalid"],
    [
      "it was issued after the restored backup",
      { generation: 4 },
      {},
      {},
      {},
      "reject: refresh_token_invalid",
    ],
    [
      "the bot was disconnected",
      {},
      {},
      {},
      { installation: undefined },
      "reject: installation_gone",
    ],
    [
      "alice disconnected it",
      {},
      {},
      {},
      { installation: exampleInstallation({ status: "disconnected" }) },
      "reject: installation_gone",
    ],
    [
      "it lies dormant",
      {},
      {},
      {},
      { installation: exampleInstallation({ status: "dormant" }) },
      "reject: installation_gone",
    ],
    ["alice left the garden", {}, {}, {}, { member: undefined }, "reject: owner_gone"],
    [
      "another member has the same place",
      {},
      {},
      {},
      { member: exampleMember({ user_id: "bob" }) },
      "reject: owner_gone",
    ],
    [
      "the integration may do something else now",
      {},
      {},
      { capability_revision: 1 },
      {},
      "reject: capabilities_changed",
    ],
    ["the integration is off", {}, {}, { enabled: false }, {}, "reject: credentials_wrong"],
    ["it is internal", {}, {}, { kind: "internal" }, {}, "reject: grant_type_forbidden"],
  ];
  for (const [title, shown, found, overrides, other, outcome] of table) {
    it(`${title} → ${outcome}`, () => {
      const decision = decideWorkspaceRefresh(
        { ...token, ...shown },
        found && { ...grant, ...found },
        exampleIntegration(overrides),
        { ...facts, ...other },
      );
      assert.equal(causeOf(decision), outcome);
    });
  }

  it("a malformed token is unknown", () => {
    const decision = decideWorkspaceRefresh(undefined, undefined, exampleIntegration(), facts);
    assert.equal(causeOf(decision), "reject: refresh_token_invalid");
  });
});

describe("RFC 9700 §4.14: a refresh token that is presented again", () => {
  const table: [
    title: string,
    Partial<GrantToken>,
    since_ms: number,
    Partial<IntegrationRecord>,
    outcome: string,
  ][] = [
    ["at once: it lost a race", { generation: 2 }, 0, {}, "reject: refresh_token_used"],
    ["after ten seconds", { generation: 2 }, 10_000, {}, "reject: refresh_token_used"],
    [
      "after ten seconds and a bit",
      { generation: 2 },
      10_001,
      {},
      "revoke_grant: refresh_token_used",
    ],
    ["two generations old", { generation: 1 }, 0, {}, "revoke_grant: refresh_token_used"],
    [
      "old and expired",
      { generation: 1, expires_at: 1_500 },
      0,
      {},
      "revoke_grant: refresh_token_used",
    ],
    [
      "in mallory's hands",
      { generation: 1 },
      0,
      { id: "mallory" },
      "reject: refresh_token_invalid",
    ],
  ];
  for (const [title, shown, since_ms, overrides, outcome] of table) {
    it(`${title} → ${outcome}`, () => {
      const decision = decideWorkspaceRefresh(
        { ...token, ...shown },
        { ...grant, generation_at_ms: facts.now_ms - since_ms },
        exampleIntegration(overrides),
        facts,
      );
      assert.equal(causeOf(decision), outcome);
    });
  }
});

describe("a refresh token that was used, where lost responses are repeated", () => {
  const repeating = { ...facts, repeat: true };
  const used = exchangedGrant({ generation: 4, generation_at_ms: 1_995_000 });
  const table: [title: string, Partial<WorkspaceRefreshFacts>, outcome: string][] = [
    ["within the window", {}, "repeat"],
    ["before it was used, as it seems to this clock", { now_ms: 1_990_000 }, "repeat"],
    ["at the end of the window", { now_ms: 2_005_000 }, "repeat"],
    ["later", { now_ms: 2_005_001 }, "revoke_grant: refresh_token_used"],
    ["without a window", { replay_window_ms: 0 }, "revoke_grant: refresh_token_used"],
    [
      "after a disconnection",
      { installation: exampleInstallation({ status: "disconnected" }) },
      "reject: installation_gone",
    ],
    ["after alice left", { member: undefined }, "reject: owner_gone"],
  ];
  for (const [title, other, outcome] of table) {
    it(`${title} → ${outcome}`, () => {
      const changed = { ...repeating, ...other };
      const decision = decideWorkspaceRefresh(token, used, exampleIntegration(), changed);
      assert.equal(causeOf(decision), outcome);
    });
  }

  it("and two rotations ago → revoke_grant: refresh_token_used", () => {
    const twice = exchangedGrant({ generation: 5, generation_at_ms: 1_995_000 });
    const decision = decideWorkspaceRefresh(token, twice, exampleIntegration(), repeating);
    assert.equal(causeOf(decision), "revoke_grant: refresh_token_used");
  });
});
