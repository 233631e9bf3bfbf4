import assert from "node:assert/strict";
import { test } from "node:test";

import type { WorkspaceMember } from "@latchkey/api";

import type { PageRequest } from "../http/exchange.ts";
import {
  responseOf,
  get,
  createTestPages,
  visibleText,
  type Parameters,
  type Replies,
} from "../fixture.ts";
import type { SignInOptions } from "../sign-in-pages.ts";
import {
  aliceAtTea,
  aliceInGarden,
  alicesPlanner,
  bob,
  bobsPlanner,
  getWorkspace,
  missing,
  planner,
  teaParty,
} from "./fixture.ts";

const installations = [alicesPlanner, bobsPlanner];
const replies: Replies = {
  getWorkspace,
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
  return createTestPages(
    { ...replies, ...different },
    {
      memberships: async (subject) => members.filter((each) => each.subject === subject),
      ...options,
    },
  );
}

test("a member sees their connections: since when, capabilities, number of shared items", async () => {
  const world = open([aliceAtTea]);
  const page = await responseOf(world, PAGE);
  assert.equal(page.status, 200);
  const words = visibleText(page);
  assert.match(
    words,
    /Signed in as Alice Liddell \(alice@example\.com\) 🫖 Tea party 🗓️ Planner Since March 3, 2026 · 1 item shared Disconnect The app can read the content you share with it change/,
  );
  assert.doesNotMatch(words, /administrator|Connected by/);
  assert.ok(page.body.includes(`href="/workspace/installed?bot_id=${alicesPlanner.bot_id}"`));
  const filters = world.asked.filter(([operation]) => operation === "listInstallations");
  assert.deepEqual(
    filters.map(([, { workspace_id, user_id }]) => [workspace_id, user_id]),
    [[teaParty.id, aliceAtTea.user_id]],
  );
});

test("a member does not see other members' connections, even if the API returns them", async () => {
  const words = visibleText(await responseOf(open([{ ...aliceInGarden, role: "member" }]), PAGE));
  assert.match(words, /Rose garden You have not connected any apps to this workspace\.$/);
});

test("an administrator sees all connections and who made them", async () => {
  const shared = { ...bobsPlanner, owner_type: "workspace", owner_user_id: null };
  const own = { ...bobsPlanner, owner_user_id: aliceInGarden.user_id };
  const listInstallations = [bobsPlanner, shared, own];
  const words = visibleText(await responseOf(open([aliceInGarden], { listInstallations }), PAGE));
  assert.match(
    words,
    /As an administrator, you see all connected apps, including those of other members\./,
  );
  assert.match(words, /Since March 3, 2026 · Connected by Bob Carpenter · Nothing shared/);
  assert.match(words, /Since March 3, 2026 · For the whole workspace · Nothing shared/);
  assert.match(words, /Since March 3, 2026 · Nothing shared/);
});

test("every workspace has its own list", async () => {
  const words = visibleText(await responseOf(open([aliceAtTea, aliceInGarden]), PAGE));
  assert.match(words, /Tea party .* Planner .* Rose garden .* Planner .* Bob Carpenter/);
});

test("a dormant connection is shown as inactive, a disconnected one is not shown", async () => {
  const dormant = open([aliceAtTea], {
    listInstallations: [{ ...alicesPlanner, status: "dormant" }],
  });
  assert.match(visibleText(await responseOf(dormant, PAGE)), /Planner .* inactive Disconnect/);
  const gone = open([aliceInGarden], {
    listInstallations: [{ ...bobsPlanner, status: "disconnected" }],
  });
  assert.match(
    visibleText(await responseOf(gone, PAGE)),
    /No apps are connected to this workspace\.$/,
  );
});

test("a workspace or an app that was deleted in the meantime is left out", async () => {
  const elsewhere = { ...aliceAtTea, workspace_id: "gone" };
  const words = visibleText(
    await responseOf(open([elsewhere, aliceAtTea], { getIntegration: missing }), PAGE),
  );
  assert.match(words, /Tea party You have not connected any apps to this workspace\.$/);
});

test("all pages of the list are read", async () => {
  const bots = Array.from(
    { length: 3 },
    (_, index) => `40000000-0000-4000-8000-00000000010${index}`,
  );
  const listInstallations = ({ offset = "0" }: Parameters) => {
    const bot_id = bots[Number(offset) / 500];
    const link = `</workspace/installations?limit=500&offset=${Number(offset) + 500}>; rel="next"`;
    const hasMore = Number(offset) < 1_000;
    return Response.json([{ ...alicesPlanner, bot_id }], { headers: hasMore ? { link } : {} });
  };
  const { body } = await responseOf(open([aliceAtTea], { listInstallations }), PAGE);
  for (const bot_id of bots) assert.ok(body.includes(`?bot_id=${bot_id}`));
});

test("a user without a workspace sees a message", async () => {
  assert.match(
    visibleText(await responseOf(open([bob]), PAGE)),
    /You are not a member of any workspace/,
  );
  assert.match(
    visibleText(await responseOf(createTestPages(replies), PAGE)),
    /You are not a member of any workspace/,
  );
});

test("without a session the user is asked to sign in, and nothing is loaded", async () => {
  const sign_in_url = "/v1/sign-in?then=installed";
  for (const method of ["GET", "POST"]) {
    const world = open([aliceAtTea], {}, { sign_in_url });
    const page = await responseOf(world, { ...get("/workspace/installed"), method });
    assert.equal(page.status, 403);
    assert.match(visibleText(page), /Sign in to see your connected apps .* Sign in$/);
    assert.ok(page.body.includes(`href="${sign_in_url}?page=installed"`));
    assert.deepEqual(world.asked, []);
  }
  const { body } = await responseOf(open([]), get("/workspace/installed"));
  assert.doesNotMatch(body, /class="button/);
});

test("when the server does not answer, an error page is shown", async () => {
  const page = await responseOf(
    createTestPages({}, { memberships: async () => [aliceAtTea] }),
    PAGE,
  );
  assert.equal(page.status, 503);
});

test("dates are formatted for the locale", async () => {
  const german = { ...PAGE, headers: { "accept-language": "de" } };
  const words = visibleText(await responseOf(open([aliceAtTea]), german));
  assert.match(words, /Seit 3\. März 2026 · 1 Element geteilt/);
});
