import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { DetailsType } from "../../../src/oauth/authorization-details/details-type.ts";
import { createAuthorizationDetailsTypes } from "../../../src/features/authorization-details/store.ts";
import { memoize } from "../../../src/memoize.ts";
import type { Store } from "../../../src/store/port/store.ts";
import { anId, NOW, type Servers } from "./example.ts";

const typesOf = memoize((store: Store) => createAuthorizationDetailsTypes(store.tools));

/** The contract of types of authorization details. */
export function describeAuthorizationDetailsTypes(servers: () => Servers): void {
  describe("authorization details types", () => {
    it("finds what was created, every field of it, on every server", async () => {
      const { store, peer } = servers();
      const type = aType();
      assert.equal(await typesOf(store).create(type), true);
      assert.deepEqual((await typesOf(store).all()).get(type.type), type);
      await peer.refresh();
      assert.deepEqual((await typesOf(peer).all()).get(type.type), type);
    });

    it("lets one of two concurrent creations of the same name win", async () => {
      const { store, peer } = servers();
      const type = aType();
      const won = await Promise.all([store, peer].map((server) => typesOf(server).create(type)));
      assert.equal(won.filter(Boolean).length, 1);
    });

    it("replaces all but the time of creation, and nothing that is not there", async () => {
      const { store } = servers();
      const type = aType();
      await typesOf(store).create(type);
      const { created_at, ...rest } = type;
      const next = { ...rest, schema: {}, reducible: [], rememberable: false, updated_at: NOW + 9 };
      const replaced = await typesOf(store).replace(next);
      assert.deepEqual(replaced, { ...next, created_at });
      assert.deepEqual((await typesOf(store).all()).get(type.type), replaced);
      const unknown = await typesOf(store).replace({ ...next, type: anId() });
      assert.equal(unknown, undefined);
    });

    it("deletes a type once", async () => {
      const { store } = servers();
      const { type } = aType();
      await typesOf(store).create(aType({ type }));
      assert.equal(await typesOf(store).delete(type), true);
      assert.equal(await typesOf(store).delete(type), false);
      assert.equal((await typesOf(store).all()).has(type), false);
    });
  });
}

export function aType(overrides: Partial<DetailsType> = {}): DetailsType {
  return {
    type: anId(),
    schema: { type: "object", properties: { amount: { type: "number" } } },
    sentences: { en: "Pay {amount}", "zh-TW": "支付 {amount}" },
    reducible: ["/amount"],
    rememberable: true,
    created_at: NOW,
    updated_at: NOW,
    ...overrides,
  };
}
