import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { aClient, aClientId } from "./client-example.ts";
import { NOW, type Servers } from "./example.ts";

/** The contract of the replacement of clients and their secrets. */
export function describeClientReplacement(servers: () => Servers): void {
  describe("the replacement of clients", () => {
    it("replaces a description but keeps created_at, the secret and the tokens", async () => {
      const { store } = servers();
      const photos = aClient({ client_secret_hash: "sha256:old" });
      await store.clients.create(photos);
      const old = await store.clients.find(photos.client_id);
      const replaced = await store.clients.replace({
        ...photos,
        client_name: "Pictures",
        client_secret_hash: undefined,
        updated_at: NOW + 5,
      });
      assert.deepEqual(replaced, { ...old, client_name: "Pictures", updated_at: NOW + 5 });
      assert.deepEqual(await store.clients.find(photos.client_id), replaced);
    });

    it("keeps fields of a newer version, which knows them", async () => {
      const { store, peer } = servers();
      const photos = aClient();
      const newer = { ...photos, of_the_next_version: ["a restriction"] };
      await store.clients.create(newer);
      const replaced = await peer.clients.replace({ ...photos, client_name: "Pictures" });
      assert.ok(replaced);
      assert.deepEqual(Reflect.get(replaced, "of_the_next_version"), ["a restriction"]);
      assert.deepEqual(await store.clients.findCurrent(photos.client_id), replaced);
    });

    it("replaces a secret when a new one is given", async () => {
      const { store } = servers();
      const photos = aClient({ client_secret_hash: "sha256:old" });
      await store.clients.create(photos);
      const replaced = await store.clients.replace({
        ...photos,
        client_secret_hash: "sha256:new",
      });
      assert.equal(replaced?.client_secret_hash, "sha256:new");
    });

    it("rotates a secret, keeps the previous one for a while, also when the client is replaced", async () => {
      const { store, peer } = servers();
      const photos = aClient({ client_secret_hash: "sha256:old" });
      await store.clients.create(photos);
      const created = await store.clients.find(photos.client_id);
      const times = { overlap: 55, now: NOW + 5 };
      const rotated = await store.clients.rotateSecret(photos.client_id, "sha256:new", times);
      const expected = {
        ...created,
        client_secret_hash: "sha256:new",
        previous_secrets: [{ hash: "sha256:old", expires_at: NOW + 60 }],
        updated_at: NOW + 5,
      };
      assert.deepEqual(rotated, expected);
      assert.deepEqual(await peer.clients.find(photos.client_id), expected);

      const edit = { ...photos, client_secret_hash: undefined };
      const edited = await store.clients.replace(edit);
      assert.deepEqual(edited?.previous_secrets, expected.previous_secrets);
      const chosen = await store.clients.replace({ ...edit, client_secret_hash: "sha256:mine" });
      assert.equal(chosen?.previous_secrets, undefined);
    });

    it("rotates no secret when there is no such client", async () => {
      const { store } = servers();
      const times = { overlap: 0, now: 0 };
      assert.equal(await store.clients.rotateSecret(aClientId(), "", times), undefined);
    });

    it("keeps a secret without an end until the previous ones are deleted", async () => {
      const { store, peer } = servers();
      const photos = aClient({ client_secret_hash: "sha256:old" });
      const { client_id } = photos;
      await store.clients.create(photos);
      const created = await store.clients.find(client_id);
      const times = { overlap: undefined, now: NOW + 5 };
      await store.clients.rotateSecret(client_id, "sha256:new", times);
      const kept = (await peer.clients.find(client_id))?.previous_secrets;
      assert.deepEqual(kept, [{ hash: "sha256:old" }]);

      const expected = { ...created, client_secret_hash: "sha256:new", updated_at: NOW + 9 };
      assert.deepEqual(await peer.clients.deletePreviousSecrets(client_id, NOW + 9), expected);
      assert.deepEqual(await store.clients.find(client_id), expected);
      assert.deepEqual(
        await store.clients.deletePreviousSecrets(client_id, NOW + 10),
        expected,
        "nothing is left to delete",
      );
      assert.equal(await store.clients.deletePreviousSecrets(aClientId(), NOW), undefined);
    });

    it("rotates a secret on two servers at once, and keeps as many as it may", async () => {
      const { store, peer } = servers();
      const photos = aClient({ client_secret_hash: "sha256:old" });
      await store.clients.create(photos);
      const hashes = Array.from({ length: 8 }, (_, turn) => `sha256:${turn}`);
      const outcomes = await Promise.all(
        hashes.map((hash, turn) =>
          (turn % 2 === 0 ? store : peer).clients.rotateSecret(photos.client_id, hash, {
            overlap: 60,
            now: NOW,
          }),
        ),
      );
      const stored = hashes.filter((_, turn) => outcomes[turn] !== "too_many");
      const found = await store.clients.findCurrent(photos.client_id);
      const kept = found?.previous_secrets?.map(({ hash }) => hash) ?? [];
      assert.deepEqual([stored.length, kept.length], [5, 5]);
      assert.deepEqual(
        new Set([found?.client_secret_hash, ...kept]),
        new Set(["sha256:old", ...stored]),
      );
    });

    it("replaces nothing when there is no such client", async () => {
      const { store } = servers();
      assert.equal(await store.clients.replace(aClient()), undefined);
    });

    it("replaces a client that was read, if no request changed it meanwhile", async () => {
      const { store, peer } = servers();
      const photos = aClient({ client_name: "before" });
      await store.clients.create(photos);
      const read = (await store.clients.findCurrent(photos.client_id)) ?? assert.fail();
      await peer.clients.replace({ ...photos, client_name: "first" });
      const late = { ...photos, client_name: "second" };
      assert.equal(await store.clients.replaceUnchanged(read, late), "changed");
      const found = (await store.clients.findCurrent(photos.client_id)) ?? assert.fail();
      assert.equal(found.client_name, "first");
      assert.deepEqual(await store.clients.replaceUnchanged(found, late), {
        ...found,
        client_name: "second",
      });
      await store.clients.delete(photos.client_id);
      assert.equal(await store.clients.replaceUnchanged(found, late), undefined);
    });

    it("does not take a client for unchanged that was created again under its id", async () => {
      const { store } = servers();
      const photos = aClient();
      await store.clients.create(photos);
      const read = (await store.clients.findCurrent(photos.client_id)) ?? assert.fail();
      await store.clients.delete(photos.client_id);
      await store.clients.create(photos);
      assert.equal(await store.clients.replaceUnchanged(read, photos), "changed");
    });

    it("loses none of many changes that two servers make at once", async () => {
      const { store, peer } = servers();
      const photos = aClient({ metadata: {} });
      await store.clients.create(photos);
      const changes = Array.from({ length: 12 }, (_, index) => `change-${index}`);
      await Promise.all(
        changes.map((change, index) => addToMetadata(index % 2 === 0 ? store : peer, change)),
      );
      const found = await store.clients.findCurrent(photos.client_id);
      assert.deepEqual(Object.keys(Object(found?.metadata)).toSorted(), changes.toSorted());

      async function addToMetadata({ clients }: Servers["store"], change: string): Promise<void> {
        for (;;) {
          const read = (await clients.findCurrent(photos.client_id)) ?? assert.fail();
          const metadata = { ...Object(read.metadata), [change]: true };
          const stored = await clients.replaceUnchanged(read, { ...photos, metadata });
          if (stored !== "changed") return;
        }
      }
    });

    it("loses neither a new secret nor a new description that two servers store at once", async () => {
      const { store, peer } = servers();
      const clients = Array.from({ length: 20 }, () =>
        aClient({ client_secret_hash: "sha256:old" }),
      );
      for (const client of clients) await store.clients.create(client);
      for (const client of clients) {
        const { client_id } = client;
        await Promise.all([
          store.clients.rotateSecret(client_id, "sha256:new", { overlap: 60, now: NOW }),
          peer.clients.replace({ ...client, client_secret_hash: undefined, client_name: "after" }),
        ]);
        const found = await store.clients.findCurrent(client_id);
        assert.deepEqual(
          [found?.client_name, found?.client_secret_hash, found?.previous_secrets?.[0]?.hash],
          ["after", "sha256:new", "sha256:old"],
        );
      }
    });
  });
}
