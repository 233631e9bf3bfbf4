import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import { exampleApi } from "../../oauth/resource/example-api.ts";
import type { Listing, Page } from "../port/page.ts";
import type { Store } from "../port/store.ts";
import { page, type Servers } from "./example.ts";
import { anIntegration, aWorkspace } from "./workspace-example.ts";

interface NamedList {
  readonly create: (store: Store, name: string) => Promise<unknown>;
  readonly list: (store: Store, page: Page) => Promise<Listing<{ readonly name: string | null }>>;
  readonly search: (
    store: Store,
    text: string,
    page: Page,
  ) => Promise<Listing<{ readonly name: string | null }>>;
}

/** Records whose ids are random. */
const lists: Readonly<Record<string, NamedList>> = {
  workspaces: {
    create: (store, name) => store.workspaces.create({ ...aWorkspace(), name }),
    list: (store, wanted) => store.workspaces.list(wanted),
    search: (store, text, wanted) => store.workspaces.search(text, wanted),
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
    search: (store, text, wanted) => store.apis.search(text, wanted),
  },
};

/** The contract of lists that are ordered by name. */
export function describeOrderByName(servers: () => Servers): void {
  describe("lists by name", () => {
    for (const [noun, { create, list, search }] of Object.entries(lists)) {
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
}
