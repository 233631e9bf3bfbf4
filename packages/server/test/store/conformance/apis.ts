import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import type { Api } from "../../../src/oauth/resource/api.ts";
import { exampleApi } from "../../../src/oauth/resource/example-api.ts";
import { page, type Servers } from "./example.ts";

/** The contract of APIs. */
export function describeApis(servers: () => Servers): void {
  describe("apis", () => {
    it("keeps fields of a newer version when it replaces an API", async () => {
      const { store, peer } = servers();
      const photos = anApi();
      const newer = { ...photos, of_the_next_version: true };
      await store.apis.create(newer);
      assert.ok(await peer.apis.replace({ ...photos, name: "Pictures" }));
      assert.deepEqual(await store.apis.find(photos.id), { ...newer, name: "Pictures" });
    });

    it("finds what was created, every field of it, by id and by identifier", async () => {
      const { store, peer } = servers();
      const photos = anApi({
        scopes: ["photos.read"],
        access_token_format: "jwt",
        access_token_lifespan: "10m",
        access_token_signing_alg: "ES256",
        allow_any_client: true,
        consent_required: false,
        introspection_clients: ["photos-api"],
      });
      assert.equal(await store.apis.create(photos), true);
      for (const { apis } of [store, peer]) {
        assert.deepEqual(await apis.find(photos.id), photos);
        assert.deepEqual(await apis.findByIdentifier(photos.identifier), photos);
        assert.deepEqual(await apis.findCachedByIdentifier(photos.identifier), photos);
      }
      const upper = photos.identifier.toUpperCase();
      assert.deepEqual(await store.apis.findByIdentifier(upper), photos, "the host in any case");
    });

    it("creates no second API with an id or identifier, of two servers either", async () => {
      const { store, peer } = servers();
      const one = anApi();
      const rivals = [one, { ...anApi(), identifier: `${one.identifier}/` }];
      const won = await Promise.all(
        rivals.map((rival, at) => (at === 0 ? store : peer).apis.create(rival)),
      );
      assert.equal(won.filter(Boolean).length, 1);
      assert.equal(await store.apis.create({ ...anApi(), id: one.id }), !won[0]);
    });

    it("finds at once what another server registered, although its absence was cached", async () => {
      const { store, peer } = servers();
      const late = anApi();
      assert.equal(await peer.apis.findCachedByIdentifier(late.identifier), undefined);
      assert.equal(await peer.apis.findByIdentifier(late.identifier), undefined);
      await store.apis.create(late);
      assert.deepEqual(await peer.apis.findByIdentifier(late.identifier), late);
      await peer.refresh();
      assert.deepEqual(await peer.apis.findCachedByIdentifier(late.identifier), late);
    });

    it("replaces and deletes, on this server at once and on others after a refresh", async () => {
      const { store, peer } = servers();
      const before = anApi();
      await store.apis.create(before);
      await peer.refresh();
      await peer.apis.findByIdentifier(before.identifier);
      const after = { ...before, name: "Renamed", scopes: ["tea"], updated_at: 2_000 };
      assert.deepEqual(await store.apis.replace(after), after);
      assert.deepEqual(await store.apis.findByIdentifier(before.identifier), after);
      await peer.refresh();
      assert.deepEqual(await peer.apis.findByIdentifier(before.identifier), after);

      assert.equal(await store.apis.delete(before.id), true);
      assert.equal(await store.apis.delete(before.id), false);
      assert.equal(await store.apis.replace(after), undefined);
      assert.equal(await store.apis.findByIdentifier(before.identifier), undefined);
      await peer.refresh();
      assert.equal(await peer.apis.findByIdentifier(before.identifier), undefined);
    });

    it("replaces no API that was created again under its id with another identifier", async () => {
      const { store } = servers();
      const [before, after] = [anApi(), anApi()];
      await store.apis.create(before);
      await store.apis.delete(before.id);
      const again = { ...after, id: before.id };
      await store.apis.create(again);
      assert.equal(await store.apis.replace({ ...before, name: "Late" }), undefined);
      assert.deepEqual(await store.apis.find(before.id), again);
    });

    it("lists all with the total, and finds by any part of name and identifier", async () => {
      const { store } = servers();
      const tag = randomUUID();
      const tea = anApi({ name: `Thé ${tag}` });
      const cake = anApi({ identifier: `https://cake.example/${tag}` });
      for (const one of [tea, cake]) await store.apis.create(one);
      const found = await store.apis.search(tag.toUpperCase(), { limit: 10, offset: 0 });
      assert.equal(found.total, 2);
      assert.deepEqual(found.items.map(({ id }) => id).toSorted(), [tea.id, cake.id].toSorted());
      const { items, total } = await store.apis.list(page);
      assert.equal(items.length, total);
      assert.ok([tea, cake].every((one) => items.some(({ id }) => id === one.id)));
    });

    it("finds nothing by a text that no database can hold", async () => {
      const { store } = servers();
      assert.equal(await store.apis.findByIdentifier("https://a.example/\0"), undefined);
    });
  });
}

function anApi(remarks: Partial<Api> = {}): Api {
  const id = randomUUID();
  return exampleApi({ id, identifier: `https://${id}.example`, ...remarks });
}
