import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { text } from "../../../src/store/database/columns.ts";
import { command } from "../../../src/store/database/statement.ts";
import type { ClientFilter } from "../../../src/store/port/client-store.ts";
import type { Store } from "../../../src/store/port/store.ts";
import { aClient, aClientId } from "./client-example.ts";
import type { Servers } from "./example.ts";

/** The contract of the search for clients. */
export function describeClientSearch(servers: () => Servers): void {
  describe("the search for clients", () => {
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
        next: undefined,
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

    it("finds clients that were imported with SQL once they are indexed, step by step", async () => {
      const { store, peer, database } = servers();
      const [owner, like] = [aClientId(), aClient()];
      await store.clients.create({ ...like, owner });
      await database.write(function* importClients() {
        yield* copyClient({ client_id: like.client_id, copy_id: `${owner}-damaged` });
        yield* damage({ client_id: `${owner}-damaged` });
        for (let number = 0; number < 501; number += 1)
          yield* copyClient({ client_id: like.client_id, copy_id: `${owner}-${number}` });
      });
      const count = async (): Promise<number> =>
        (await store.clients.search({ owner }, FIRST)).total;
      assert.equal(await count(), 1);
      const steps = await completeSearch(peer);
      assert.equal(await count(), 502);
      assert.ok(Math.max(...steps) <= 200, steps.join());
      assert.deepEqual(new Set(await completeSearch(store)), new Set([0]), "nothing is left");
      await store.clients.delete(`${owner}-damaged`);
    });

    it("keeps what a client is found by that changed while it was indexed", async () => {
      const { store, database } = servers();
      const [before, after, photos] = [aClientId(), aClientId(), aClient()];
      await store.clients.create({ ...photos, owner: before });
      await database.write(() => forget({ client_id: photos.client_id }));
      await Promise.all([
        completeSearch(store),
        store.clients.replace({ ...photos, owner: after }),
      ]);
      assert.equal((await store.clients.search({ owner: before }, FIRST)).total, 0);
      assert.equal((await store.clients.search({ owner: after }, FIRST)).total, 1);
    });
  });
}

/** How many rows each step indexed. */
async function completeSearch(store: Store): Promise<number[]> {
  const steps: number[] = [];
  let step = await store.completeSearch();
  for (steps.push(step.added); step.next !== undefined; steps.push(step.added))
    step = await store.completeSearch(step.next);
  return steps;
}

const FIRST = { limit: 10, offset: 0 };

const copyClient = command({
  given: { client_id: text, copy_id: text },
  sql: `insert into client (client_id, document, client_secret_hash, client_key, access_token_epoch)
   select :copy_id, document, client_secret_hash, client_key, access_token_epoch from client where client_id = :client_id`,
});
const damage = command({
  given: { client_id: text },
  sql: "update client set document = '{' where client_id = :client_id",
});
const forget = command({
  given: { client_id: text },
  sql: "delete from client_search where id = :client_id",
});
