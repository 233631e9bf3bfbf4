import assert from "node:assert/strict";
import { test } from "node:test";
import { paginate, parseLink } from "@latchkey/client";
import { startTestServer } from "../support/server.ts";
import { fieldsOf } from "./refusal.ts";

const { latchkey, fetch } = await startTestServer();

test("an empty list still has its links and its total", async () => {
  const reply = await latchkey.call("listOAuth2Clients");
  assert.equal(reply.status, 200);
  assert.deepEqual(reply.body, []);
  assert.equal(reply.headers.get("x-total-count"), "0");
  assert.deepEqual(parseLink(reply.headers.get("link")).first, { limit: 100, offset: 0 });
});

test("with 507 clients", async (t) => {
  const ids = Array.from({ length: 507 }, (_, index) => `c${String(index).padStart(4, "0")}`);
  for (const client_id of ids.toReversed()) {
    await latchkey.createOAuth2Client({ body: { client_id } });
  }

  /** What is asked for, the page that comes, and the pages it points to. */
  const pages: readonly [string, number, number, Readonly<Record<string, [number, number]>>][] = [
    ["", 0, 100, { first: [100, 0], next: [100, 100], last: [100, 500] }],
    ["?limit=10", 0, 10, { first: [10, 0], next: [10, 10], last: [10, 500] }],
    [
      "?limit=10&offset=10",
      10,
      10,
      { first: [10, 0], next: [10, 20], previous: [10, 0], last: [10, 500] },
    ],
    ["?limit=10&offset=500", 500, 7, { first: [10, 0], previous: [10, 490], last: [10, 500] }],
    [
      "?limit=10&offset=13",
      13,
      10,
      { first: [10, 0], next: [10, 23], previous: [10, 3], last: [10, 500] },
    ],
    [
      "?limit=10&offset=3",
      3,
      10,
      { first: [10, 0], next: [10, 13], previous: [10, 0], last: [10, 500] },
    ],
    [
      "?limit=169&offset=338",
      338,
      169,
      { first: [169, 0], previous: [169, 169], last: [169, 338] },
    ],
    ["?limit=500", 0, 500, { first: [500, 0], next: [500, 500], last: [500, 500] }],
    ["?limit=501", 0, 500, { first: [500, 0], next: [500, 500], last: [500, 500] }],
    ["?limit=9223372036854775807", 0, 500, { first: [500, 0], next: [500, 500], last: [500, 500] }],
    ["?limit=0", 0, 100, { first: [100, 0], next: [100, 100], last: [100, 500] }],
    ["?limit=-5", 0, 100, { first: [100, 0], next: [100, 100], last: [100, 500] }],
    ["?limit=ten", 0, 100, { first: [100, 0], next: [100, 100], last: [100, 500] }],
    ["?limit=1e1", 0, 100, { first: [100, 0], next: [100, 100], last: [100, 500] }],
    ["?offset=-1", 0, 100, { first: [100, 0], next: [100, 100], last: [100, 500] }],
    ["?offset=junk&limit=", 0, 100, { first: [100, 0], next: [100, 100], last: [100, 500] }],
  ];
  for (const [query, offset, length, links] of pages) {
    await t.test(`GET /clients${query} answers ${length} from ${offset}`, async () => {
      const response = await fetch(`http://admin.test/clients${query}`);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("x-total-count"), "507");
      const clients: unknown = await response.json();
      assert.ok(Array.isArray(clients));
      assert.deepEqual(
        clients.map((client) => fieldsOf(client)["client_id"]),
        ids.slice(offset, offset + length),
      );
      const found = Object.entries(parseLink(response.headers.get("link")));
      const positions = found.map(([rel, page]) => [rel, [page.limit, page.offset]]);
      assert.deepEqual(Object.fromEntries(positions), links);
    });
  }

  await t.test("a page past the end is empty and points back", async () => {
    const reply = await latchkey.call("listOAuth2Clients", { limit: 10, offset: 10_000 });
    assert.deepEqual(reply.body, []);
    assert.equal(reply.headers.get("x-total-count"), "507");
    const { next, previous } = parseLink(reply.headers.get("link"));
    assert.equal(next, undefined);
    assert.deepEqual(previous, { limit: 10, offset: 500 });
  });

  await t.test("links are relative, sorted, and keep what else was asked", async () => {
    const response = await fetch("http://admin.test/clients?team=a%26b&offset=5&limit=5");
    const [first] = (response.headers.get("link") ?? "").split(",");
    assert.equal(first, '</clients?limit=5&offset=0&team=a%26b>; rel="first"');
  });

  await t.test("a client beyond the first 500 is found by a part of its name", async () => {
    const body = { client_id: "c0506", client_name: "Looking-glass", owner: "alice & co" };
    await latchkey.updateOAuth2Client({ id: "c0506", body });
    for (const filter of [
      { search: "GLASS" },
      { search: "0506" },
      { search: "alice &" },
      { client_name: "Looking-glass" },
      { owner: "alice & co", search: "glass" },
    ]) {
      const reply = await latchkey.call("listOAuth2Clients", filter);
      assert.ok(reply.ok);
      assert.deepEqual(
        reply.body.map(({ client_id }) => client_id),
        ["c0506"],
        JSON.stringify(filter),
      );
      assert.equal(reply.headers.get("x-total-count"), "1");
    }
    for (const filter of [{ client_name: "looking-glass" }, { owner: "alice", search: "glass" }])
      assert.deepEqual(await latchkey.listOAuth2Clients(filter), [], JSON.stringify(filter));
  });

  await t.test("a search has pages of its own, and its links keep it", async () => {
    const reply = await latchkey.call("listOAuth2Clients", { search: "C05", limit: 5 });
    assert.ok(reply.ok);
    assert.equal(reply.body.length, 5);
    assert.equal(reply.headers.get("x-total-count"), "7");
    const walk = paginate(
      (page) => latchkey.call("listOAuth2Clients", { search: "C05", ...page }),
      {
        limit: 5,
      },
    );
    assert.equal((await Array.fromAsync(walk)).length, 7);
    assert.ok(reply.headers.get("link")?.includes("search=C05"));
  });

  await t.test("a search for nothing is no search", async () => {
    const reply = await latchkey.call("listOAuth2Clients", { search: " ", owner: "", limit: 1 });
    assert.equal(reply.headers.get("x-total-count"), "507");
  });

  await t.test("following next visits every client once", async () => {
    const walk = paginate((page) => latchkey.call("listOAuth2Clients", page), { limit: 150 });
    const met = await Array.fromAsync(walk, ({ client_id }) => client_id);
    assert.deepEqual(met, ids);
  });

  await t.test("a total is never older than the last change", async () => {
    await latchkey.deleteOAuth2Client({ id: "c0000" });
    const reply = await latchkey.call("listOAuth2Clients", { limit: 1 });
    assert.equal(reply.headers.get("x-total-count"), "506");
  });
});
