import assert from "node:assert/strict";
import { describe, test } from "node:test";

import type { Integration, WorkspaceMember } from "@latchkey/api";

import { createTestPages, get, type Replies, responseOf, visibleText } from "../fixture.ts";
import type { PageRequest } from "../http/exchange.ts";
import { isInstallable } from "./directory.ts";
import {
  aliceAtTea,
  aliceInGarden,
  bobsPlanner,
  garden,
  getWorkspace,
  planner,
  teaParty,
} from "./fixture.ts";

const PAGE: PageRequest = { ...get("/workspace/directory"), subject: "alice-1" };

function open(members: WorkspaceMember[], different: Replies = {}, sign_in_url?: string) {
  return createTestPages(
    {
      getWorkspace,
      listIntegrations: [planner],
      listInstallations: [],
      ...different,
    },
    {
      memberships: async (subject) => members.filter((each) => each.subject === subject),
      ...(sign_in_url !== undefined && { sign_in_url }),
    },
  );
}

test("an administrator sees what may be connected, what it may do, and where to start", async () => {
  const world = open([aliceAtTea, aliceInGarden]);
  const page = await responseOf(world, PAGE);
  assert.equal(page.status, 200);
  assert.match(
    visibleText(page),
    /App directory .* Rose garden 🗓️ Planner planner\.example · Can be connected to the whole workspace Connect Plans the week from shared pages\. The app can read the content/,
  );
  assert.doesNotMatch(visibleText(page), /Tea party/, "where she is a member only");
  assert.ok(page.body.includes('href="https://planner.example/install"'));
  const asked = world.asked.filter(([operation]) => operation === "listIntegrations");
  assert.deepEqual(
    asked.map(([, { listed }]) => listed),
    ["true"],
  );
});

test("it says what is connected already, and what starts in the app itself", async () => {
  const listInstallations = [bobsPlanner];
  const listIntegrations = [{ ...planner, install_url: null, description: null }];
  const page = await responseOf(
    open([aliceInGarden], { listInstallations, listIntegrations }),
    PAGE,
  );
  assert.match(visibleText(page), /Planner .*connected The app can .* start in the app itself/);
  assert.doesNotMatch(page.body, /class="button"/);
});

test("there may be nothing to connect, and a workspace may be gone", async () => {
  const gone = { ...aliceInGarden, workspace_id: planner.id };
  const world = open([gone, aliceInGarden], { listIntegrations: [{ ...planner, enabled: false }] });
  const words = visibleText(await responseOf(world, PAGE));
  assert.match(words, /Rose garden No apps are available for this workspace\.$/);
});

test("what an integration says of itself is shown as text, on one line", async () => {
  const listIntegrations = [
    {
      ...planner,
      name: "<b>Planner</b>",
      description: `\u202e<script>alert(1)</script>\n${"x".repeat(400)}`,
      install_url: "javascript:alert(1)",
    },
  ];
  const { body } = await responseOf(open([aliceInGarden], { listIntegrations }), PAGE);
  assert.doesNotMatch(body, /<script>|<b>|javascript:|\u202e|x{301}/);
});

test("a member who administers nothing does not see it", async () => {
  const page = await responseOf(open([aliceAtTea]), PAGE);
  assert.equal(page.status, 403);
  assert.match(visibleText(page), /You are not a workspace administrator/);
});

test("a user who is not signed in is sent to sign in and back here", async () => {
  const page = await responseOf(open([], {}, "/workspace/sign-in"), get("/workspace/directory"));
  assert.equal(page.status, 403);
  assert.ok(page.body.includes('href="/workspace/sign-in?page=directory"'));
  assert.match(visibleText(page), /Sign in to see the app directory/);
});

describe("what may be installed", () => {
  const table: [what: string, changes: Partial<Integration>, installable: boolean][] = [
    ["a public integration", {}, true],
    ["one for this workspace", { install_scope: [garden.id] }, true],
    ["one for another workspace", { install_scope: [teaParty.id] }, false],
    ["one that is disabled", { enabled: false }, false],
    ["an internal one", { kind: "internal", install_scope: [garden.id] }, false],
  ];
  for (const [what, changes, installable] of table)
    test(what, () => assert.equal(isInstallable({ ...planner, ...changes }, garden), installable));
});
