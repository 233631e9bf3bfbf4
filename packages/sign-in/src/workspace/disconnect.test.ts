import assert from "node:assert/strict";
import { test } from "node:test";

import type { PageAnswer, PageRequest } from "../exchange.ts";
import {
  answerOf,
  get,
  openPages,
  submit,
  wordsOf,
  type Parameters,
  type Replies,
} from "../fixture.ts";
import {
  aliceAtTea,
  aliceInGarden,
  alicesPlanner,
  bob,
  bobsPlanner,
  garden,
  planner,
  teaParty,
} from "./fixture.ts";

const everybody = [aliceAtTea, aliceInGarden, bob];
const missing = Response.json({ error: "not_found" }, { status: 404 });
const replies: Replies = {
  getWorkspace: ({ id }: Parameters) =>
    [teaParty, garden].find((each) => each.id === id) ?? missing,
  getWorkspaceMember: ({ user_id }: Parameters) =>
    everybody.find((each) => each.user_id === user_id) ?? missing,
  getIntegration: planner,
  getInstallation: ({ bot_id }: Parameters) =>
    [alicesPlanner, bobsPlanner].find((each) => each.bot_id === bot_id) ?? missing,
  deleteInstallation: null,
};

function open(different: Replies = {}) {
  return openPages(
    { ...replies, ...different },
    { memberships: async (subject) => everybody.filter((each) => each.subject === subject) },
  );
}

function ask(bot_id: string, subject = "alice-1"): PageRequest {
  return { ...get(`/workspace/installed?bot_id=${encodeURIComponent(bot_id)}`), subject };
}

function mean(shown: PageAnswer, subject = "alice-1"): PageRequest {
  return { ...submit(shown, []), subject };
}

test("before anything stops, alice reads what will", async () => {
  const world = open();
  const page = await answerOf(world, ask(alicesPlanner.bot_id));
  assert.match(
    wordsOf(page),
    /Disconnect Planner from Tea party\? Since March 3, 2026 · One item shared The app can then no longer read the content .* It loses access to Cakes What the app has copied until now stays with it\. .* Keep it Disconnect$/,
  );
  assert.match(page.body, /<a class="button" href="\/workspace\/installed">/);
  assert.ok(world.asked.every(([operation]) => operation.startsWith("get")));
});

test("an administrator reads whose it is", async () => {
  const words = wordsOf(await answerOf(open(), ask(bobsPlanner.bot_id)));
  assert.match(words, /Disconnect Planner from Rose garden\? .* Connected by Bob Carpenter/);
  assert.doesNotMatch(words, /It loses access to/);
});

test("once alice means it, it is disconnected", async () => {
  const world = open();
  const shown = await answerOf(world, ask(alicesPlanner.bot_id));
  const done = await answerOf(world, mean(shown));
  assert.match(wordsOf(done), /Planner is disconnected .* Back to the connected apps$/);
  const removed = { bot_id: alicesPlanner.bot_id };
  assert.deepEqual(world.asked.at(-1), ["deleteInstallation", removed, undefined]);
});

test("that somebody else was quicker makes no difference", async () => {
  const world = open({ deleteInstallation: missing });
  const done = await answerOf(world, mean(await answerOf(world, ask(alicesPlanner.bot_id))));
  assert.match(wordsOf(done), /Planner is disconnected/);
});

const strangers: [string, string, string, Replies][] = [
  ["a bot that is nobody's", "40000000-0000-4000-8000-00000000dead", "alice-1", {}],
  ["no bot at all", "", "alice-1", {}],
  ["a path in disguise", "..", "alice-1", {}],
  ["alice's app, for bob", alicesPlanner.bot_id, "bob-1", {}],
  ["bob's app, for mallory", bobsPlanner.bot_id, "mallory-1", {}],
  [
    "an app that is disconnected",
    alicesPlanner.bot_id,
    "alice-1",
    { getInstallation: { ...alicesPlanner, status: "disconnected" } },
  ],
  ["a deleted app", alicesPlanner.bot_id, "alice-1", { getIntegration: missing }],
  ["a deleted workspace", alicesPlanner.bot_id, "alice-1", { getWorkspace: missing }],
];

for (const [title, bot_id, subject, different] of strangers) {
  test(`${title} is not connected`, async () => {
    const page = await answerOf(open(different), ask(bot_id, subject));
    assert.equal(page.status, 404);
    assert.match(wordsOf(page), /This app is not connected .* Back to the connected apps$/);
    assert.doesNotMatch(page.body, /<form|Planner/);
  });
}

test("mallory's page cannot disconnect anything for alice", async () => {
  const world = open();
  const { headers, ...request } = mean(await answerOf(world, ask(alicesPlanner.bot_id)));
  const without = await answerOf(world, { ...request, headers: {} });
  assert.equal(without.status, 403);
  assert.match(wordsOf(without), /Your browser sent no cookie .* Try again/);

  const body = request.body.replace(/csrf=[^&]*/, "csrf=guess");
  const guessed = await answerOf(world, { ...request, headers, body });
  assert.equal(guessed.status, 403);
  assert.match(wordsOf(guessed), /This form is out of date .* Try again/);
  assert.ok(world.asked.every(([operation]) => operation.startsWith("get")));
});

test("a form is good for the app and the person it was made for, and for no other", async () => {
  const world = open();
  const made = mean(await answerOf(world, ask(alicesPlanner.bot_id)));
  const other = { ...made, query: new URLSearchParams({ bot_id: bobsPlanner.bot_id }) };
  assert.equal((await answerOf(world, other)).status, 403);
  assert.equal((await answerOf(world, { ...made, subject: "bob-1" })).status, 403);
});

test("who lost the right between question and answer disconnects nothing", async () => {
  let members = [aliceInGarden];
  const world = openPages(replies, { memberships: async () => members });
  const shown = await answerOf(world, ask(bobsPlanner.bot_id));
  members = [{ ...aliceInGarden, role: "member" }];
  const page = await answerOf(world, mean(shown));
  assert.equal(page.status, 404);
  assert.ok(world.asked.every(([operation]) => operation.startsWith("get")));
});
