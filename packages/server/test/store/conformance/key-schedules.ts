import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bytes, text } from "../../../src/store/database/columns.ts";
import { command } from "../../../src/store/database/statement.ts";
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
    return keys.map(({ jwk, ...stored }) => [jwk.kid, stored.signs_from, stored.longest_lifespan]);
  };

  describe("schedules of keys", () => {
    it("keeps when each key signs", async () => {
      const { store } = servers();
      const set = anId();
      await store.keys.addFirst(set, key("first"), 0);
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
      await store.keys.addFirst(set, key("first"), 0);
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

    it("lets one of many servers announce the next key, as the stored keys have it", async () => {
      const { store, peer } = servers();
      const set = anId();
      await store.keys.add(set, key("first"), NOW);
      const announced = await Promise.all(
        [store, peer, store, peer].map((server, index) =>
          server.keys.announce(
            set,
            key(`of-server-${index}`),
            NOW + 60,
            (held) => held[0]?.jwk.kid === "first",
          ),
        ),
      );
      assert.equal(announced.filter(Boolean).length, 1);
      const [next, ...others] = await schedule(set);
      assert.match(String(next?.[0]), /^of-server-/);
      assert.deepEqual(others, [["first", NOW, 0]]);
    });

    it("records once that a key signs, and forgets it where the key is moved", async () => {
      const { store, peer } = servers();
      const set = anId();
      for (const kid of ["first", "second"]) await store.keys.add(set, key(kid), NOW);
      const takeover = { now: NOW + 1, replaced: "first" };
      const recorded = await Promise.all(
        [store, peer].map((server) => server.keys.takeOver(set, "second", takeover)),
      );
      assert.equal(recorded.filter(Boolean).length, 1);
      const took_over_at = async () =>
        (await peer.keys.readSchedule(set)).map((one) => [one.jwk.kid, one.took_over_at]);
      assert.deepEqual(await took_over_at(), [
        ["second", NOW + 1],
        ["first", undefined],
      ]);
      await store.keys.replaceSet(set, [key("first"), key("second")], times);
      assert.deepEqual(await took_over_at(), [
        ["first", undefined],
        ["second", NOW + 1],
      ]);
      assert.equal(await store.keys.takeOver(set, "gone", takeover), false);
    });

    it("deletes a key that nothing needs, by the lifespans that are stored", async () => {
      const { store, peer } = servers();
      const set = anId();
      for (const kid of ["first", "second"]) await store.keys.add(set, key(kid), NOW);
      await store.keys.findSchedule(set);
      await peer.keys.recordLifespan(set, "first", 90);
      assert.equal((await store.keys.findSchedule(set))[1]?.longest_lifespan, 0, "it is cached");
      assert.equal((await store.keys.readSchedule(set))[1]?.longest_lifespan, 90);
      const isUnused = (held: readonly { readonly longest_lifespan: number }[]): boolean =>
        held[1]?.longest_lifespan === 0;
      assert.equal(await store.keys.deleteUnneeded(set, "first", isUnused), false);
      assert.equal((await schedule(set)).length, 2);
      const deleted = await Promise.all(
        [store, peer].map((server) => server.keys.deleteUnneeded(set, "first", () => true)),
      );
      assert.equal(deleted.filter(Boolean).length, 1);
      assert.deepEqual(await schedule(set), [["second", NOW, 0]]);
    });

    it("decides nothing where a key cannot be read", async () => {
      const { store } = servers();
      const set = anId();
      for (const kid of ["first", "second"]) await store.keys.add(set, key(kid), NOW);
      const damage = command({
        given: { set: text, sealed: bytes },
        sql: "update json_web_key set sealed = :sealed where key_set = :set and kid = 'second'",
      });
      const sealed = Buffer.from("damaged");
      await store.tools.database.write(() => damage({ set, sealed }));
      await assert.rejects(store.keys.readSchedule(set), /No secret opens the seal/);
      const announced = store.keys.announce(set, key("next"), NOW, () => true);
      await assert.rejects(announced, /No secret opens the seal/);
      const deleted = store.keys.deleteUnneeded(set, "first", () => true);
      await assert.rejects(deleted, /No secret opens the seal/);
    });

    it("lets one of many servers create the first key of its kind", async () => {
      const { store, peer } = servers();
      const set = anId();
      await store.keys.addFirst(set, { ...key("other"), alg: "HS256" }, 0);
      const made = await Promise.all(
        [store, peer, store, peer].map((server, index) =>
          server.keys.addFirst(
            set,
            { ...key(`of-server-${index}`), alg: "HS512" },
            0,
            ({ jwk }) => jwk.alg === "HS512",
          ),
        ),
      );
      assert.equal(made.filter(Boolean).length, 1);
      assert.equal((await schedule(set)).length, 2);
    });
  });
}
