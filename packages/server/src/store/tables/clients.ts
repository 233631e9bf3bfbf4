import { randomInt } from "node:crypto";
import type { Client, ClientMetadata, NewClient } from "../../oauth/client.ts";
import { isOrigin, originsOf, readOrigins } from "../../oauth/cors-origins.ts";
import { type ClientDocument, clientDocuments } from "./client-document.ts";
import type { Database } from "../database/database.ts";
import { readEach, readOr, type ReportUnreadable } from "../port/documents.ts";
import type { Revision } from "./revision.ts";
import { type Lookup, type Script, statement } from "../database/script.ts";
import { createSearchIndex, type Entry } from "./search-index.ts";
import type { Clients } from "../port/store.ts";

interface ClientRow {
  readonly client_id: string;
  readonly document: string;
  readonly client_secret_hash: string | null;
  readonly client_key: number;
  readonly access_token_epoch: number;
}

const columns = "client_id, document, client_secret_hash, client_key, access_token_epoch";
const byId: Lookup = {
  given: { client_id: "text" },
  select: `select ${columns} from client where client_id = given.client_id`,
};
const insert = statement(
  `insert into client (${columns}) values ($1, $2, $3, $4, $5) on conflict (client_id) do nothing returning client_id`,
);
const select = statement<ClientRow>(`select ${columns} from client where client_id = $1`);
const page = statement<ClientRow>(
  `select ${columns} from client order by client_id limit $1 offset $2`,
);
const count = statement<{ total: number }>("select count(*) as total from client");
const update = statement<ClientRow>(
  `update client set document = $2, client_secret_hash = coalesce($3, client_secret_hash)
   where client_id = $1 returning ${columns}`,
);
const remove = statement("delete from client where client_id = $1 returning client_id");
const renew = statement(
  "update client set access_token_epoch = $2 where client_id = $1 returning client_id",
);
const forgetOrigins = statement("delete from client_origin where client_id = $1");
const addOrigin = statement(
  "insert into client_origin (origin, client_id) values ($1, $2) on conflict do nothing",
);
const originAllowed = statement("select 1 as found from client_origin where origin = $1 limit 1");
const originPatterns = statement<{ origin: string }>(
  "select distinct origin from client_origin where origin like '%*%'",
);

/** Pages are large, and people look at few of them again and again. */
const PAGES_AT_MOST = 16;
/** Any caller can make up an origin. */
const ORIGINS_AT_MOST = 1_000;

export function createClients(
  database: Database,
  revision: Revision,
  report: ReportUnreadable,
): Clients {
  const remembered = revision.remember(async (client_id) => {
    if (client_id.includes("\0")) return undefined; // PostgreSQL has no such text, and nobody such an id.
    const row = await database.find(byId, client_id);
    return row === undefined ? undefined : fromRow(row as unknown as ClientRow);
  });
  const total = revision.remember(() => database.read(countAll));
  const pages = revision.remember(async (key) => {
    const [limit = 0, offset = 0] = key.split(" ").map(Number);
    const rows = await database.read(() => page(limit, offset));
    return { items: readEach(rows, fromRow, report), total: (await total("all")) ?? 0 };
  }, PAGES_AT_MOST);
  const index = createSearchIndex(database, {
    table: "client",
    key: "client_id",
    columns,
    index: "client_search",
    filters: ["client_name", "owner"],
    read: fromRow,
    entryOf,
    report,
    revision,
  });

  const patterns = revision.remember(async () => {
    const rows = await database.read(() => originPatterns());
    return readOrigins(rows.map(({ origin }) => origin));
  });
  const origins = revision.remember(async (origin) => {
    const isListed = (await database.read(() => originAllowed(origin))).length > 0;
    return isListed || (await patterns("all"))?.includes(origin) === true;
  }, ORIGINS_AT_MOST);

  return {
    find: remembered,

    create: (client) =>
      revision.change(function* create() {
        const { client_id, client_secret_hash = null } = client;
        const rows = yield* insert(
          client_id,
          documentOf(client),
          client_secret_hash,
          draw(),
          draw(),
        );
        if (rows.length === 0) return false;
        yield* writeOrigins(client);
        yield* index.write(entryOf(client));
        yield* revision.raise();
        return true;
      }),

    async list({ limit, offset }) {
      return (await pages(`${limit} ${offset}`)) ?? { items: [], total: 0 };
    },

    search: (filter, wanted) => index.list({ ...filter }, wanted),

    async allowsOrigin(origin) {
      return isOrigin(origin) && (await origins(origin)) === true;
    },

    replace: (client) =>
      revision.change(function* replace() {
        const [before] = yield* select(client.client_id);
        if (before === undefined) return undefined;
        // A document that cannot be read any more is repaired by replacing it.
        const unknown = { created_at: client.updated_at, previous_secret: undefined };
        const { created_at, previous_secret } = readOr(() => fromRow(before), unknown, report);
        const isKept = client.client_secret_hash === undefined && previous_secret !== undefined;
        const document = documentOf({
          ...client,
          created_at,
          ...(isKept && { previous_secret }),
        });
        const [after] = yield* update(
          client.client_id,
          document,
          client.client_secret_hash ?? null,
        );
        yield* writeOrigins(client);
        yield* index.write(entryOf(client));
        yield* revision.raise();
        return after === undefined ? undefined : fromRow(after);
      }),

    rotateSecret: (client_id, { client_secret_hash, previous_expires_at, updated_at }) =>
      revision.change(function* rotate() {
        const [before] = yield* select(client_id);
        if (before === undefined) return undefined;
        const hash = before.client_secret_hash;
        const document = documentOf({
          ...fromDocument(before),
          updated_at,
          ...(hash !== null && { previous_secret: { hash, expires_at: previous_expires_at } }),
        });
        const [after] = yield* update(client_id, document, client_secret_hash);
        yield* revision.raise();
        return after === undefined ? undefined : fromRow(after);
      }),

    delete: (client_id) =>
      revision.change(function* forget() {
        const rows = yield* remove(client_id);
        yield* revision.raise();
        return rows.length > 0;
      }),

    callBackAccessTokens: (client_id) =>
      revision.change(function* callBack() {
        const rows = yield* renew(client_id, draw());
        yield* revision.raise();
        return rows.length > 0;
      }),
  };
}

/** Keys and epochs are drawn, not counted, so that a client created anew under an old id inherits nothing of its namesake. */
function draw(): number {
  return randomInt(2 ** 47);
}

function* countAll(): Script<number> {
  const [row] = yield* count();
  return row?.total ?? 0;
}

function* writeOrigins(client: ClientMetadata & Pick<Client, "client_id">): Script<void> {
  yield* forgetOrigins(client.client_id);
  for (const origin of originsOf(client)) yield* addOrigin(origin, client.client_id);
}

/** What a client is found by. */
function entryOf({
  client_id,
  client_name,
  owner,
  redirect_uris,
}: Pick<Client, "client_id" | "client_name" | "owner" | "redirect_uris">): Entry {
  return {
    id: client_id,
    words: [client_id, client_name, owner, ...redirect_uris],
    filters: [client_name, owner],
  };
}

function documentOf({
  client_id: _id,
  client_secret_hash: _hash,
  ...document
}: ClientDocument & Partial<NewClient>): string {
  return clientDocuments.write(document);
}

function fromDocument(row: ClientRow): ClientDocument {
  return clientDocuments.read(row.client_id, row.document);
}

function fromRow(row: ClientRow): Client {
  return {
    client_id: row.client_id,
    ...fromDocument(row),
    client_secret_hash: row.client_secret_hash ?? undefined,
    client_key: row.client_key,
    access_token_epoch: row.access_token_epoch,
  };
}
