import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleGrantToken } from "../../../server/src/oauth/example-grant.ts";
import type { GrantToken } from "../../../server/src/oauth/grant.ts";
import { exampleIntegration, exchangedGrant } from "./example-workspace.ts";
import type { WorkspaceGrant } from "./records.ts";
import { decideWorkspaceRevocation, describeWorkspaceRevocation } from "./revoke.ts";

describe("RFC 7009: an integration revokes a token", () => {
  const table: [
    title: string,
    Partial<GrantToken>,
    Partial<WorkspaceGrant>,
    id: string | undefined,
    outcome: string,
  ][] = [
    ["its own", { generation: 1 }, {}, undefined, "revoke_grant"],
    ["its own, spent", { generation: 1 }, { generation: 2 }, undefined, "revoke_grant"],
    ["its own, expired", { generation: 1, expires_at: 2_000 }, {}, undefined, "nothing"],
    ["its own, revoked before", { generation: 1 }, { revoked_at: 1_500 }, undefined, "nothing"],
    ["another's", { generation: 1 }, {}, "mallory", "nothing"],
  ];
  for (const [title, token, grant, id, outcome] of table) {
    it(`${title} → ${outcome}`, () => {
      const found = { token: exampleGrantToken(token), grant: { ...exchangedGrant(), ...grant } };
      const integration = exampleIntegration(id === undefined ? {} : { id });
      assert.equal(decideWorkspaceRevocation(found, integration, 2_000).kind, outcome);
    });
  }

  it("an unknown one → nothing", () => {
    const decision = decideWorkspaceRevocation(undefined, exampleIntegration(), 2_000);
    assert.deepEqual(decision, { kind: "nothing" });
  });

  it("takes the whole grant", () => {
    const found = { token: exampleGrantToken({ generation: 1 }), grant: exchangedGrant() };
    assert.deepEqual(decideWorkspaceRevocation(found, exampleIntegration(), 2_000), {
      kind: "revoke_grant",
      grant_id: "grant-of-alice",
    });
  });

  it("has the same response in every case: an object", () => {
    assert.deepEqual(describeWorkspaceRevocation("r-1"), { request_id: "r-1" });
  });
});
