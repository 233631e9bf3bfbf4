import assert from "node:assert/strict";
import { test } from "node:test";

import {
  responseOf,
  get,
  createTestPages,
  submit,
  visibleText,
  type Parameters,
} from "../fixture.ts";
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

test("the page shows the app, the destination, the user, the capabilities and every workspace", async () => {
  const page = await responseOf(createTestPages(replies), PAGE);
  assert.equal(page.status, 200);
  const words = visibleText(page);
  for (const said of [
    "🗓️ Planner",
    "Planner wants access to your workspace",
    "You will be redirected to planner.example",
    "Signed in as Alice Liddell (alice@example.com)",
    "This will allow the app to read the content you share with it change the content",
    "see the names and pictures of workspace members",
    "Which workspace?",
    "Tea party You will appear in the app as Alice Liddell",
    "Only what you select is shared. Guest list Cakes",
    "Rose garden",
    "Roses to paint",
    "Add a copy of the template “Weekly plan” to the workspace",
    "Cancel Allow",
  ]) {
    assert.ok(words.includes(said), `${said} is missing from: ${words}`);
  }
});

test("nothing is preselected", async () => {
  const { body } = await responseOf(createTestPages(replies), PAGE);
  assert.equal(body.match(/type="radio"/g)?.length, 2);
  assert.equal(body.match(/type="checkbox"/g)?.length, 4);
  assert.doesNotMatch(body, /checked/);
});

test("a single workspace needs no selection", async () => {
  const one = { ...asked, choices: asked.choices.slice(0, 1) };
  const world = createTestPages({ ...replies, getWorkspaceConsentRequest: one });
  const page = await responseOf(world, PAGE);
  assert.match(visibleText(page), /The app will be connected to your workspace Tea party\./);
  assert.doesNotMatch(page.body, /type="radio"/);

  await responseOf(world, submit(page, [["decision", "allow"]]));
  const body = { workspace_id: teaParty.id, resources: [], duplicate_template: false };
  assert.deepEqual(world.asked.at(-1)?.[2], body);
});

test("a workspace without resources has a message", async () => {
  const empty = { ...teaParty, resources: [] };
  const choices = asked.choices.slice(0, 1).map((choice) => ({ ...choice, workspace: empty }));
  const world = createTestPages({ ...replies, getWorkspaceConsentRequest: { ...asked, choices } });
  assert.match(
    visibleText(await responseOf(world, PAGE)),
    /There is nothing to share in this workspace yet/,
  );
});

test("an installation for the whole workspace does not include the user", async () => {
  const whole = { ...asked, owner: "workspace" };
  const world = createTestPages({ ...replies, getWorkspaceConsentRequest: whole });
  const words = visibleText(await responseOf(world, PAGE));
  assert.match(words, /to the whole workspace, not just to your account/);
  assert.doesNotMatch(words, /You will appear/);
  assert.ok(world.asked.every(([, { user_id }]) => user_id === undefined));
});

test("what the user selects is accepted", async () => {
  const world = createTestPages(replies);
  const shown = await responseOf(world, PAGE);
  const fields = [
    ["workspace_id", teaParty.id],
    [`resources.${teaParty.id}`, "r-cakes"],
    [`resources.${garden.id}`, "r-roses"],
    ["duplicate_template", "on"],
    ["decision", "allow"],
  ] as const;
  const left = await responseOf(world, submit(shown, fields));
  assert.ok(left.body.includes(`content="0;url=${NEXT}"`));
  assert.deepEqual(world.asked.at(-1), [
    "acceptWorkspaceConsentRequest",
    { consent_challenge: "c4" },
    { workspace_id: teaParty.id, resources: ["r-cakes"], duplicate_template: true },
  ]);
});

for (const fields of [[["decision", "deny"]], []] as [string, string][][]) {
  test(`${fields.length > 0 ? "deny" : "a missing decision"} rejects the request`, async () => {
    const world = createTestPages(replies);
    const left = await responseOf(world, submit(await responseOf(world, PAGE), fields));
    assert.ok(left.body.includes(`content="0;url=${NEXT}"`));
    assert.equal(world.asked.at(-1)?.[0], "rejectWorkspaceConsentRequest");
  });
}

test("denying does not require a selected workspace", async () => {
  const { body } = await responseOf(createTestPages(replies), PAGE);
  assert.match(body, /<button[^>]*value="deny" formnovalidate/);
});

for (const workspace_id of ["", "not-offered"]) {
  test(`allowing with the workspace "${workspace_id}" shows the form again`, async () => {
    const world = createTestPages(replies);
    const shown = await responseOf(world, PAGE);
    const fields = [
      ["workspace_id", workspace_id],
      ["decision", "allow"],
    ] as const;
    const again = await responseOf(world, submit(shown, fields));
    assert.equal(again.status, 422);
    assert.match(visibleText(again), /Which workspace\? Select a workspace\./);
    assert.ok(world.asked.every(([operation]) => /^(get|list)/.test(operation)));
  });
}

test("shared resources are preselected, unless disconnected", async () => {
  const listInstallations = ({ workspace_id }: Parameters) =>
    workspace_id === teaParty.id
      ? [alicesPlanner]
      : [{ ...alicesPlanner, status: "disconnected", resources: ["r-roses"] }];
  const { body } = await responseOf(createTestPages({ ...replies, listInstallations }), PAGE);
  assert.match(body, /value="r-cakes"\s+checked/);
  assert.equal(body.match(/checked/g)?.length, 1);
});

test("the form is shown even if shared resources cannot be loaded", async () => {
  const refused = Response.json({ error: "server_error" }, { status: 500 });
  const world = createTestPages({ ...replies, listInstallations: refused });
  assert.equal((await responseOf(world, PAGE)).status, 200);
});

test("without an eligible workspace the user can only cancel", async () => {
  const nowhere = { ...asked, choices: [] };
  const world = createTestPages({ ...replies, getWorkspaceConsentRequest: nowhere });
  const page = await responseOf(world, PAGE);
  assert.equal(page.status, 403);
  assert.match(
    visibleText(page),
    /No workspace to connect You are not a member of any workspace that Planner .* Cancel$/,
  );
  const forced = await responseOf(world, submit(page, [["decision", "allow"]]));
  assert.equal(forced.status, 403);

  await responseOf(world, submit(page, [["decision", "deny"]]));
  assert.equal(world.asked.at(-1)?.[0], "rejectWorkspaceConsentRequest");
});

for (const [status, words] of [
  [404, /This page has expired .* Start again/],
  [409, /This step is already complete .* Start again/],
] as const) {
  test(`a ${status} on accept has a link to start again`, async () => {
    const redirect_to = "https://op.example/v1/oauth/authorize?client_id=planner";
    const refusal = Response.json({ error: "x", redirect_to }, { status });
    const world = createTestPages({ ...replies, acceptWorkspaceConsentRequest: refusal });
    const fields = [
      ["workspace_id", garden.id],
      ["decision", "allow"],
    ] as const;
    const page = await responseOf(world, submit(await responseOf(world, PAGE), fields));
    assert.equal(page.status, status);
    assert.match(visibleText(page), words);
    assert.ok(page.body.includes(`href="${redirect_to}"`));
  });
}

test("names of apps and workspaces are escaped", async () => {
  const tag = "<script>alert(1)</script>";
  const choices = asked.choices.map(({ workspace, member }) => ({
    workspace: { ...workspace, name: tag, icon: tag, resources: [{ id: '"><b>', title: tag }] },
    member: { ...member, name: tag },
  }));
  const integration = { ...planner, name: tag, icon: tag, template: { id: "t", title: tag } };
  const world = createTestPages({
    ...replies,
    getWorkspaceConsentRequest: { ...asked, integration, choices },
  });
  assert.doesNotMatch((await responseOf(world, PAGE)).body, /<script|<b>/);
});
