import assert from "node:assert/strict";
import { test } from "node:test";

import type { Installation, WorkspaceMember } from "@latchkey/api";

import { aliceAtTea, aliceInGarden, alicesPlanner, bob, bobsPlanner } from "./fixture.ts";
import { maySee } from "./may-see.ts";

const everybodys: Installation = { ...bobsPlanner, owner_type: "workspace", owner_user_id: null };
const rows: [string, WorkspaceMember, Installation, boolean][] = [
  ["a member sees what is theirs", aliceAtTea, alicesPlanner, true],
  ["a member sees what is dormant", aliceAtTea, { ...alicesPlanner, status: "dormant" }, true],
  ["a member does not see a colleague's", bob, { ...bobsPlanner, owner_user_id: "x" }, false],
  ["a member does not see the workspace's", bob, everybodys, false],
  ["an administrator sees everybody's", aliceInGarden, bobsPlanner, true],
  ["an administrator sees the workspace's", aliceInGarden, everybodys, true],
  ["an administrator sees nothing next door", aliceInGarden, alicesPlanner, false],
  [
    "nobody sees what is disconnected",
    aliceInGarden,
    { ...bobsPlanner, status: "disconnected" },
    false,
  ],
];

for (const [title, member, installation, seen] of rows) {
  test(title, () => {
    assert.equal(maySee(member, installation), seen);
  });
}
