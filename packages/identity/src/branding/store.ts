import type { Branding } from "@latchkey/api";
import type { MaybePromise } from "@latchkey/server/feature/rules";
import {
  command,
  documents,
  documentText,
  insertValues,
  optional,
  pick,
  query,
  readOr,
  replacing,
  type RowOf,
  type StoreTools,
  table,
  text,
} from "@latchkey/server/feature/store";

export const branding = table("branding", { name: text, document: documentText });

/** The branding that an administrator set. */
export interface StoredBranding {
  /** Empty where there is none. Synchronous where it is cached; the same object until a branding, a client or a key changes. */
  find(): MaybePromise<Branding>;
  /** Replaces it on all servers. */
  set(branding: Branding): Promise<void>;
}

/** The only row. */
const PAGES = "pages";

const { columns } = branding;
const byName = pick(columns, "name");
const returns = pick(columns, "document");
const select = query({
  given: byName,
  returns,
  sql: "select document from branding where name = :name",
});
const lock = query({
  given: byName,
  returns,
  sql: "update branding set document = document where name = :name returning document",
});
const upsert = command({
  given: replacing(columns),
  sql: `insert into branding ${insertValues(columns)} on conflict (name) do update set document = excluded.document`,
});

const brandingDocuments = documents<Branding>({
  table: "branding",
  fields: {
    product_name: optional("text"),
    logo: optional("text"),
    logo_dark: optional("text"),
    show_name: optional("boolean"),
    light: optional("object"),
    dark: optional("object"),
    corner_radius: optional("number"),
    css: optional("text"),
    links: optional("object"),
    texts: optional("object"),
    scope_texts: optional("object"),
  },
});

const none: Branding = {};

export function createStoredBranding({
  changes,
  database,
  revision,
  onUnreadable: report,
}: Pick<StoreTools, "changes" | "database" | "revision" | "onUnreadable">): StoredBranding {
  const read = (row: RowOf<typeof returns> | undefined): Branding =>
    row === undefined
      ? none
      : readOr(() => brandingDocuments.read(PAGES, row.document), none, report);
  const cached = revision.cache(async (name): Promise<Branding> => {
    const [row] = await database.read(() => select({ name }));
    return read(row);
  });

  return {
    find() {
      const found = cached(PAGES);
      return found instanceof Promise ? found.then((stored) => stored ?? none) : found;
    },

    async set(given) {
      const record = changes.recorder();
      await revision.change(function* set() {
        yield* revision.increment(); // Also a lock: there may be no row yet.
        const [present] = yield* lock({ name: PAGES });
        const document = brandingDocuments.replace(present?.document, given);
        yield* upsert({ name: PAGES, document });
        const before = read(present);
        yield* record({
          action: "updated",
          object: { type: "branding", id: PAGES },
          before,
          present: { stored: before },
          after: given,
        });
      });
    },
  };
}
