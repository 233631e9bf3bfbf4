import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Store } from "../../../src/store/port/store.ts";
import { anId, NOW } from "./example.ts";

/** When keys sign: the times are stored with the keys. */
export function describeKeySchedules(
  servers: () => { readonly store: Store; readonly peer: Store },
): void {
  const key = (kid: string) => ({ kid, kty: "oct", k: `material-of-${kid}` });
  const times = { now: NOW, signs_from: NOW + 60 };

  /** The schedule of a set, as another server reads it. */
  const schedule = async (set: string) => {
    const { peer } = servers();
    await peer.refresh();
    const keys = await peer.keys.findSchedule(set);
    return keys.map(({ jwk, ...stored }) => [jwk.kid, ...Object.values(stored)]);
  };

  describe("schedules of keys", () => {
    it("keeps when each key signs", async () => {
      const { store } = servers();
      const set = anId();
      await store.keys.addFirst(set, key("first"));
      await store.keys.add(set, key("second"), NOW + 10);
      await store.keys.replace(set, key("third"), times);
      assert.deepEqual(await schedule(set), [
        ["third", NOW + 60, 0],
        ["second", NOW + 10, 0],
        ["first", 0, 0],
      ]);
    });

    it("keeps the times of keys that are written back, and the longest lifespan", async () => {
      const { store, peer } = servers();
      const set = anId();
      await store.keys.addFirst(set, key("first"));
      await store.keys.add(set, key("second"), NOW + 10);
      for (const lifespan of [30, 90, 60]) await peer.keys.recordLifespan(set, "first", lifespan);
      await store.keys.replaceSet(set, [key("third"), key("second"), key("first")], times);
      const expected = [
        ["third", NOW + 60, 0],
        ["second", NOW + 10, 0],
        ["first", 0, 90],
      ];
      assert.deepEqual(await schedule(set), expected);
      await store.keys.replace(set, key("third"), { now: NOW + 5, signs_from: NOW + 500 });
      assert.deepEqual(await schedule(set), expected);
      await store.keys.replace(set, { ...key("third"), k: "other" }, { now: 0, signs_from: 7 });
      assert.deepEqual(await schedule(set), [["third", 7, 0], ...expected.slice(1)]);
    });

    it("lets a published key that is put before another sign from then on", async () => {
      const { store } = servers();
      const set = anId();
      for (const kid of ["first", "second"]) await store.keys.add(set, key(kid), NOW - 100);
      await store.keys.replace(set, key("first"), times);
      assert.deepEqual(await schedule(set), [
        ["first", NOW, 0],
        ["second", NOW - 100, 0],
      ]);
    });

    it("lets one of many servers create the first key of its kind", async () => {
      const { store, peer } = servers();
      const set = anId();
      await store.keys.addFirst(set, { ...key("other"), alg: "HS256" });
      const made = await Promise.all(
        [store, peer, store, peer].map((server, index) =>
          server.keys.addFirst(
            set,
            { ...key(`of-server-${index}`), alg: "HS512" },
            ({ jwk }) => jwk.alg === "HS512",
          ),
        ),
      );
      assert.equal(made.filter(Boolean).length, 1);
      assert.equal((await schedule(set)).length, 2);
    });
  });
}
