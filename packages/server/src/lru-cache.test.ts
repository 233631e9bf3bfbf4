import assert from "node:assert/strict";
import { it } from "node:test";
import { createLruCache } from "./lru-cache.ts";

it("evicts the least recently used entry when it is full", () => {
  const cache = createLruCache<string, number>(2);
  cache.set("first", 1);
  cache.set("second", 2);
  assert.equal(cache.get("first"), 1);
  cache.set("third", 3);
  assert.deepEqual(
    ["first", "second", "third"].map((key) => cache.get(key)),
    [1, undefined, 3],
  );
});

it("replaces an entry without evicting another", () => {
  const cache = createLruCache<string, number>(2);
  cache.set("first", 1);
  cache.set("second", 2);
  cache.set("second", 3);
  assert.deepEqual([cache.get("first"), cache.get("second")], [1, 3]);
});

it("forgets one entry, or all", () => {
  const cache = createLruCache<string, number>(2);
  cache.set("first", 1);
  cache.set("second", 2);
  cache.delete("first");
  assert.deepEqual([cache.get("first"), cache.get("second")], [undefined, 2]);
  cache.clear();
  assert.equal(cache.get("second"), undefined);
});
