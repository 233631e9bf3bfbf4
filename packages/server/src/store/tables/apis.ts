import { type Api, identifierKey } from "../../oauth/resource/api.ts";
import { describeApi } from "../../oauth/resource/api-input.ts";
import {
  documentText,
  integer,
  pick,
  replacing,
  type RowOf,
  table,
  text,
} from "../database/columns.ts";
import { insertValues, type Lookup, names } from "../database/sql.ts";
import { command, query } from "../database/statement.ts";
import type { Change } from "../changes.ts";
import type { Apis } from "../port/api-store.ts";
import { documents, optional, or, readOr, required } from "../port/documents.ts";
import type { StoreTools } from "../store-tools.ts";
import { listPage } from "./list-page.ts";
import { api_search, type Entry, orderByName } from "./search-index.ts";

export const api = table("api", { id: text, identifier_key: text, document: documentText });

const apiDocuments = documents<Api>({
  table: "api",
  fields: {
    id: required("text"),
    identifier: required("text"),
    name: or(""),
    enabled: optional("boolean"),
    scopes: or([]),
    texts: optional("object"),
    scope_texts: optional("object"),
    access_token_format: optional("text"),
    access_token_lifespan: optional("text"),
    access_token_signing_alg: optional("text"),
    access_token_jwt_typ: or("at+jwt"),
    allow_any_client: or(false),
    consent_required: or(true),
    introspection_clients: or([]),
    created_at: required("number"),
    updated_at: required("number"),
  },
});

const { columns } = api;
const byKey = pick(columns, "id");
const returns = pick(columns, "id", "document");
const byIdentifierKey = pick(columns, "identifier_key");
const byIdentifier: Lookup<typeof byIdentifierKey, typeof returns> = {
  table: "api",
  given: byIdentifierKey,
  returns,
};
const insert = command({
  given: columns,
  sql: `insert into api ${insertValues(columns)} on conflict do nothing returning id`,
});
const select = query({
  given: byKey,
  returns,
  sql: `select ${names(returns)} from api where id = :id`,
});
const page = query({
  given: { limit: integer, offset: integer },
  returns,
  sql: `select ${names(returns)} from api
   order by ${orderByName("api", api_search)} limit :limit offset :offset`,
});
const count = query({ returns: { total: integer }, sql: "select count(*) as total from api" });
const update = command({
  given: replacing(columns),
  sql: "update api set document = :document where id = :id and identifier_key = :identifier_key returning id",
});
const lock = query({
  given: byKey,
  returns,
  sql: `update api set document = document where id = :id returning ${names(returns)}`,
});
const remove = query({
  given: byKey,
  returns,
  sql: `delete from api where id = :id returning ${names(returns)}`,
});

export function createApis({
  changes,
  database,
  indexes,
  onUnreadable: report,
  revision,
  suspensions,
}: StoreTools): Apis {
  const describeRow = (row: RowOf<typeof returns>): object | undefined =>
    readOr(() => describeApi(fromRow(row)), undefined, report);
  const look = async (identifier_key: string): Promise<{ readonly api: Api | undefined }> => {
    if (identifier_key.includes("\0")) return { api: undefined }; // PostgreSQL has no such text.
    const row = await database.find(byIdentifier, { identifier_key });
    return { api: row && fromRow(row) };
  };
  const cached = revision.cache(look);
  const index = indexes.create({
    table: api.name,
    key: "id",
    columns: returns,
    index: api_search,
    order: "name",
    read: fromRow,
    entryOf,
    report,
  });

  return {
    create(created) {
      const record = changes.recorder();
      return revision.change(function* create() {
        const { id, identifier } = created;
        const isDisabled = created.enabled === false;
        const document = apiDocuments.write(withEnabled(created, !isDisabled));
        const identifier_key = identifierKey(identifier);
        const inserted = yield* insert({ id, identifier_key, document });
        if (inserted === 0) return false;
        yield* index.write(entryOf(created));
        if (isDisabled) yield* suspensions.suspend("audience", identifier);
        yield* revision.increment();
        yield* record({ action: "created", object: apiObject(id), after: describeApi(created) });
        return true;
      });
    },

    async find(id) {
      const [row] = await database.read(() => select({ id }));
      return row && fromRow(row);
    },

    async findByIdentifier(identifier) {
      const key = identifierKey(identifier);
      return (await cached(key))?.api ?? (await look(key)).api;
    },

    findCachedByIdentifier: async (identifier) => (await cached(identifierKey(identifier)))?.api,

    list: (wanted) => database.read(() => listPage(page(wanted), count({}), fromRow, report)),

    search: (search, wanted) => index.list({ search }, wanted),

    replace(replacement) {
      const record = changes.recorder();
      return revision.change(function* replace() {
        const { id, identifier } = replacement;
        const [present] = yield* lock({ id });
        // Left out, it stays as it is: what knows nothing of the field must not enable an API again.
        const { enabled = !(yield* suspensions.holds("audience", identifier)) } = replacement;
        const next = withEnabled(replacement, enabled);
        const document = apiDocuments.replace(present?.document, next);
        const identifier_key = identifierKey(identifier);
        const updated = yield* update({ id, identifier_key, document });
        if (updated === 0) return undefined;
        if (replacement.enabled !== undefined)
          yield* suspensions.set("audience", identifier, !enabled);
        yield* index.write(entryOf(replacement));
        yield* revision.increment();
        yield* record({
          action: "updated",
          object: apiObject(id),
          before: present && describeRow(present),
          after: describeApi(next),
        });
        return next;
      });
    },

    delete(id) {
      const record = changes.recorder();
      return revision.change(function* deleteApi() {
        const [removed] = yield* remove({ id });
        yield* revision.increment();
        if (removed === undefined) return false;
        const deleted = readOr(() => fromRow(removed), undefined, report);
        if (deleted !== undefined) yield* suspensions.resume("audience", deleted.identifier);
        yield* record({
          action: "deleted",
          object: apiObject(id),
          before: describeRow(removed),
        });
        return true;
      });
    },
  };
}

/** An API that is enabled is stored without saying so, as those are that were stored before it could be disabled. */
function withEnabled({ enabled: _enabled, ...described }: Api, enabled: boolean): Api {
  return enabled ? described : { ...described, enabled };
}

function apiObject(id: string): Change["object"] {
  return { type: "api", id };
}

/** What an API is found by. */
function entryOf({ id, name, identifier }: Api): Entry {
  return { id, words: [id, name, identifier], filters: {} };
}

function fromRow({ id, document }: RowOf<typeof returns>): Api {
  return apiDocuments.read(id, document);
}
