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

it("keeps the order of use through every kind of access", () => {
  const cache = createLruCache<number, number>(3);
  for (const key of [1, 2, 3]) cache.set(key, key);
  cache.get(2); // 1 3 2
  cache.set(1, 10); // 3 2 1
  cache.delete(2); // 3 1
  cache.set(4, 4); // 3 1 4
  cache.set(5, 5); // 1 4 5
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((key) => cache.get(key)),
    [10, undefined, undefined, 4, 5],
  );
});
