import type { Columns } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import type { SearchCompletion } from "../port/search-store.ts";
import { createSearchIndex, type IndexOptions, type SearchIndex } from "./search-index.ts";

/** All indexes of a store: each is created with its table, and they are completed together. */
export interface SearchIndexes extends SearchCompletion {
  create<Source extends Columns, Filters extends string, Item>(
    options: IndexOptions<Source, Filters, Item>,
  ): SearchIndex<Filters, Item>;
}

export function createSearchIndexes(database: Database): SearchIndexes {
  const indexes: Pick<SearchIndex<never, unknown>, "complete">[] = [];
  let searches = 0;
  return {
    create(options) {
      const index = createSearchIndex(database, options);
      indexes.push(index);
      return {
        ...index,
        list(filter, page) {
          searches += 1;
          return index.list(filter, page);
        },
      };
    },

    searches: () => searches,

    async completeSearch({ index, after } = { index: 0, after: "" }) {
      const step = await indexes[index]?.complete(after);
      const { added, last } = step ?? { added: 0, last: undefined };
      if (last !== undefined) return { added, next: { index, after: last } };
      const isLast = index + 1 >= indexes.length;
      return { added, next: isLast ? undefined : { index: index + 1, after: "" } };
    },
  };
}
