import assert from "node:assert/strict";
import { test } from "node:test";

import type { PageResponse, PageRequest } from "../http/exchange.ts";
import {
  responseOf,
  get,
  createTestPages,
  submit,
  visibleText,
  type Parameters,
  type Replies,
} from "../fixture.ts";
import {
  aliceAtTea,
  aliceInGarden,
  alicesPlanner,
  bob,
  bobsPlanner,
  getWorkspace,
  missing,
  planner,
} from "./fixture.ts";

const allMembers = [aliceAtTea, aliceInGarden, bob];
const replies: Replies = {
  getWorkspace,
  getWorkspaceMember: ({ user_id }: Parameters) =>
    allMembers.find((each) => each.user_id === user_id) ?? missing,
  getIntegration: planner,
  getInstallation: ({ bot_id }: Parameters) =>
    [alicesPlanner, bobsPlanner].find((each) => each.bot_id === bot_id) ?? missing,
  deleteInstallation: null,
};

function open(different: Replies = {}) {
  return createTestPages(
    { ...replies, ...different },
    { memberships: async (subject) => allMembers.filter((each) => each.subject === subject) },
  );
}

function confirmation(bot_id: string, subject = "alice-1"): PageRequest {
  return { ...get(`/workspace/installed?bot_id=${encodeURIComponent(bot_id)}`), subject };
}

function confirm(shown: PageResponse, subject = "alice-1"): PageRequest {
  return { ...submit(shown, []), subject };
}

test("the confirmation lists what stops working", async () => {
  const world = open();
  const page = await responseOf(world, confirmation(alicesPlanner.bot_id));
  assert.match(
    visibleText(page),
    /Disconnect Planner from Tea party\? Since March 3, 2026 · 1 item shared The app will no longer be able to read the content .* It will lose access to Cakes The app keeps what it has already copied\. .* Keep connected Disconnect$/,
  );
  assert.match(page.body, /<a class="button" href="\/workspace\/installed">/);
  assert.ok(world.asked.every(([operation]) => operation.startsWith("get")));
});

test("an administrator sees who connected it", async () => {
  const words = visibleText(await responseOf(open(), confirmation(bobsPlanner.bot_id)));
  assert.match(words, /Disconnect Planner from Rose garden\? .* Connected by Bob Carpenter/);
  assert.doesNotMatch(words, /It will lose access to/);
});

test("confirming disconnects", async () => {
  const world = open();
  const shown = await responseOf(world, confirmation(alicesPlanner.bot_id));
  const done = await responseOf(world, confirm(shown));
  assert.match(visibleText(done), /Planner has been disconnected .* Back to connected apps$/);
  const removed = { bot_id: alicesPlanner.bot_id };
  assert.deepEqual(world.asked.at(-1), ["deleteInstallation", removed, undefined]);
});

test("a concurrent deletion is not an error", async () => {
  const world = open({ deleteInstallation: missing });
  const done = await responseOf(
    world,
    confirm(await responseOf(world, confirmation(alicesPlanner.bot_id))),
  );
  assert.match(visibleText(done), /Planner has been disconnected/);
});

const missingConnections: {
  readonly title: string;
  readonly bot_id: string;
  readonly subject: string;
  readonly different: Replies;
}[] = [
  {
    title: "an unknown bot_id",
    bot_id: "40000000-0000-4000-8000-00000000dead",
    subject: "alice-1",
    different: {},
  },
  { title: "an empty bot_id", bot_id: "", subject: "alice-1", different: {} },
  { title: "a path traversal", bot_id: "..", subject: "alice-1", different: {} },
  { title: "alice's app, for bob", bot_id: alicesPlanner.bot_id, subject: "bob-1", different: {} },
  {
    title: "bob's app, for mallory",
    bot_id: bobsPlanner.bot_id,
    subject: "mallory-1",
    different: {},
  },
  {
    title: "an app that is disconnected",
    bot_id: alicesPlanner.bot_id,
    subject: "alice-1",
    different: { getInstallation: { ...alicesPlanner, status: "disconnected" } },
  },
  {
    title: "a deleted app",
    bot_id: alicesPlanner.bot_id,
    subject: "alice-1",
    different: { getIntegration: missing },
  },
  {
    title: "a deleted workspace",
    bot_id: alicesPlanner.bot_id,
    subject: "alice-1",
    different: { getWorkspace: missing },
  },
];

for (const { title, bot_id, subject, different } of missingConnections) {
  test(`${title} is not connected`, async () => {
    const page = await responseOf(open(different), confirmation(bot_id, subject));
    assert.equal(page.status, 404);
    assert.match(visibleText(page), /This app is not connected .* Back to connected apps$/);
    assert.doesNotMatch(page.body, /<form|Planner/);
  });
}

test("another site cannot submit the form", async () => {
  const world = open();
  const { headers, ...request } = confirm(
    await responseOf(world, confirmation(alicesPlanner.bot_id)),
  );
  const without = await responseOf(world, { ...request, headers: {} });
  assert.equal(without.status, 403);
  assert.match(visibleText(without), /Your browser did not send a cookie .* Try again/);

  const body = request.body.replace(/csrf=[^&]*/, "csrf=guess");
  const guessed = await responseOf(world, { ...request, headers, body });
  assert.equal(guessed.status, 403);
  assert.match(visibleText(guessed), /This form is out of date .* Try again/);
  assert.ok(world.asked.every(([operation]) => operation.startsWith("get")));
});

test("a form is valid only for its app and its user", async () => {
  const world = open();
  const made = confirm(await responseOf(world, confirmation(alicesPlanner.bot_id)));
  const other = { ...made, query: new URLSearchParams({ bot_id: bobsPlanner.bot_id }) };
  assert.equal((await responseOf(world, other)).status, 403);
  assert.equal((await responseOf(world, { ...made, subject: "bob-1" })).status, 403);
});

test("permission is checked again on submission", async () => {
  let members = [aliceInGarden];
  const world = createTestPages(replies, { memberships: async () => members });
  const shown = await responseOf(world, confirmation(bobsPlanner.bot_id));
  members = [{ ...aliceInGarden, role: "member" }];
  const page = await responseOf(world, confirm(shown));
  assert.equal(page.status, 404);
  assert.ok(world.asked.every(([operation]) => operation.startsWith("get")));
});
