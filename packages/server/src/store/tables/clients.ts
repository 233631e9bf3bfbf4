import { randomInt } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Client, ClientMetadata, NewClient, SelfRegistration } from "../../oauth/client.ts";
import { isOrigin, originsOf, parseOrigins } from "../../oauth/client/cors-origins.ts";
import {
  integer,
  optional as nullable,
  pick,
  type RowOf,
  table,
  text,
} from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { insertValues, type Lookup, names } from "../database/sql.ts";
import { command, query, type Script } from "../database/statement.ts";
import { readEach, readOr, type ReportUnreadable } from "../port/documents.ts";
import type { ClientReplacement, Clients } from "../port/store.ts";
import { type ClientDocument, clientDocuments } from "./client-document.ts";
import { useRegistrationToken } from "./registration-tokens.ts";
import type { Revision } from "./revision.ts";
import { client_search, createSearchIndex, type Entry } from "./search-index.ts";

export const client = table("client", {
  client_id: text,
  document: text,
  client_secret_hash: nullable(text),
  client_key: integer,
  access_token_epoch: integer,
  registration_token_hash: nullable(text),
  /**
   * Unix seconds, for the client of a metadata document and for one that registered itself and was not used yet; it is swept
   * then unless it has grants.
   */
  expires_at: nullable(integer),
});

export const client_origin = table("client_origin", { origin: text, client_id: text });

const { columns } = client;
const by_key = pick(columns, "client_id");
const by_id: Lookup<typeof by_key, typeof columns> = {
  given: by_key,
  returns: columns,
  sql: `select ${names(columns)} from client where client.client_id = :client_id`,
};
const insert = command({
  given: columns,
  sql: `insert into client ${insertValues(columns)} on conflict (client_id) do nothing returning client_id`,
});
/** Reads a client and locks it until the transaction ends, so that no other server changes what was read. */
const lock = query({
  given: by_key,
  returns: columns,
  sql: `update client set document = document where client_id = :client_id returning ${names(columns)}`,
});
const page = query({
  given: { limit: integer, offset: integer },
  returns: columns,
  sql: `select ${names(columns)} from client order by client_id limit :limit offset :offset`,
});
const count = query({ returns: { total: integer }, sql: "select count(*) as total from client" });
const update = query({
  given: pick(columns, "client_id", "document", "client_secret_hash"),
  returns: columns,
  sql: `update client set document = :document, client_secret_hash = coalesce(:client_secret_hash, client_secret_hash)
   where client_id = :client_id returning ${names(columns)}`,
});
const updateDocument = query({
  given: pick(columns, "client_id", "document", "expires_at"),
  returns: columns,
  sql: `update client set document = :document, expires_at = :expires_at
   where client_id = :client_id returning ${names(columns)}`,
});
const setRegistrationToken = command({
  given: pick(columns, "client_id", "registration_token_hash"),
  sql: "update client set registration_token_hash = :registration_token_hash where client_id = :client_id",
});
const removeExpiry = command({
  given: by_key,
  sql: "update client set expires_at = null where client_id = :client_id and registration_token_hash is not null returning client_id",
});
const remove = command({
  given: by_key,
  sql: "delete from client where client_id = :client_id returning client_id",
});
const setEpoch = command({
  given: pick(columns, "client_id", "access_token_epoch"),
  sql: `update client set access_token_epoch = :access_token_epoch where client_id = :client_id returning client_id`,
});
const removeOrigins = command({
  given: by_key,
  sql: "delete from client_origin where client_id = :client_id",
});
const addOrigin = command({
  given: client_origin.columns,
  sql: `insert into client_origin ${insertValues(client_origin.columns)} on conflict do nothing`,
});
const originAllowed = query({
  given: pick(client_origin.columns, "origin"),
  returns: { found: integer },
  sql: "select 1 as found from client_origin where origin = :origin limit 1",
});
const originPatterns = query({
  returns: pick(client_origin.columns, "origin"),
  sql: "select distinct origin from client_origin where origin like '%*%'",
});

/** Pages are large, and few of them are asked for again and again. */
const PAGES_CACHED = 16;
/** Any caller can make up an origin. */
const ORIGINS_CACHED = 1_000;

export function createClients(
  database: Database,
  revision: Revision,
  report: ReportUnreadable,
): Clients {
  const findCurrent = async (client_id: string): Promise<Client | undefined> => {
    if (client_id.includes("\0")) return undefined; // PostgreSQL has no such text, so no client has such an id.
    const row = await database.find(by_id, { client_id });
    return row && fromRow(row);
  };
  const cached = revision.cache(findCurrent);
  const total = revision.cache(() => database.read(countAll));
  const pages = revision.cache(async (key) => {
    const [limit = 0, offset = 0] = key.split(" ").map(Number);
    const rows = await database.read(() => page({ limit, offset }));
    return { items: readEach(rows, fromRow, report), total: (await total("all")) ?? 0 };
  }, PAGES_CACHED);
  const index = createSearchIndex(database, {
    table: client.name,
    key: "client_id",
    columns,
    index: client_search,
    read: fromRow,
    entryOf,
    report,
    revision,
  });

  /** Inserts a client. False when the id is taken. */
  function* insertNew(created: NewClient): Script<boolean> {
    const inserted = yield* insert({
      client_id: created.client_id,
      document: documentOf(created),
      client_secret_hash: created.client_secret_hash,
      client_key: randomNumber(),
      access_token_epoch: randomNumber(),
      registration_token_hash: created.registration_token_hash,
      expires_at: created.expires_at,
    });
    if (inserted === 0) return false;
    yield* indexed(created);
    return true;
  }

  /** Writes what a client is found by. */
  function* indexed(described: NewClient | ClientReplacement): Script<void> {
    yield* writeOrigins(described);
    yield* index.write(entryOf(described));
    yield* revision.increment();
  }

  const patterns = revision.cache(async () => {
    const rows = await database.read(() => originPatterns({}));
    return parseOrigins(rows.map(({ origin }) => origin));
  });
  const origins = revision.cache(async (origin) => {
    const is_listed = (await database.read(() => originAllowed({ origin }))).length > 0;
    return is_listed || (await patterns("all"))?.includes(origin) === true;
  }, ORIGINS_CACHED);

  /** The document that takes the place of another. What no description of a client has is kept. */
  function documentAfter(
    before: ClientRow,
    replacement: ClientReplacement,
    registration?: SelfRegistration,
  ): string {
    // A document that cannot be read is repaired by replacing it.
    const unknown = { created_at: replacement.updated_at };
    const kept: Partial<Client> & { readonly created_at: number } = readOr(
      () => fromRow(before),
      unknown,
      report,
    );
    const { created_at, previous_secret } = kept;
    const is_kept = replacement.client_secret_hash === undefined && previous_secret !== undefined;
    const terms = registration ?? kept.registration;
    return documentOf({
      ...replacement,
      created_at,
      ...(is_kept && { previous_secret }),
      ...(terms !== undefined && { registration: terms }),
    });
  }

  function* replaceLocked(
    before: ClientRow,
    replacement: ClientReplacement,
    registration?: SelfRegistration,
  ): Script<Client | undefined> {
    const { client_id, client_secret_hash } = replacement;
    const document = documentAfter(before, replacement, registration);
    const [after] = yield* update({ client_id, document, client_secret_hash });
    yield* indexed(replacement);
    return after && fromRow(after);
  }

  return {
    find: cached,

    findCurrent,

    create: (created) => revision.change(() => insertNew(created)),

    register: (created, token) =>
      revision.change(function* register() {
        if (token !== undefined && (yield* useRegistrationToken(token)) === 0) return false;
        return yield* insertNew(created);
      }),

    storeDocument: (described, expires_at) =>
      revision.change(function* storeDocument() {
        const { client_id } = described;
        const is_new = yield* insertNew({ ...described, expires_at });
        const [before] = yield* lock({ client_id });
        const stored = before && fromRow(before);
        if (is_new || stored?.metadata_document === undefined) return stored;
        const document = documentOf({ ...described, created_at: stored.created_at });
        const [after] = yield* updateDocument({ client_id, document, expires_at });
        yield* indexed(described);
        return after && fromRow(after);
      }),

    async list({ limit, offset }) {
      return (await pages(`${limit} ${offset}`)) ?? { items: [], total: 0 };
    },

    search: (filter, wanted) => index.list(filter, wanted),

    async allowsOrigin(origin) {
      return isOrigin(origin) && (await origins(origin)) === true;
    },

    replace: (replacement) =>
      revision.change(function* replace() {
        const [before] = yield* lock(replacement);
        return before && (yield* replaceLocked(before, replacement));
      }),

    replaceUnchanged: (read, replacement) =>
      revision.change(function* replaceUnchanged() {
        const [before] = yield* lock(replacement);
        if (before === undefined) return undefined;
        if (!isUnchanged(before, read)) return "changed";
        return yield* replaceLocked(before, replacement);
      }),

    replaceRegistration: (read, replacement, { registration_token_hash, terms }) =>
      revision.change(function* replaceRegistration() {
        const { client_id } = replacement;
        const [before] = yield* lock({ client_id });
        if (before === undefined) return undefined;
        if (before.registration_token_hash !== read.registration_token_hash) return undefined;
        if (!isUnchanged(before, read)) return "changed";
        yield* setRegistrationToken({ client_id, registration_token_hash });
        return yield* replaceLocked(before, replacement, terms);
      }),

    keep: (client_id) =>
      revision.change(function* keep() {
        const kept = yield* removeExpiry({ client_id });
        if (kept > 0) yield* revision.increment();
      }),

    rotateSecret: (client_id, { client_secret_hash, previous_expires_at, updated_at }) =>
      revision.change(function* rotate() {
        const [before] = yield* lock({ client_id });
        if (before === undefined) return undefined;
        const hash = before.client_secret_hash;
        const document = documentOf({
          ...readDocument(before),
          updated_at,
          ...(hash !== undefined && { previous_secret: { hash, expires_at: previous_expires_at } }),
        });
        const [after] = yield* update({ client_id, document, client_secret_hash });
        yield* revision.increment();
        return after && fromRow(after);
      }),

    delete: (client_id) =>
      revision.change(function* deleteClient() {
        const removed = yield* remove({ client_id });
        yield* revision.increment();
        return removed > 0;
      }),

    callBackAccessTokens: (client_id) =>
      revision.change(function* callBack() {
        const updated = yield* setEpoch({ client_id, access_token_epoch: randomNumber() });
        yield* revision.increment();
        return updated > 0;
      }),
  };
}

/** Keys and epochs are random, not counted, so that a client created again under an old id inherits no token or grant. */
function randomNumber(): number {
  return randomInt(2 ** 47);
}

function* countAll(): Script<number> {
  const [row] = yield* count({});
  return row?.total ?? 0;
}

function* writeOrigins(described: ClientMetadata & Pick<Client, "client_id">): Script<void> {
  const { client_id } = described;
  yield* removeOrigins({ client_id });
  for (const origin of originsOf(described)) yield* addOrigin({ origin, client_id });
}

/** What a client is found by. */
function entryOf({
  client_id,
  client_name,
  owner,
  redirect_uris,
}: Pick<Client, "client_id" | "client_name" | "owner" | "redirect_uris">): Entry<
  "client_name" | "owner"
> {
  return {
    id: client_id,
    words: [client_id, client_name, owner, ...redirect_uris],
    filters: { client_name, owner },
  };
}

function documentOf({
  client_id: _id,
  client_secret_hash: _hash,
  registration_token_hash: _token,
  expires_at: _expiry,
  ...document
}: ClientDocument & Partial<NewClient>): string {
  return clientDocuments.write(document);
}

type ClientRow = RowOf<typeof columns>;

function readDocument({ client_id, document }: ClientRow): ClientDocument {
  return clientDocuments.read(client_id, document);
}

function isUnchanged(row: ClientRow, read: Client): boolean {
  return isDeepStrictEqual(fromRow(row), read);
}

function fromRow(row: ClientRow): Client {
  const { client_id, client_secret_hash, client_key, access_token_epoch } = row;
  const { registration_token_hash, expires_at } = row;
  return {
    client_id,
    ...readDocument(row),
    client_secret_hash,
    client_key,
    access_token_epoch,
    ...(registration_token_hash !== undefined && { registration_token_hash }),
    // The expiry of a metadata document does not concern those who use the client.
    ...(registration_token_hash !== undefined && expires_at !== undefined && { expires_at }),
  };
}
