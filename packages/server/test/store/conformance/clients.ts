import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createSelfDescribedClients } from "../../../src/features/registration/store.ts";
import type { Client, NewClient } from "../../../src/oauth/client.ts";
import { aClient, aClientId, aDocumentClient } from "./client-example.ts";
import { aGrant, given, NOW, type Servers } from "./example.ts";

/** The contract of clients. */
export function describeClients(servers: () => Servers): void {
  describe("clients", () => {
    it("finds what was created, every field of it", async () => {
      const { store } = servers();
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

    it("lets one of two concurrent creations of the same id win, and stores that one", async () => {
      const { store, peer } = servers();
      const id = aClientId();
      const rivals = [
        aClient({ client_id: id, client_name: "one" }),
        aClient({ client_id: id, client_name: "two" }),
      ];
      const won = await Promise.all(
        rivals.map((rival, index) => (index === 0 ? store : peer).clients.create(rival)),
      );
      assert.equal(won.filter(Boolean).length, 1);
      const winner = rivals[won.indexOf(true)];
      assert.equal((await store.clients.find(id))?.client_name, winner?.client_name);
    });

    it("stores the client of a metadata document, and replaces its description", async () => {
      const { store, peer } = servers();
      const agent = aDocumentClient({ client_name: "before" });
      const created = await storeDocument(store, agent, NOW + 60);
      const { access_token_epoch, client_key, ...described } = created;
      assert.deepEqual(described, agent);
      const changed = { ...agent, client_name: "after", created_at: NOW + 9, updated_at: NOW + 9 };
      const replaced = await storeDocument(peer, changed, NOW + 120);
      const expected = { ...changed, created_at: NOW, access_token_epoch, client_key };
      assert.deepEqual(replaced, expected);
      await store.refresh();
      assert.deepEqual(await store.clients.find(agent.client_id), expected);
    });

    it("creates one client of two concurrent fetches of its document", async () => {
      const { store, peer } = servers();
      const agent = aDocumentClient();
      const stored = await Promise.all(
        [store, peer].map((server) => storeDocument(server, agent, NOW + 60)),
      );
      assert.equal(new Set(stored.map((client) => client.client_key)).size, 1);
    });

    it("leaves a registered client as it is, whatever a document under its id says", async () => {
      const { store } = servers();
      const registered = aClient({ client_name: "Registered" });
      await store.clients.create(registered);
      const agent = aDocumentClient({ client_id: registered.client_id });
      const found = await storeDocument(store, agent, NOW + 60);
      assert.equal(found.client_name, "Registered");
      await store.sweep(NOW + 1_000, 100);
      await store.refresh();
      assert.ok(await store.clients.find(registered.client_id));
    });

    it("sweeps the client of a document that expired, unless it has a grant", async () => {
      const { store, peer } = servers();
      const [unused, used] = [aDocumentClient(), aDocumentClient()];
      await storeDocument(store, unused, NOW + 60);
      const client = await storeDocument(store, used, NOW + 60);
      const { client_id, client_key } = client;
      await given(store, aGrant({ client_id, client_key, expires_at: NOW + 9_000 }));
      await peer.clients.find(unused.client_id);

      await store.sweep(NOW + 60, 100);
      await peer.refresh();
      assert.ok(await peer.clients.find(unused.client_id), "it has not expired yet");
      await store.sweep(NOW + 61, 100);
      await peer.refresh();
      assert.equal(await peer.clients.find(unused.client_id), undefined);
      assert.ok(await peer.clients.find(client_id));
      await store.sweep(NOW + 9_001, 100);
      await peer.refresh();
      assert.equal(await peer.clients.find(client_id), undefined);
    });

    it("lists by id, from an exact offset, with the total", async () => {
      const { store } = servers();
      const ids = ["zz-1", "zz-2", "zz-3"].map((prefix) => `${prefix}-${aClientId()}`);
      for (const client_id of ids.toReversed()) await store.clients.create(aClient({ client_id }));
      const { total } = await store.clients.list({ limit: 1, offset: 0 });
      const { items } = await store.clients.list({ limit: 2, offset: total - 2 });
      assert.deepEqual(
        items.map(({ client_id }) => client_id),
        ids.slice(1),
      );
    });

    it("deletes once", async () => {
      const { store } = servers();
      const photos = aClient();
      await store.clients.create(photos);
      assert.equal(await store.clients.delete(photos.client_id), true);
      assert.equal(await store.clients.delete(photos.client_id), false);
      assert.equal(await store.clients.find(photos.client_id), undefined);
    });

    it("knows the origins of its clients, and deletes them with the client", async () => {
      const { store } = servers();
      const origin = `https://${aClientId()}.example`;
      const photos = aClient({ allowed_cors_origins: [origin] });
      assert.equal(await store.clients.allowsOrigin(origin), false);
      await store.clients.create(photos);
      assert.equal(await store.clients.allowsOrigin(origin), true);
      await store.clients.delete(photos.client_id);
      assert.equal(await store.clients.allowsOrigin(origin), false);
    });

    it("knows the origins of a public client's redirect URIs, and patterns", async () => {
      const { store, peer } = servers();
      const name = aClientId();
      const app = aClient({
        token_endpoint_auth_method: "none",
        redirect_uris: [`https://${name}.example/callback`],
        allowed_cors_origins: [`https://*.${name}.example`],
      });
      const allowed = async (origin: string) => [
        await store.clients.allowsOrigin(origin),
        await peer.clients.allowsOrigin(origin),
      ];
      assert.equal(await store.clients.create(app), true);
      await peer.refresh();
      assert.deepEqual(await allowed(`https://${name}.example`), [true, true]);
      assert.deepEqual(await allowed(`https://www.${name}.example`), [true, true]);
      assert.deepEqual(await allowed(`https://a.www.${name}.example`), [false, false]);
      assert.deepEqual(await allowed(`https://*.${name}.example.com`), [false, false]);
      await store.clients.replace({ ...app, token_endpoint_auth_method: "client_secret_basic" });
      assert.equal(await store.clients.allowsOrigin(`https://${name}.example`), false);
      assert.equal(await store.clients.allowsOrigin(`https://www.${name}.example`), true);
    });

    it("stores a client under an id in any language", async () => {
      const { store } = servers();
      for (const word of ["caméra", "写真 アプリ", "фото", "📷"]) {
        const client_id = `${word} ${aClientId()}`;
        assert.equal(await store.clients.create(aClient({ client_id, metadata: [word] })), true);
        assert.equal(await store.clients.create(aClient({ client_id })), false);
        const found = await store.clients.find(client_id);
        assert.deepEqual([found?.client_id, found?.metadata], [client_id, [word]]);
        assert.equal(await store.clients.delete(client_id), true);
      }
    });

    it("starts a new epoch when tokens are revoked, and a new client with the same id starts its own", async () => {
      const { store } = servers();
      const photos = aClient();
      await store.clients.create(photos);
      const first = await store.clients.find(photos.client_id);
      assert.equal(await store.clients.revokeAccessTokens(photos.client_id), true);
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
      assert.equal(await store.clients.revokeAccessTokens(aClientId()), false);
    });

    it("sees what another server changed after the next refresh", async () => {
      const { store, peer } = servers();
      const photos = aClient({ client_name: "before" });
      await store.clients.create(photos);
      assert.equal((await peer.clients.find(photos.client_id))?.client_name, "before");
      await store.clients.replace({ ...photos, client_name: "after" });
      await peer.refresh();
      assert.equal((await peer.clients.find(photos.client_id))?.client_name, "after");
      await store.clients.delete(photos.client_id);
      await peer.refresh();
      assert.equal(await peer.clients.find(photos.client_id), undefined);
    });
  });
}

/** Stores the client of a document without a limit, so that there is room. */
async function storeDocument(
  { tools }: Servers["store"],
  client: NewClient,
  expires_at: number,
): Promise<Client> {
  const stored = await createSelfDescribedClients(tools).storeDocument(client, expires_at);
  assert.ok(typeof stored === "object");
  return stored;
}
