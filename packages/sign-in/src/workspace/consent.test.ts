import assert from "node:assert/strict";
import { test } from "node:test";

import { answerOf, get, openPages, submit, wordsOf, type Parameters } from "../fixture.ts";
import {
  alicesPlanner,
  garden,
  planner,
  teaParty,
  workspaceConsentRequest as asked,
} from "./fixture.ts";

const NEXT = "https://planner.example/callback?code=wsc_1";
const replies = {
  getWorkspaceConsentRequest: asked,
  acceptWorkspaceConsentRequest: { redirect_to: NEXT },
  rejectWorkspaceConsentRequest: { redirect_to: NEXT },
  listInstallations: [],
};
const PAGE = get("/workspace/consent?consent_challenge=c4");

test("the page names the app, the destination, the person, the powers and every workspace", async () => {
  const page = await answerOf(openPages(replies), PAGE);
  assert.equal(page.status, 200);
  const words = wordsOf(page);
  for (const said of [
    "🗓️ Planner",
    "Planner asks for access to your workspace",
    "Your browser then goes to planner.example",
    "Signed in as Alice Liddell (alice@example.com)",
    "If you allow it, the app may read the content that is shared with it change the content",
    "see the names and pictures of the people in the workspace",
    "Which workspace?",
    "Tea party It will know you as Alice Liddell",
    "None of it is shared unless you tick it. Guest list Cakes",
    "Rose garden",
    "Roses to paint",
    "Put a copy of the template “Weekly plan” into the workspace",
    "Cancel Allow",
  ]) {
    assert.ok(words.includes(said), `${said} is missing from: ${words}`);
  }
});

test("nothing is chosen and nothing ticked before alice does", async () => {
  const { body } = await answerOf(openPages(replies), PAGE);
  assert.equal(body.match(/type="radio"/g)?.length, 2);
  assert.equal(body.match(/type="checkbox"/g)?.length, 4);
  assert.doesNotMatch(body, /checked/);
});

test("a single workspace is told, not asked", async () => {
  const one = { ...asked, choices: asked.choices.slice(0, 1) };
  const world = openPages({ ...replies, getWorkspaceConsentRequest: one });
  const page = await answerOf(world, PAGE);
  assert.match(wordsOf(page), /It will be connected to your workspace Tea party\./);
  assert.doesNotMatch(page.body, /type="radio"/);

  await answerOf(world, submit(page, [["decision", "allow"]]));
  const body = { workspace_id: teaParty.id, resources: [], duplicate_template: false };
  assert.deepEqual(world.asked.at(-1)?.[2], body);
});

test("a workspace with nothing in it says so", async () => {
  const empty = { ...teaParty, resources: [] };
  const choices = asked.choices.slice(0, 1).map((choice) => ({ ...choice, workspace: empty }));
  const world = openPages({ ...replies, getWorkspaceConsentRequest: { ...asked, choices } });
  assert.match(wordsOf(await answerOf(world, PAGE)), /nothing in this workspace to share yet/);
});

test("an app for the whole workspace says so, and does not learn who alice is", async () => {
  const whole = { ...asked, owner: "workspace" };
  const world = openPages({ ...replies, getWorkspaceConsentRequest: whole });
  const words = wordsOf(await answerOf(world, PAGE));
  assert.match(words, /for the whole workspace, not for you alone/);
  assert.doesNotMatch(words, /It will know you/);
  assert.ok(world.asked.every(([, { user_id }]) => user_id === undefined));
});

test("what alice allows is what is accepted", async () => {
  const world = openPages(replies);
  const shown = await answerOf(world, PAGE);
  const fields = [
    ["workspace_id", teaParty.id],
    [`resources.${teaParty.id}`, "r-cakes"],
    [`resources.${garden.id}`, "r-roses"],
    ["duplicate_template", "on"],
    ["decision", "allow"],
  ] as const;
  const left = await answerOf(world, submit(shown, fields));
  assert.ok(left.body.includes(`content="0;url=${NEXT}"`));
  assert.deepEqual(world.asked.at(-1), [
    "acceptWorkspaceConsentRequest",
    { consent_challenge: "c4" },
    { workspace_id: teaParty.id, resources: ["r-cakes"], duplicate_template: true },
  ]);
});

for (const fields of [[["decision", "deny"]], []] as [string, string][][]) {
  test(`${fields.length > 0 ? "a no" : "anything but a yes"} is a no`, async () => {
    const world = openPages(replies);
    const left = await answerOf(world, submit(await answerOf(world, PAGE), fields));
    assert.ok(left.body.includes(`content="0;url=${NEXT}"`));
    assert.equal(world.asked.at(-1)?.[0], "rejectWorkspaceConsentRequest");
  });
}

test("a no needs no workspace, even where the browser insists on one", async () => {
  const { body } = await answerOf(openPages(replies), PAGE);
  assert.match(body, /<button[^>]*value="deny" formnovalidate/);
});

for (const workspace_id of ["", "somebody else's"]) {
  test(`a yes to the workspace "${workspace_id}" is asked again`, async () => {
    const world = openPages(replies);
    const shown = await answerOf(world, PAGE);
    const fields = [
      ["workspace_id", workspace_id],
      ["decision", "allow"],
    ] as const;
    const again = await answerOf(world, submit(shown, fields));
    assert.equal(again.status, 422);
    assert.match(wordsOf(again), /Which workspace\? Choose a workspace\./);
    assert.ok(world.asked.every(([operation]) => /^(get|list)/.test(operation)));
  });
}

test("what is shared already comes ticked, and what was taken back does not", async () => {
  const listInstallations = ({ workspace_id }: Parameters) =>
    workspace_id === teaParty.id
      ? [alicesPlanner]
      : [{ ...alicesPlanner, status: "disconnected", resources: ["r-roses"] }];
  const { body } = await answerOf(openPages({ ...replies, listInstallations }), PAGE);
  assert.match(body, /value="r-cakes"\s+checked/);
  assert.equal(body.match(/checked/g)?.length, 1);
});

test("not knowing what was shared before is no reason to fail", async () => {
  const refused = Response.json({ error: "server_error" }, { status: 500 });
  const world = openPages({ ...replies, listInstallations: refused });
  assert.equal((await answerOf(world, PAGE)).status, 200);
});

test("with no workspace to choose, alice reads why and can only go back", async () => {
  const nowhere = { ...asked, choices: [] };
  const world = openPages({ ...replies, getWorkspaceConsentRequest: nowhere });
  const page = await answerOf(world, PAGE);
  assert.equal(page.status, 403);
  assert.match(
    wordsOf(page),
    /There is no workspace to connect You are not in a workspace that Planner .* Cancel$/,
  );
  const forced = await answerOf(world, submit(page, [["decision", "allow"]]));
  assert.equal(forced.status, 403);

  await answerOf(world, submit(page, [["decision", "deny"]]));
  assert.equal(world.asked.at(-1)?.[0], "rejectWorkspaceConsentRequest");
});

for (const [status, words] of [
  [404, /This page has expired .* Start again/],
  [409, /This step is already done .* Start again/],
] as const) {
  test(`a challenge that is answered ${status} on the way in says how to start again`, async () => {
    const redirect_to = "https://op.example/v1/oauth/authorize?client_id=planner";
    const refusal = Response.json({ error: "x", redirect_to }, { status });
    const world = openPages({ ...replies, acceptWorkspaceConsentRequest: refusal });
    const fields = [
      ["workspace_id", garden.id],
      ["decision", "allow"],
    ] as const;
    const page = await answerOf(world, submit(await answerOf(world, PAGE), fields));
    assert.equal(page.status, status);
    assert.match(wordsOf(page), words);
    assert.ok(page.body.includes(`href="${redirect_to}"`));
  });
}

test("neither apps nor workspaces bring their own markup", async () => {
  const tag = "<script>alert(1)</script>";
  const choices = asked.choices.map(({ workspace, member }) => ({
    workspace: { ...workspace, name: tag, icon: tag, resources: [{ id: '"><b>', title: tag }] },
    member: { ...member, name: tag },
  }));
  const integration = { ...planner, name: tag, icon: tag, template: { id: "t", title: tag } };
  const world = openPages({
    ...replies,
    getWorkspaceConsentRequest: { ...asked, integration, choices },
  });
  assert.doesNotMatch((await answerOf(world, PAGE)).body, /<script|<b>/);
});
