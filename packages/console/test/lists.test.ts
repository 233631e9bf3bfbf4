import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, type Reply } from "@latchkey/client";
import {
  describeCount,
  nextSort,
  sortRows,
  tableState,
} from "../src/components/tables/table-state.ts";
import { completeList, listRequest, type PagedList, readListPage } from "../src/queries/lists.ts";
import { searchAddress } from "../src/queries/search-address.ts";
import { shouldRetry } from "../src/queries/query-client.ts";

test("a request for a page leaves an empty search out", () => {
  assert.deepEqual(listRequest({ limit: 50, offset: 100 }, ""), { limit: 50, offset: 100 });
  assert.deepEqual(listRequest({ limit: 50, offset: 0 }, "tea"), {
    limit: 50,
    offset: 0,
    search: "tea",
  });
});

test("the search of a list is in the address, beside its other parameters", () => {
  const place = { pathname: "/console/clients", search: "?search=tea&page=2" };
  assert.equal(
    searchAddress(place, "coffee & milk"),
    "/console/clients?search=coffee+%26+milk&page=2",
  );
  assert.equal(searchAddress(place, ""), "/console/clients?page=2");
  assert.equal(searchAddress({ ...place, search: "?search=tea" }, ""), "/console/clients");
});

test("the next page is where the Link header says, and the total is X-Total-Count", () => {
  const link =
    '</clients?limit=50&offset=0>; rel="first",</clients?limit=50&offset=50>; rel="next"';
  const first = readListPage(reply(["a"], { link, "x-total-count": "120" }), "tea");
  assert.deepEqual(first, {
    search: "tea",
    items: ["a"],
    total: 120,
    next: { limit: 50, offset: 50 },
  });
  const last = readListPage(reply(["z"], { "x-total-count": "1" }), "");
  assert.equal(last.next, undefined);
  assert.equal(readListPage(reply(["a", "b"], {}), "").total, 2, "without the header");
});

test("a page that is an error throws it", () => {
  const refused: Reply<never> = {
    ok: false,
    operation: "listOAuth2Clients",
    status: 403,
    headers: new Headers(),
    body: {},
  };
  assert.throws(() => readListPage(refused, ""), ApiError);
});

test("a request is retried twice after a network error or a 5xx, and never after a 4xx", () => {
  const error = (status: number): ApiError =>
    new ApiError({
      ok: false,
      operation: "listOAuth2Clients",
      status,
      headers: new Headers(),
      body: {},
    });
  for (const transient of [error(500), error(503), new TypeError("Failed to fetch")]) {
    assert.deepEqual(
      [0, 1, 2].map((count) => shouldRetry(count, transient)),
      [true, true, false],
    );
  }
  for (const permanent of [error(400), error(401), error(404), error(429), new Error("a bug")]) {
    assert.equal(shouldRetry(0, permanent), false);
  }
});

const failure = new Error("The server could not be reached.");
const states: [Partial<PagedList<string>>, string][] = [
  [{ items: undefined }, "loading"],
  [{ items: undefined, error: failure }, "failed"],
  [{ items: ["a"] }, "rows"],
  [{ items: ["a"], error: failure }, "rows"],
  [{ items: [] }, "empty"],
  [{ items: [], search: "tea" }, "no_match"],
];

for (const [list, state] of states) {
  test(`a list of ${JSON.stringify(list)} shows ${state}`, () => {
    assert.equal(tableState({ ...pagedList([]), ...list }), state);
  });
}

test("a complete list without rows is empty", () => {
  assert.equal(tableState(completeList([])), "empty");
  assert.equal(tableState(completeList(undefined)), "loading");
});

const counts: [PagedList<string>, string][] = [
  [pagedList(["a"], { total: 1 }), "1 client"],
  [pagedList(["a", "b"], { total: 2 }), "2 clients"],
  [pagedList(["a", "b"], { total: 520 }), "2 of 520 clients"],
  [pagedList(["a"], { total: 1, search: "tea" }), "1 client matches"],
  [pagedList(["a"], { total: 60, search: "tea" }), "1 of 60 clients match"],
];

for (const [list, sentence] of counts) {
  test(`the count reads "${sentence}"`, () =>
    assert.equal(describeCount(list, "client"), sentence));
}

test("a press on a column sorts it, largest first; a second press reverses it", () => {
  const first = nextSort(undefined, "p95");
  assert.deepEqual(first, { column: "p95", direction: "descending" });
  const second = nextSort(first, "p95");
  assert.deepEqual(second, { column: "p95", direction: "ascending" });
  assert.deepEqual(nextSort(second, "p95").direction, "descending");
  assert.deepEqual(nextSort(first, "Errors"), { column: "Errors", direction: "descending" });
});

test("rows of equal value keep their order", () => {
  const rows = [
    { name: "a", value: 1 },
    { name: "b", value: 10 },
    { name: "c", value: 1 },
  ];
  const sorted = sortRows(rows, ({ value }) => value, "descending");
  assert.deepEqual(
    sorted.map(({ name }) => name),
    ["b", "a", "c"],
  );
  assert.deepEqual(
    sortRows(rows, ({ name }) => name, "descending").map(({ name }) => name),
    ["c", "b", "a"],
  );
});

function reply(body: string[], headers: Record<string, string>): Reply<readonly string[]> {
  const operation = "listOAuth2Clients";
  return { ok: true, operation, status: 200, headers: new Headers(headers), body };
}

function pagedList(
  items: readonly string[],
  rest: Partial<PagedList<string>> = {},
): PagedList<string> {
  return {
    kind: "paged",
    items,
    error: null,
    isFetching: false,
    retry: () => undefined,
    total: items.length,
    search: "",
    ...rest,
  };
}
