import type {
  Client,
  NewClient,
  RegistrationUpdate,
  SelfRegistration,
} from "../../oauth/client.ts";
import { timestamp } from "../../oauth/timestamp.ts";
import {
  integer,
  optional,
  pick,
  replacing,
  table,
  text,
  words,
} from "../../store/database/columns.ts";
import { insertValues, names } from "../../store/database/sql.ts";
import { command, query, type Script } from "../../store/database/statement.ts";
import type { Change } from "../../store/changes.ts";
import type { ClientReplacement } from "../../store/port/client-store.ts";
import type { Listing, Page } from "../../store/port/page.ts";
import type { StoreTools } from "../../store/store-tools.ts";
import { clientObject, describeNew } from "../../store/tables/clients/client-changes.ts";
import { insertClient } from "../../store/tables/clients/client-lifecycle.ts";
import { replaceClient } from "../../store/tables/clients/client-replacement.ts";
import {
  client,
  documentInPlaceOf,
  fromRow,
  isUnchanged,
  lockClient,
} from "../../store/tables/clients/client-row.ts";

/** The clients that no operator registers. Otherwise they are stored and found as all clients are. */
export interface SelfDescribedClients {
  /**
   * Creates a client that registers itself, and counts a use of its initial access token. False when the token was deleted,
   * expired or used up meanwhile, and `full` when it has no token and there are `max_strangers` already; then nothing is
   * written.
   */
  register(
    client: NewClient,
    token: TokenUse | undefined,
    max_strangers?: number,
  ): Promise<boolean | "full">;
  /** Takes over the registration access token of a client that another server registered, unless the client has one of ours. */
  keepToken(client_id: string, registration_token_hash: string): Promise<void>;
  /**
   * As `replaceUnchanged` of all clients, by the client itself, and replaces its registration access token. Undefined also when
   * the token is no longer the one that was read.
   */
  replaceRegistration(
    read: Client,
    client: ClientReplacement,
    rotation: RegistrationRotation,
  ): Promise<Client | "changed" | undefined>;
  /**
   * Creates the client of a metadata document, or replaces its description. A client that was registered under the id is
   * returned as it is. Undefined when it was deleted meanwhile. From `expires_at` (unix seconds) on, it is swept once it has
   * no grants. `full` when it is new and there are `max_strangers` already; then nothing is written.
   */
  storeDocument(
    client: NewClient,
    expires_at: number,
    max_strangers?: number,
  ): Promise<Client | "full" | undefined>;
  /** How many clients there are that no operator registered, counted up to `max`: of documents, and registered without a token. */
  countStrangers(max: number): Promise<number>;
}

/** The use of an initial access token. `now` is in unix seconds. */
interface TokenUse {
  readonly token_id: string;
  readonly now: number;
}

/** A new registration access token, the update that it follows, and the terms of the registration. */
interface RegistrationRotation {
  readonly registration_token_hash: string;
  readonly last_update: RegistrationUpdate;
  readonly terms: SelfRegistration;
}

export interface RegistrationTokens {
  create(token: StoredRegistrationToken): Promise<void>;
  /** The token with this hash, unless it expired or was used up. */
  findUsable(token_hash: string, now: number): Promise<StoredRegistrationToken | undefined>;
  /** The newest first. */
  list(page: Page): Promise<Listing<StoredRegistrationToken>>;
  /** False when there is no such token. */
  delete(token_id: string): Promise<boolean>;
}

/** RFC 7591 §3: an initial access token, with which clients can register. Only its hash is stored. */
export interface StoredRegistrationToken {
  readonly token_id: string;
  readonly token_hash: string;
  readonly note: string;
  /** The scopes that clients registered with it may have; those of the settings when undefined. */
  readonly scope: readonly string[] | undefined;
  readonly uses: number;
  /** Undefined for any number. */
  readonly max_uses: number | undefined;
  /** Unix seconds, as is `expires_at`; undefined for never. */
  readonly created_at: number;
  readonly expires_at: number | undefined;
}

export const registration_token = table("registration_token", {
  token_id: text,
  token_hash: text,
  note: text,
  scope: optional(words),
  uses: integer,
  max_uses: optional(integer),
  created_at: integer,
  expires_at: optional(integer),
});

const { columns } = registration_token;
const insert = command({
  given: columns,
  sql: `insert into registration_token ${insertValues(columns)}`,
});
const byHash = query({
  given: { ...pick(columns, "token_hash"), now: integer },
  returns: columns,
  sql: `select ${names(columns)} from registration_token where token_hash = :token_hash
   and (expires_at is null or expires_at > :now) and (max_uses is null or uses < max_uses)`,
});
const page = query({
  given: { limit: integer, offset: integer },
  returns: columns,
  sql: `select ${names(columns)} from registration_token order by created_at desc, token_id limit :limit offset :offset`,
});
const count = query({
  returns: { total: integer },
  sql: "select count(*) as total from registration_token",
});
const remove = query({
  given: pick(columns, "token_id"),
  returns: columns,
  sql: `delete from registration_token where token_id = :token_id returning ${names(columns)}`,
});

/** Counts a use of a token, if it may still be used. Part of the script that creates the client: two servers cannot both have the last use. */
const countUse = command({
  given: { ...pick(columns, "token_id"), now: integer },
  sql: `update registration_token set uses = uses + 1 where token_id = :token_id
   and (expires_at is null or expires_at > :now) and (max_uses is null or uses < max_uses) returning token_id`,
});

export function createRegistrationTokens({ changes, database }: StoreTools): RegistrationTokens {
  return {
    async create(token) {
      const record = changes.recorder();
      await database.write(function* create() {
        yield* insert(token);
        yield* record({ action: "created", object: tokenObject(token), after: shown(token) });
      });
    },

    async findUsable(token_hash, now) {
      const [token] = await database.read(() => byHash({ token_hash, now }));
      return token;
    },

    list: ({ limit, offset }) =>
      database.read(function* list() {
        const items = yield* page({ limit, offset });
        const [counted] = yield* count({});
        return { items, total: counted?.total ?? 0 };
      }),

    delete(token_id) {
      const record = changes.recorder();
      return database.write(function* deleteToken() {
        const [removed] = yield* remove({ token_id });
        if (removed === undefined) return false;
        yield* record({ action: "deleted", object: tokenObject(removed), before: shown(removed) });
        return true;
      });
    },
  };
}

function tokenObject({ token_id }: StoredRegistrationToken): Change["object"] {
  return { type: "registration_token", id: token_id };
}

/** A token without its hash. */
function shown({ token_hash: _hash, ...token }: StoredRegistrationToken): object {
  const { created_at, expires_at } = token;
  return {
    ...token,
    created_at: timestamp(created_at),
    expires_at: expires_at && timestamp(expires_at),
  };
}

const clientColumns = client.columns;
const setToken = command({
  given: pick(clientColumns, "client_id", "registration_token_hash"),
  sql: "update client set registration_token_hash = :registration_token_hash where client_id = :client_id",
});
const setFirstToken = command({
  given: pick(clientColumns, "client_id", "registration_token_hash"),
  sql: `update client set registration_token_hash = :registration_token_hash
   where client_id = :client_id and registration_token_hash is null`,
});
const updateDocument = query({
  given: replacing(pick(clientColumns, "client_id", "document", "expires_at")),
  returns: clientColumns,
  sql: `update client set document = :document, expires_at = :expires_at
   where client_id = :client_id returning ${names(clientColumns)}`,
});
const countedStrangers = query({
  given: { max: integer },
  returns: { total: integer },
  sql: `select count(*) as total from (
     select 1 from client where described_by is not null limit :max
   ) as stranger`,
});
const lockStrangers = command({
  sql: "update revision set value = value + 1 where name = 'strangers'",
});

export function createSelfDescribedClients({
  changes,
  database,
  revision,
  client_indexes: { writeIndexes },
  onUnreadable,
  suspensions,
}: StoreTools): SelfDescribedClients {
  return {
    register(created, token, max_strangers) {
      const record = changes.recorder();
      return revision.change(function* register() {
        if (token !== undefined && (yield* countUse(token)) === 0) return false;
        if (token === undefined && !(yield* hasRoom(max_strangers))) return "full";
        const origin = token === undefined ? "registration" : undefined;
        if (!(yield* insertClient(created, writeIndexes, origin))) return false;
        yield* record({
          action: "created",
          object: clientObject(created),
          after: describeNew(created),
        });
        return true;
      });
    },

    keepToken: (client_id, registration_token_hash) =>
      revision.change(function* keepToken() {
        yield* revision.increment();
        yield* setFirstToken({ client_id, registration_token_hash });
      }),

    replaceRegistration(read, replacement, { registration_token_hash, last_update, terms }) {
      const record = changes.recorder();
      return revision.change(function* replaceRegistration() {
        const { client_id } = replacement;
        const [before] = yield* lockClient({ client_id });
        if (before === undefined) return undefined;
        if (before.registration_token_hash !== read.registration_token_hash) return undefined;
        if (!isUnchanged(before, read)) return "changed";
        yield* setToken({ client_id, registration_token_hash });
        const writing = { writeIndexes, onUnreadable, suspensions, record };
        const registration = { registration: terms, last_update };
        return yield* replaceClient(before, replacement, writing, registration);
      });
    },

    storeDocument: (described, expires_at, max_strangers) =>
      revision.change(function* storeDocument() {
        const { client_id } = described;
        const isKnown = (yield* lockClient({ client_id })).length > 0;
        if (!isKnown && !(yield* hasRoom(max_strangers))) return "full";
        const isNew = yield* insertClient({ ...described, expires_at }, writeIndexes, "document");
        const [before] = yield* lockClient({ client_id });
        if (before === undefined) return undefined;
        const stored = fromRow(before);
        if (isNew || stored.metadata_document === undefined) return stored;
        const { created_at, enabled } = stored;
        const kept = { created_at, ...(enabled !== undefined && { enabled }) };
        const document = documentInPlaceOf(before, { ...described, ...kept });
        const [after] = yield* updateDocument({ client_id, document, expires_at });
        yield* writeIndexes(described);
        return after && fromRow(after);
      }),

    countStrangers: (max) => database.read(() => countStrangers(max)),
  };
}

/** Whether there may be one more. Transactions that ask wait for one another, so that all servers together stay below. */
function* hasRoom(max: number | undefined): Script<boolean> {
  if (max === undefined) return true;
  yield* lockStrangers({});
  return (yield* countStrangers(max)) < max;
}

function* countStrangers(max: number): Script<number> {
  const [row] = yield* countedStrangers({ max });
  return row?.total ?? 0;
}
