import assert from "node:assert/strict";
import { test } from "node:test";

import type { WorkspaceMember } from "@latchkey/api";

import type { PageRequest } from "../exchange.ts";
import { answerOf, get, openPages, wordsOf, type Parameters, type Replies } from "../fixture.ts";
import type { SignInOptions } from "../sign-in-pages.ts";
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

const missing = Response.json({ error: "not_found" }, { status: 404 });
const installations = [alicesPlanner, bobsPlanner];
const replies: Replies = {
  getWorkspace: ({ id }: Parameters) =>
    [teaParty, garden].find((each) => each.id === id) ?? missing,
  getIntegration: planner,
  listInstallations: ({ workspace_id }: Parameters) =>
    installations.filter((each) => each.workspace_id === workspace_id),
  listWorkspaceMembers: [aliceInGarden, bob],
};
const PAGE: PageRequest = { ...get("/workspace/installed"), subject: "alice-1" };

function open(
  members: WorkspaceMember[],
  different: Replies = {},
  options: Partial<SignInOptions> = {},
) {
  return openPages(
    { ...replies, ...different },
    {
      memberships: async (subject) => members.filter((each) => each.subject === subject),
      ...options,
    },
  );
}

test("a member sees what they connected: since when, with what power, with how much", async () => {
  const world = open([aliceAtTea]);
  const page = await answerOf(world, PAGE);
  assert.equal(page.status, 200);
  const words = wordsOf(page);
  assert.match(
    words,
    /Signed in as Alice Liddell \(alice@example\.com\) 🫖 Tea party 🗓️ Planner Since March 3, 2026 · One item shared Disconnect The app may read the content that is shared with it change/,
  );
  assert.doesNotMatch(words, /administrator|Connected by/);
  assert.ok(page.body.includes(`href="/workspace/installed?bot_id=${alicesPlanner.bot_id}"`));
  const filters = world.asked.filter(([operation]) => operation === "listInstallations");
  assert.deepEqual(
    filters.map(([, { workspace_id, user_id }]) => [workspace_id, user_id]),
    [[teaParty.id, aliceAtTea.user_id]],
  );
});

test("a member does not see what a colleague connected, whatever the server lists", async () => {
  const words = wordsOf(await answerOf(open([{ ...aliceInGarden, role: "member" }]), PAGE));
  assert.match(words, /Rose garden You have not connected an app to this workspace\.$/);
});

test("an administrator sees everything, and who connected it", async () => {
  const everybodys = { ...bobsPlanner, owner_type: "workspace", owner_user_id: null };
  const own = { ...bobsPlanner, owner_user_id: aliceInGarden.user_id };
  const listInstallations = [bobsPlanner, everybodys, own];
  const words = wordsOf(await answerOf(open([aliceInGarden], { listInstallations }), PAGE));
  assert.match(words, /As an administrator you see every app, whoever connected it\./);
  assert.match(words, /Since March 3, 2026 · Connected by Bob Carpenter · Nothing shared/);
  assert.match(words, /Since March 3, 2026 · For the whole workspace · Nothing shared/);
  assert.match(words, /Since March 3, 2026 · Nothing shared/);
});

test("every workspace has its own list", async () => {
  const words = wordsOf(await answerOf(open([aliceAtTea, aliceInGarden]), PAGE));
  assert.match(words, /Tea party .* Planner .* Rose garden .* Planner .* Bob Carpenter/);
});

test("an app without tokens is listed as not in use, a disconnected one not at all", async () => {
  const dormant = open([aliceAtTea], {
    listInstallations: [{ ...alicesPlanner, status: "dormant" }],
  });
  assert.match(wordsOf(await answerOf(dormant, PAGE)), /Planner .* not in use Disconnect/);
  const gone = open([aliceInGarden], {
    listInstallations: [{ ...bobsPlanner, status: "disconnected" }],
  });
  assert.match(wordsOf(await answerOf(gone, PAGE)), /No app is connected to this workspace\.$/);
});

test("a workspace or an app that was deleted meanwhile is left out", async () => {
  const elsewhere = { ...aliceAtTea, workspace_id: "gone" };
  const words = wordsOf(
    await answerOf(open([elsewhere, aliceAtTea], { getIntegration: missing }), PAGE),
  );
  assert.match(words, /Tea party You have not connected an app to this workspace\.$/);
});

test("a long list is read to its end", async () => {
  const bots = Array.from(
    { length: 3 },
    (_, index) => `40000000-0000-4000-8000-00000000010${index}`,
  );
  const listInstallations = ({ offset = "0" }: Parameters) => {
    const bot_id = bots[Number(offset) / 500];
    const link = `</workspace/installations?limit=500&offset=${Number(offset) + 500}>; rel="next"`;
    const more = Number(offset) < 1_000;
    return Response.json([{ ...alicesPlanner, bot_id }], { headers: more ? { link } : {} });
  };
  const { body } = await answerOf(open([aliceAtTea], { listInstallations }), PAGE);
  for (const bot_id of bots) assert.ok(body.includes(`?bot_id=${bot_id}`));
});

test("whoever is in no workspace reads so", async () => {
  assert.match(wordsOf(await answerOf(open([bob]), PAGE)), /You are not in a workspace/);
  assert.match(wordsOf(await answerOf(openPages(replies), PAGE)), /You are not in a workspace/);
});

test("whoever is not signed in is asked to, and nothing is looked up", async () => {
  const sign_in_url = "/v1/sign-in?then=installed";
  for (const method of ["GET", "POST"]) {
    const world = open([aliceAtTea], {}, { sign_in_url });
    const page = await answerOf(world, { ...get("/workspace/installed"), method });
    assert.equal(page.status, 403);
    assert.match(wordsOf(page), /Sign in to see your connected apps .* Sign in$/);
    assert.ok(page.body.includes(`href="${sign_in_url}"`));
    assert.deepEqual(world.asked, []);
  }
  const { body } = await answerOf(open([]), get("/workspace/installed"));
  assert.doesNotMatch(body, /class="button/);
});

test("when the server does not answer, alice reads an apology", async () => {
  const page = await answerOf(openPages({}, { memberships: async () => [aliceAtTea] }), PAGE);
  assert.equal(page.status, 503);
});

test("the day is written as alice's language writes it", async () => {
  const german = { ...PAGE, headers: { "accept-language": "de" } };
  const words = wordsOf(await answerOf(open([aliceAtTea]), german));
  assert.match(words, /Seit 3\. März 2026 · Ein Element geteilt/);
});
