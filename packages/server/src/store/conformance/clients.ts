import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it } from "node:test";
import type { NewClient } from "../../oauth/client.ts";
import { exampleClient } from "../../oauth/example-client.ts";
import { aGrant, given, type Servers, NOW } from "./example.ts";
import { text } from "../database/columns.ts";
import { command } from "../database/statement.ts";
import type { ClientFilter } from "../port/store.ts";

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
      const created = await store.clients.storeDocument(agent, NOW + 60);
      assert.ok(created);
      const { access_token_epoch, client_key, ...described } = created;
      assert.deepEqual(described, agent);
      const changed = { ...agent, client_name: "after", created_at: NOW + 9, updated_at: NOW + 9 };
      const replaced = await peer.clients.storeDocument(changed, NOW + 120);
      const expected = { ...changed, created_at: NOW, access_token_epoch, client_key };
      assert.deepEqual(replaced, expected);
      await store.refresh();
      assert.deepEqual(await store.clients.find(agent.client_id), expected);
    });

    it("creates one client of two concurrent fetches of its document", async () => {
      const { store, peer } = servers();
      const agent = aDocumentClient();
      const stored = await Promise.all(
        [store, peer].map(({ clients }) => clients.storeDocument(agent, NOW + 60)),
      );
      assert.equal(new Set(stored.map((client) => client?.client_key)).size, 1);
    });

    it("leaves a registered client as it is, whatever a document under its id says", async () => {
      const { store } = servers();
      const registered = aClient({ client_name: "Registered" });
      await store.clients.create(registered);
      const agent = aDocumentClient({ client_id: registered.client_id });
      const found = await store.clients.storeDocument(agent, NOW + 60);
      assert.equal(found?.client_name, "Registered");
      await store.sweep(NOW + 1_000, 100);
      await store.refresh();
      assert.ok(await store.clients.find(registered.client_id));
    });

    it("sweeps the client of a document that expired, unless it has a grant", async () => {
      const { store, peer } = servers();
      const [unused, used] = [aDocumentClient(), aDocumentClient()];
      await store.clients.storeDocument(unused, NOW + 60);
      const client = (await store.clients.storeDocument(used, NOW + 60)) ?? assert.fail();
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

    it("finds a client by any part of its id, name, owner or redirect URIs, in any case", async () => {
      const { store } = servers();
      const tag = aClientId();
      const tea = aClient({
        client_id: `${tag}-shop`,
        client_name: `Thé à l'Étoile 100%_${tag}`,
        owner: `Hatter ${tag}`,
        redirect_uris: [`https://${tag}.example/Callback`, `https://other-${tag}.example/`],
      });
      await store.clients.create(tea);
      const found = async (search: string): Promise<number> =>
        (await store.clients.search({ search }, FIRST)).total;
      for (const search of [
        `${tag}-SHOP`,
        `THÉ À L'ÉTOILE 100%_${tag}`,
        `l'e\u0301toile 100%_${tag}`, // The accent as a character of its own.
        `  hatter ${tag} `,
        `//${tag}.example/call`,
        `other-${tag}`,
      ]) {
        assert.equal(await found(search), 1, search);
      }
      for (const search of [`${tag}%shop`, `${tag}_shop`, `\\${tag}`, `\0${tag}`, `${tag}\nthé`])
        assert.equal(await found(search), 0, search);
    });

    it("filters clients by their whole name and owner, and by all conditions at once", async () => {
      const { store } = servers();
      const [team, other] = [aClientId(), aClientId()];
      const add = (client_name: string, owner: string) =>
        store.clients.create(aClient({ client_name, owner }));
      await add("Photos", team);
      await add("Photos", other);
      await add("Photos of alice", team);
      const count = async (filter: ClientFilter): Promise<number> =>
        (await store.clients.search(filter, FIRST)).total;
      assert.equal(await count({ owner: team }), 2);
      assert.equal(await count({ owner: team, client_name: "Photos" }), 1);
      assert.equal(await count({ owner: team, search: "ALICE" }), 1);
      assert.equal(await count({ owner: team.slice(1) }), 0);
      assert.equal(await count({ owner: "nul\0" }), 0);
    });

    it("searches by id, from an exact offset, with the total", async () => {
      const { store } = servers();
      const owner = aClientId();
      const ids = [1, 2, 3].map((number) => `${number}-${aClientId()}`);
      for (const client_id of ids.toReversed())
        await store.clients.create(aClient({ client_id, owner }));
      const { items, total } = await store.clients.search({ owner }, { limit: 2, offset: 1 });
      assert.deepEqual([items.map(({ client_id }) => client_id), total], [ids.slice(1), 3]);
      assert.deepEqual(await store.clients.search({ owner }, { limit: 2, offset: 3 }), {
        items: [],
        total: 3,
      });
      const [first] = (await store.clients.search({ owner }, FIRST)).items;
      assert.deepEqual(first, await store.clients.find(ids[0] ?? ""), "the whole client");
    });

    it("finds a client by its current name until it is deleted", async () => {
      const { store, peer } = servers();
      const [before, after] = [aClientId(), aClientId()];
      const photos = aClient({ client_name: before });
      const found = async (search: string): Promise<number> =>
        (await peer.clients.search({ search }, FIRST)).total;
      await store.clients.create(photos);
      await store.clients.replace({ ...photos, client_name: after });
      assert.deepEqual([await found(before), await found(after)], [0, 1]);
      await store.clients.delete(photos.client_id);
      assert.equal(await found(after), 0);
    });

    it("finds clients that an older server stored", async () => {
      const { store, database } = servers();
      const [owner, like] = [aClientId(), aClient()];
      await store.clients.create({ ...like, owner });
      await database.write(function* asBefore() {
        yield* copyClient({ client_id: like.client_id, copy_id: `${owner}-damaged` });
        yield* damage({ client_id: `${owner}-damaged` });
        for (let number = 0; number < 501; number += 1)
          yield* copyClient({ client_id: like.client_id, copy_id: `${owner}-${number}` });
        yield* incrementRevision({});
      });
      await store.refresh();
      const { total } = await store.clients.search({ owner }, FIRST);
      assert.equal(total, 502);
      await store.clients.delete(`${owner}-damaged`);
    });

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
      assert.deepEqual(await peer.clients.find(photos.client_id), expected);

      const edit = { ...photos, client_secret_hash: undefined };
      const edited = await store.clients.replace(edit);
      assert.deepEqual(edited?.previous_secret, expected.previous_secret);
      const chosen = await store.clients.replace({ ...edit, client_secret_hash: "sha256:mine" });
      assert.equal(chosen?.previous_secret, undefined);
    });

    it("rotates no secret when there is no such client", async () => {
      const { store } = servers();
      const rotation = { client_secret_hash: "", previous_expires_at: 0, updated_at: 0 };
      assert.equal(await store.clients.rotateSecret(aClientId(), rotation), undefined);
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
          store.clients.rotateSecret(client_id, {
            client_secret_hash: "sha256:new",
            previous_expires_at: NOW + 60,
            updated_at: NOW + 5,
          }),
          peer.clients.replace({ ...client, client_secret_hash: undefined, client_name: "after" }),
        ]);
        const found = await store.clients.findCurrent(client_id);
        assert.deepEqual(
          [found?.client_name, found?.client_secret_hash, found?.previous_secret?.hash],
          ["after", "sha256:new", "sha256:old"],
        );
      }
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

const FIRST = { limit: 10, offset: 0 };

/** What a server that has no index of clients writes. */
const copyClient = command({
  given: { client_id: text, copy_id: text },
  sql: `insert into client (client_id, document, client_secret_hash, client_key, access_token_epoch)
   select :copy_id, document, client_secret_hash, client_key, access_token_epoch from client where client_id = :client_id`,
});
const damage = command({
  given: { client_id: text },
  sql: "update client set document = '{' where client_id = :client_id",
});
const incrementRevision = command({ sql: "update revision set value = value + 1" });

/** Hex digits, so that it sorts before `zz` in any collation. */
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

function aDocumentClient(client: Partial<NewClient> = {}): NewClient {
  return aClient({
    client_id: `https://agent.example/${aClientId()}`,
    client_secret_hash: undefined,
    metadata_document: { fresh_until: NOW + 30 },
    ...client,
  });
}
