import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it } from "node:test";
import type { NewClient } from "../oauth/client.ts";
import { exampleClient } from "../oauth/example-client.ts";
import { type Ground, NOW } from "./conformance-example.ts";

/** The promises about clients. */
export function describeClients(ground: () => Ground): void {
  describe("clients", () => {
    it("finds what was created, every field of it", async () => {
      const { store } = ground();
      const photos = aClient({
        client_name: "Photos",
        allowed_cors_origins: ["https://photos.example"],
      });
      assert.equal(await store.clients.create(photos), true);
      const { access_token_epoch, client_key, ...found } =
        (await store.clients.find(photos.client_id)) ?? assert.fail();
      assert.deepEqual([typeof access_token_epoch, typeof client_key], ["number", "number"]);
      assert.deepEqual(found, photos);
    });

    it("lets one of two creators of the same id win, and keeps the winner's words", async () => {
      const { store, neighbour } = ground();
      const id = aClientId();
      const rivals = [
        aClient({ client_id: id, client_name: "one" }),
        aClient({ client_id: id, client_name: "two" }),
      ];
      const won = await Promise.all(
        rivals.map((rival, index) => (index === 0 ? store : neighbour).clients.create(rival)),
      );
      assert.equal(won.filter(Boolean).length, 1);
      const winner = rivals[won.indexOf(true)];
      assert.equal((await store.clients.find(id))?.client_name, winner?.client_name);
    });

    it("lists by id, from an exact offset, with the total", async () => {
      const { store } = ground();
      const ids = ["zz-1", "zz-2", "zz-3"].map((prefix) => `${prefix}-${aClientId()}`);
      for (const client_id of ids.toReversed()) await store.clients.create(aClient({ client_id }));
      const { total } = await store.clients.list({ limit: 1, offset: 0 });
      const { items } = await store.clients.list({ limit: 2, offset: total - 2 });
      assert.deepEqual(
        items.map(({ client_id }) => client_id),
        ids.slice(1),
      );
    });

    it("replaces a description but keeps the day it was created, the secret and the tokens", async () => {
      const { store } = ground();
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

    it("replaces a secret when a new one is given", async () => {
      const { store } = ground();
      const photos = aClient({ client_secret_hash: "sha256:old" });
      await store.clients.create(photos);
      const replaced = await store.clients.replace({
        ...photos,
        client_secret_hash: "sha256:new",
      });
      assert.equal(replaced?.client_secret_hash, "sha256:new");
    });

    it("rotates a secret, keeps the one before for a while, and through an edit", async () => {
      const { store, neighbour } = ground();
      const photos = aClient({ client_secret_hash: "sha256:old" });
      await store.clients.create(photos);
      const created = await store.clients.find(photos.client_id);
      const rotated = await store.clients.rotateSecret(photos.client_id, {
        client_secret_hash: "sha256:new",
        previous_expires_at: NOW + 60,
        updated_at: NOW + 5,
      });
      const expected = {
        ...created,
        client_secret_hash: "sha256:new",
        previous_secret: { hash: "sha256:old", expires_at: NOW + 60 },
        updated_at: NOW + 5,
      };
      assert.deepEqual(rotated, expected);
      assert.deepEqual(await neighbour.clients.find(photos.client_id), expected);

      const edit = { ...photos, client_secret_hash: undefined };
      const edited = await store.clients.replace(edit);
      assert.deepEqual(edited?.previous_secret, expected.previous_secret);
      const chosen = await store.clients.replace({ ...edit, client_secret_hash: "sha256:mine" });
      assert.equal(chosen?.previous_secret, undefined);
    });

    it("rotates nobody's secret when there is nobody", async () => {
      const { store } = ground();
      const rotation = { client_secret_hash: "", previous_expires_at: 0, updated_at: 0 };
      assert.equal(await store.clients.rotateSecret(aClientId(), rotation), undefined);
    });

    it("replaces nobody when there is nobody", async () => {
      const { store } = ground();
      assert.equal(await store.clients.replace(aClient()), undefined);
    });

    it("deletes once", async () => {
      const { store } = ground();
      const photos = aClient();
      await store.clients.create(photos);
      assert.equal(await store.clients.delete(photos.client_id), true);
      assert.equal(await store.clients.delete(photos.client_id), false);
      assert.equal(await store.clients.find(photos.client_id), undefined);
    });

    it("knows the origins of its clients, and forgets them with the client", async () => {
      const { store } = ground();
      const origin = `https://${aClientId()}.example`;
      const photos = aClient({ allowed_cors_origins: [origin] });
      assert.equal(await store.clients.allowsOrigin(origin), false);
      await store.clients.create(photos);
      assert.equal(await store.clients.allowsOrigin(origin), true);
      await store.clients.delete(photos.client_id);
      assert.equal(await store.clients.allowsOrigin(origin), false);
    });

    it("knows the origins of a public client's redirect URIs, and patterns", async () => {
      const { store, neighbour } = ground();
      const name = aClientId();
      const app = aClient({
        token_endpoint_auth_method: "none",
        redirect_uris: [`https://${name}.example/callback`],
        allowed_cors_origins: [`https://*.${name}.example`],
      });
      const allowed = async (origin: string) => [
        await store.clients.allowsOrigin(origin),
        await neighbour.clients.allowsOrigin(origin),
      ];
      assert.equal(await store.clients.create(app), true);
      await neighbour.refresh();
      assert.deepEqual(await allowed(`https://${name}.example`), [true, true]);
      assert.deepEqual(await allowed(`https://www.${name}.example`), [true, true]);
      assert.deepEqual(await allowed(`https://a.www.${name}.example`), [false, false]);
      assert.deepEqual(await allowed(`https://*.${name}.example.com`), [false, false]);
      await store.clients.replace({ ...app, token_endpoint_auth_method: "client_secret_basic" });
      assert.equal(await store.clients.allowsOrigin(`https://${name}.example`), false);
      assert.equal(await store.clients.allowsOrigin(`https://www.${name}.example`), true);
    });

    it("keeps a client under an id of any language", async () => {
      const { store } = ground();
      for (const word of ["caméra", "写真 アプリ", "фото", "📷"]) {
        const client_id = `${word} ${aClientId()}`;
        assert.equal(await store.clients.create(aClient({ client_id, metadata: [word] })), true);
        assert.equal(await store.clients.create(aClient({ client_id })), false);
        const found = await store.clients.find(client_id);
        assert.deepEqual([found?.client_id, found?.metadata], [client_id, [word]]);
        assert.equal(await store.clients.delete(client_id), true);
      }
    });

    it("starts a new epoch when tokens are called back, and a namesake starts its own", async () => {
      const { store } = ground();
      const photos = aClient();
      await store.clients.create(photos);
      const first = await store.clients.find(photos.client_id);
      assert.equal(await store.clients.callBackAccessTokens(photos.client_id), true);
      const second = await store.clients.find(photos.client_id);
      await store.clients.delete(photos.client_id);
      await store.clients.create(photos);
      const third = await store.clients.find(photos.client_id);
      assert.equal(
        new Set([first, second, third].map((client) => client?.access_token_epoch)).size,
        3,
      );
      assert.equal(first?.client_key, second?.client_key);
      assert.notEqual(first?.client_key, third?.client_key);
      assert.equal(await store.clients.callBackAccessTokens(aClientId()), false);
    });

    it("notices what another server changed, once it looks", async () => {
      const { store, neighbour } = ground();
      const photos = aClient({ client_name: "before" });
      await store.clients.create(photos);
      assert.equal((await neighbour.clients.find(photos.client_id))?.client_name, "before");
      await store.clients.replace({ ...photos, client_name: "after" });
      await neighbour.refresh();
      assert.equal((await neighbour.clients.find(photos.client_id))?.client_name, "after");
      await store.clients.delete(photos.client_id);
      await neighbour.refresh();
      assert.equal(await neighbour.clients.find(photos.client_id), undefined);
    });
  });
}

/** Of digits and the first letters, so that it comes before `zz` in whatever order a database keeps. */
function aClientId(): string {
  return randomBytes(8).toString("hex");
}

function aClient(client: Partial<NewClient> = {}): NewClient {
  const {
    client_key: _key,
    access_token_epoch: _epoch,
    ...plain
  } = exampleClient({
    client_id: aClientId(),
    created_at: NOW,
    updated_at: NOW,
    metadata: { team: "camera" },
  });
  return { ...plain, ...client };
}
