import assert from "node:assert/strict";
import { test } from "node:test";

import { ApiError } from "./api-error.ts";
import { paginate, parseLink, type Page } from "./pagination.ts";
import type { Reply } from "./reply.ts";

const headers = [
  [null, {}, "no header"],
  ["", {}, "an empty header"],
  [
    '</clients?limit=2&offset=0>; rel="first",</clients?limit=2&offset=4>; rel="next"',
    { first: { limit: 2, offset: 0 }, next: { limit: 2, offset: 4 } },
    "two links without a space between",
  ],
  [
    '<https://op.example/admin/clients?offset=2&limit=2>; rel="previous", <https://op.example/admin/clients?limit=2&offset=6>; rel="last"',
    { previous: { limit: 2, offset: 2 }, last: { limit: 2, offset: 6 } },
    "absolute links, names in any order",
  ],
  [
    '</oauth2/auth/sessions/consent?limit=1&offset=1&subject=alice,bob>; rel="next"',
    { next: { limit: 1, offset: 1 } },
    "a comma inside a link",
  ],
  [
    "</clients?limit=2&offset=2>; rel=next",
    { next: { limit: 2, offset: 2 } },
    "rel without quotes",
  ],
  ['</clients?limit=2>; rel="next", </clients>; rel="last"', {}, "links that name no page"],
  ['</clients?limit=2&offset=2>; rel="help"', {}, "a rel that is none of ours"],
] as const;

for (const [header, links, title] of headers) {
  test(`parseLink: ${title}`, () => assert.deepEqual(parseLink(header), links));
}

const people = ["alice", "bob", "carol", "dave", "erin"];

test("paginate walks to the end of a list and asks for each page once", async () => {
  const asked: Partial<Page>[] = [];
  const found = paginate(
    async (page) => {
      asked.push(page);
      return listOf(people, page);
    },
    { limit: 2 },
  );
  assert.deepEqual(await Array.fromAsync(found), people);
  assert.deepEqual(asked, [{ limit: 2 }, { limit: 2, offset: 2 }, { limit: 2, offset: 4 }]);
});

test("paginate stops when a next link leads back to where it was", async () => {
  const found = paginate(async () => reply(["alice"], '</clients?limit=1&offset=0>; rel="next"'));
  assert.deepEqual(await Array.fromAsync(found), ["alice"]);
});

test("paginate throws what a method would throw", async () => {
  const found = paginate(async () => ({
    ok: false,
    operation: "listOAuth2Clients",
    status: 500,
    headers: new Headers(),
    body: { error: "server_error" },
  }));
  await assert.rejects(Array.fromAsync(found), ApiError);
});

function listOf(items: readonly string[], { limit = 100, offset = 0 }: Partial<Page>) {
  const next = offset + limit;
  const link = next < items.length ? `</clients?limit=${limit}&offset=${next}>; rel="next"` : "";
  return reply(items.slice(offset, next), link);
}

function reply(body: readonly string[], link: string): Reply<readonly string[]> {
  const operation = "listOAuth2Clients";
  return { ok: true, operation, status: 200, headers: new Headers({ link }), body };
}
