import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleMember, exampleWorkspaceGrant, exchangedGrant } from "./example-workspace.ts";
import { heldBy } from "./owner.ts";

describe("whose access a grant is, and since when", () => {
  const member = exampleMember();
  const session = { subject: "who consented", requested_at: 980 };
  const ofWorkspace = { ...session, owner: { type: "workspace" } } as const;
  const table = [
    ["of a member", exchangedGrant({ session }), { subject: member.subject, at: 980 }],
    ["from before the time was stored", exchangedGrant(), { subject: member.subject, at: 1_000 }],
    ["of a workspace", exchangedGrant({ session: ofWorkspace }), { subject: undefined, at: 980 }],
    [
      "of a workspace, before the code is exchanged",
      exampleWorkspaceGrant({ session: ofWorkspace }),
      { subject: "who consented", at: 980 },
    ],
  ] as const;
  for (const [title, grant, held] of table)
    it(title, () => assert.deepEqual(heldBy(grant, member), held));

  it("of a member who left", () => {
    assert.deepEqual(heldBy(exchangedGrant({ session }), undefined), {
      subject: undefined,
      at: 980,
    });
  });
});
