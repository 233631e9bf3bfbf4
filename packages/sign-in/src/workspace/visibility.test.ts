import assert from "node:assert/strict";
import { test } from "node:test";

import type { Installation, WorkspaceMember } from "@latchkey/api";

import { aliceAtTea, aliceInGarden, alicesPlanner, bob, bobsPlanner } from "./fixture.ts";
import { isVisibleTo } from "./visibility.ts";

const shared: Installation = { ...bobsPlanner, owner_type: "workspace", owner_user_id: null };
const rows: {
  readonly title: string;
  readonly member: WorkspaceMember;
  readonly installation: Installation;
  readonly seen: boolean;
}[] = [
  { title: "a member sees their own", member: aliceAtTea, installation: alicesPlanner, seen: true },
  {
    title: "a member sees what is dormant",
    member: aliceAtTea,
    installation: { ...alicesPlanner, status: "dormant" },
    seen: true,
  },
  {
    title: "a member does not see another member's",
    member: bob,
    installation: { ...bobsPlanner, owner_user_id: "x" },
    seen: false,
  },
  {
    title: "a member does not see the workspace's",
    member: bob,
    installation: shared,
    seen: false,
  },
  {
    title: "an administrator sees other members'",
    member: aliceInGarden,
    installation: bobsPlanner,
    seen: true,
  },
  {
    title: "an administrator sees the workspace's",
    member: aliceInGarden,
    installation: shared,
    seen: true,
  },
  {
    title: "an administrator does not see another workspace's",
    member: aliceInGarden,
    installation: alicesPlanner,
    seen: false,
  },
  {
    title: "a disconnected installation is not visible",
    member: aliceInGarden,
    installation: { ...bobsPlanner, status: "disconnected" },
    seen: false,
  },
];

for (const { title, member, installation, seen } of rows) {
  test(title, () => {
    assert.equal(isVisibleTo(member, installation), seen);
  });
}
