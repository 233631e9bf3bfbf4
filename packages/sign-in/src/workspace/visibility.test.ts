import assert from "node:assert/strict";
import { test } from "node:test";

import type { Installation, WorkspaceMember } from "@latchkey/api";

import { aliceAtTea, aliceInGarden, alicesPlanner, bob, bobsPlanner } from "./fixture.ts";
import { isVisibleTo } from "./visibility.ts";

const shared: Installation = { ...bobsPlanner, owner_type: "workspace", owner_user_id: null };
const rows: [string, WorkspaceMember, Installation, boolean][] = [
  ["a member sees their own", aliceAtTea, alicesPlanner, true],
  ["a member sees what is dormant", aliceAtTea, { ...alicesPlanner, status: "dormant" }, true],
  ["a member does not see another member's", bob, { ...bobsPlanner, owner_user_id: "x" }, false],
  ["a member does not see the workspace's", bob, shared, false],
  ["an administrator sees other members'", aliceInGarden, bobsPlanner, true],
  ["an administrator sees the workspace's", aliceInGarden, shared, true],
  ["an administrator does not see another workspace's", aliceInGarden, alicesPlanner, false],
  [
    "a disconnected installation is not visible",
    aliceInGarden,
    { ...bobsPlanner, status: "disconnected" },
    false,
  ],
];

for (const [title, member, installation, seen] of rows) {
  test(title, () => {
    assert.equal(isVisibleTo(member, installation), seen);
  });
}
