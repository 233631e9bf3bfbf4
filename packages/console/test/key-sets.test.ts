import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonWebKeySetSummary } from "@latchkey/api";
import { builtInSets, otherSets } from "../src/pages/keys/key-sets.ts";
import type { PagedList } from "../src/queries/lists.ts";

const [{ set: first }, { set: second }] = builtInSets;
const page: PagedList<JsonWebKeySetSummary> = {
  kind: "paged",
  items: ["apples", first, second, "zebras"].map((set) => ({ set, keys: 1, algs: [] })),
  total: 60,
  search: "",
  error: null,
  isFetching: false,
  retry: () => undefined,
};

test("the built-in key sets are neither among the other ones nor in their number", () => {
  const { items, total } = otherSets(page, 2);
  assert.deepEqual(
    items?.map(({ set }) => set),
    ["apples", "zebras"],
  );
  assert.equal(total, 58);
});

test("a built-in key set of a later page is not in the number either", () => {
  const { items, total } = otherSets({ ...page, items: [{ set: "apples", keys: 1, algs: [] }] }, 3);
  assert.equal(items?.length, 1);
  assert.equal(total, 57);
});

test("the other key sets are loading until it is known which built-in ones exist", () => {
  assert.equal(otherSets(page, undefined).items, undefined);
  assert.equal(otherSets({ ...page, items: undefined }, 2).items, undefined);
});
