import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import { createTrustedIssuers } from "../../../src/features/trusted-issuers/store.ts";
import { exampleTrustedIssuer } from "../../../src/features/trusted-issuers/rules/example-trusted-issuer.ts";
import { exampleApi } from "../../../src/oauth/resource/example-api.ts";
import { text } from "../../../src/store/database/columns.ts";
import { command } from "../../../src/store/database/statement.ts";
import type {
  Cursor,
  KeysetListing,
  KeysetPage,
  Listing,
  Page,
} from "../../../src/store/port/page.ts";
import type { TestStore } from "../../support/store.ts";
import { aClient, aClientId } from "./client-example.ts";
import { aGrant, anId, given, NOW, page, type Servers } from "./example.ts";
import { aMember, anExchange, anIntegration, aWorkspace, consented } from "./workspace-example.ts";

interface NamedList {
  readonly create: (store: TestStore, name: string) => Promise<unknown>;
  readonly list: (
    store: TestStore,
    page: Page,
  ) => Promise<Listing<{ readonly name: string | null }>>;
  readonly search: (
    store: TestStore,
    text: string,
    page: Page,
  ) => Promise<Listing<{ readonly name: string | null }>>;
}

/** Records whose ids are random. */
const namedLists: Readonly<Record<string, NamedList>> = {
  workspaces: {
    create: (store, name) => store.workspaces.create({ ...aWorkspace(), name }),
    list: (store, wanted) => store.workspaces.list(wanted),
    search: (store, search, wanted) => store.workspaces.search(search, wanted),
  },
  integrations: {
    create: (store, name) => store.integrations.create({ ...anIntegration(), name }),
    list: (store, wanted) => store.integrations.list(wanted),
    search: (store, search, wanted) => store.integrations.search({ search }, wanted),
  },
  apis: {
    create: (store, name) => {
      const id = randomUUID();
      return store.apis.create({ ...exampleApi(), id, identifier: `https://${id}.example`, name });
    },
    list: (store, wanted) => store.apis.list(wanted),
    search: (store, search, wanted) => store.apis.search(search, wanted),
  },
};

/** The contract of lists: their order, and reading them page by page while they change. */
export function describeLists(servers: () => Servers): void {
  describe("lists by name", () => {
    for (const [noun, { create, list, search }] of Object.entries(namedLists)) {
      it(`lists ${noun} by name, whatever its case, a page at a time`, async () => {
        const { store, peer } = servers();
        const tag = randomUUID();
        const sorted = ["Albums", "books", "Cards", "dominoes", "Easels"].map(
          (name) => `${name} ${tag}`,
        );
        for (const at of [3, 0, 4, 2, 1]) await create(store, sorted[at] ?? "");
        const pages = [0, 2, 4].map((offset) => search(peer, tag, { limit: 2, offset }));
        const found = (await Promise.all(pages)).map(({ items }) => items.map(({ name }) => name));
        assert.deepEqual(found, [sorted.slice(0, 2), sorted.slice(2, 4), sorted.slice(4)]);
        const { items, total } = await list(peer, page);
        const created = items.filter(({ name }) => name?.includes(tag)).map(({ name }) => name);
        assert.deepEqual(created, sorted);
        const rest = await list(peer, { limit: 500, offset: 1 });
        assert.deepEqual([rest.items, rest.total], [items.slice(1), total]);
      });
    }
  });

  describe("lists in the order of their documents", () => {
    it("lists members by name, or by subject where they have none, a page at a time", async () => {
      const { store, peer } = servers();
      const acme = aWorkspace();
      await store.workspaces.create(acme);
      const add = (name: string | null, subject = anId()) =>
        store.members.create({ ...aMember(acme.id), name, subject });
      for (const name of ["bob", "Émile", "Zoe", "Carol", "alice 10", "Alice 9"]) await add(name);
      await add(null, "dave");
      const pages = [0, 3, 6, 9].map((offset) => peer.members.list(acme.id, { limit: 3, offset }));
      const found = (await Promise.all(pages)).map(({ items, total }) => [
        items.map(({ name, subject }) => name ?? subject),
        total,
      ]);
      assert.deepEqual(found, [
        [["Alice 9", "alice 10", "bob"], 7],
        [["Carol", "dave", "Émile"], 7],
        [["Zoe"], 7],
        [[], 7],
      ]);
    });

    it("lists members of one name by id", async () => {
      const { store } = servers();
      const acme = aWorkspace();
      await store.workspaces.create(acme);
      const members = [1, 2, 3, 4].map(() => ({ ...aMember(acme.id), name: "Alice" }));
      for (const member of members) await store.members.create(member);
      const { items } = await store.members.list(acme.id, page);
      const ids = members.map(({ user_id }) => user_id).toSorted();
      assert.deepEqual(
        items.map(({ user_id }) => user_id),
        ids,
      );
    });

    it("lists installations the newest first, a page at a time", async () => {
      const { store, peer } = servers();
      const { again, notes } = await consented(store);
      for (const age of [3, 0, 4, 2, 1]) {
        const grant = await again({ owner: { type: "user", user_id: randomUUID() } });
        await store.workspace_grants.exchange(grant, anExchange({ now: NOW - age }));
      }
      const filter = { integration_id: notes.id };
      const pages = [0, 2, 4].map((offset) =>
        peer.installations.list(filter, { limit: 2, offset }),
      );
      const found = (await Promise.all(pages)).map(({ items, total }) => [
        items.map(({ created_at }) => NOW - created_at),
        total,
      ]);
      assert.deepEqual(found, [
        [[0, 1], 5],
        [[2, 3], 5],
        [[4], 5],
      ]);
    });
  });

  describe("lists that are continued after an entry", () => {
    for (const [noun, open] of Object.entries(keysetLists)) {
      it(`lists ${noun} to the end while each page is deleted`, async () => {
        const list = await open(servers().store);
        const added: string[] = [];
        for (let age = 0; age < 10; age += 1) added.push(await list.add(age));
        const pages = await walk(list, 3, async (ids) => {
          for (const id of ids) await list.remove(id);
        });
        const sizes = pages.map(({ length }) => length);
        assert.deepEqual(sizes, [3, 3, 3, 1]);
        assert.deepEqual(pages.flat().toSorted(), added.toSorted());
        assert.deepEqual(await list.read(page), { items: [], total: 0, next: undefined });
      });

      it(`repeats none of the ${noun} when others are added between the pages`, async () => {
        const list = await open(servers().store);
        const added: string[] = [];
        for (let age = 5; age < 15; age += 1) added.push(await list.add(age));
        let age = 0;
        const pages = await walk(list, 2, async () => {
          if (age < 5) for (const at of [age, 20 + age]) await list.add(at);
          age += 1;
        });
        const walked = pages.flat();
        assert.equal(new Set(walked).size, walked.length);
        const missing = added.filter((id) => !walked.includes(id));
        assert.deepEqual(missing, []);
      });

      it(`lists ${noun} of the same second once, and counts an offset from the entry`, async () => {
        const list = await open(servers().store);
        for (const age of [1, 1, 1, 2, 2, 3]) await list.add(age);
        const { items, total } = await list.read(page);
        assert.deepEqual((await walk(list, 1)).flat(), items);
        const { next } = await list.read({ limit: 2, offset: 0 });
        const rest = await list.read({ limit: 2, offset: 1, after: next });
        assert.deepEqual([rest.items, rest.total], [items.slice(3, 5), total]);
        const whole = await list.read({ limit: 6, offset: 0 });
        assert.equal(whole.next, undefined, "a full page may be the last");
      });
    }

    it("continues after a client that cannot be read", async () => {
      const { store, database } = servers();
      const owner = aClientId();
      const ids = [1, 2, 3].map((number) => `${number}-${owner}`);
      for (const client_id of ids) await store.clients.create(aClient({ client_id, owner }));
      const damage = command({
        given: { client_id: text },
        sql: "update client set document = 'damaged' where client_id = :client_id",
      });
      await database.write(() => damage({ client_id: ids[1] ?? "" }));
      const pages = await walk(clientsOf(store, owner), 2);
      assert.deepEqual(pages, [[ids[0]], [ids[2]]]);
      for (const id of ids) await store.clients.delete(id);
    });

    it("lists every client once, whatever characters the ids have", async () => {
      const { store } = servers();
      const owner = aClientId();
      const ids = "a A b B z Z 0 1 9 - _ . ~ % é ä Ä ß ø ñ 日 本 🔒"
        .split(" ")
        .flatMap((character) => [`${character}${owner}`, `x${character}${owner}`]);
      for (const client_id of ids) await store.clients.create(aClient({ client_id, owner }));
      const searched = (await walk(clientsOf(store, owner), 1)).flat();
      assert.deepEqual(searched.toSorted(), ids.toSorted());
      const listed = (await walk(clientsOf(store, undefined), 1)).flat();
      assert.deepEqual(
        listed.filter((id) => id.endsWith(owner)),
        searched,
      );
      for (const id of ids) await store.clients.delete(id);
    });
  });
}

/** A list of its own within a store, such as the consents of one user, by the ids of its entries. */
interface KeysetList {
  /** Adds an entry that is so many seconds old; returns its id. */
  readonly add: (age: number) => Promise<string>;
  readonly remove: (id: string) => Promise<unknown>;
  readonly read: (page: KeysetPage) => Promise<KeysetListing<string>>;
}

const keysetLists: Readonly<Record<string, (store: TestStore) => Promise<KeysetList>>> = {
  clients: async (store) => clientsOf(store, aClientId()),

  "trusted issuers": async (store) => {
    const issuers = createTrustedIssuers(store.tools);
    const issuer = `https://${anId()}.example`;
    return {
      add: async (age) => {
        const id = randomUUID();
        const times = { created_at: NOW - age, expires_at: NOW + 1_000 };
        const record = exampleTrustedIssuer({ id, issuer, client_id: id, ...times });
        assert.equal(await issuers.create(record), "created");
        return id;
      },
      remove: (id) => issuers.delete(id),
      read: async (wanted) => idsIn(await issuers.list(issuer, wanted), "id"),
    };
  },

  consents: async (store) => {
    const [subject, client_id] = [anId(), aClientId()];
    await store.clients.create(aClient({ client_id }));
    const { client_key } = (await store.clients.find(client_id)) ?? assert.fail();
    return {
      add: async (age) => {
        const grant = aGrant({ subject, client_id, client_key, granted_at: NOW - age });
        return (await given(store, grant)).grant_id;
      },
      remove: async (id) => {
        const grant = (await store.grants.findById(id)) ?? assert.fail();
        await store.grants.forgetConsent(grant);
      },
      read: async (wanted) =>
        idsIn(await store.grants.listConsents({ subject }, wanted, NOW), "grant_id"),
    };
  },
};

/** The clients of an owner, or all clients. */
function clientsOf({ clients }: TestStore, owner: string | undefined): KeysetList {
  return {
    add: async () => {
      const client = aClient({ owner: owner ?? "" });
      await clients.create(client);
      return client.client_id;
    },
    remove: (id) => clients.delete(id),
    read: async (wanted) => {
      const listing =
        owner === undefined ? clients.list(wanted) : clients.search({ owner }, wanted);
      return idsIn(await listing, "client_id");
    },
  };
}

function idsIn<Name extends string>(
  { items, ...listing }: KeysetListing<{ readonly [Id in Name]: string }>,
  name: Name,
): KeysetListing<string> {
  return { items: items.map((item) => item[name]), ...listing };
}

/** The ids of each page; `visit` is called before the next one is read. */
async function walk(
  list: KeysetList,
  limit: number,
  visit: (ids: readonly string[]) => Promise<void> = async () => {},
): Promise<(readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  let after: Cursor | undefined;
  do {
    assert.ok(pages.length < 2_000, "the walk does not end");
    const { items, next }: KeysetListing<string> = await list.read({ limit, offset: 0, after });
    pages.push(items);
    await visit(items);
    after = next;
  } while (after !== undefined);
  return pages;
}
