import { randomInt } from "node:crypto";
import type { NewClient } from "../../../oauth/client.ts";
import { pick } from "../../database/columns.ts";
import { insertValues, names } from "../../database/sql.ts";
import { command, query, type Script } from "../../database/statement.ts";
import type { Clients } from "../../port/client-store.ts";
import { useRegistrationToken } from "../registration-tokens.ts";
import { countStrangers, hasRoom } from "./stranger-count.ts";
import type { Database } from "../../database/database.ts";
import type { Revision } from "../revision.ts";
import type { WriteIndexes } from "./client-indexes.ts";
import { client, documentOf, fromRow, lockClient } from "./client-row.ts";

const { columns } = client;
const by_key = pick(columns, "client_id");
const insert = command({
  given: columns,
  sql: `insert into client ${insertValues(columns)} on conflict (client_id) do nothing returning client_id`,
});
const updateDocument = query({
  given: pick(columns, "client_id", "document", "expires_at"),
  returns: columns,
  sql: `update client set document = :document, expires_at = :expires_at
   where client_id = :client_id returning ${names(columns)}`,
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

/** How a stranger described a client. */
type Description = "registration" | "document";

/** How clients come to be, and how they and their access tokens end. */
export function createClientLifecycle(
  database: Database,
  revision: Revision,
  writeIndexes: WriteIndexes,
): Pick<
  Clients,
  | "create"
  | "register"
  | "storeDocument"
  | "countStrangers"
  | "keep"
  | "delete"
  | "revokeAccessTokens"
> {
  /** Inserts a client. False when the id is taken. */
  function* insertNew(created: NewClient, described_by?: Description): Script<boolean> {
    const inserted = yield* insert({
      client_id: created.client_id,
      document: documentOf(created),
      client_secret_hash: created.client_secret_hash,
      client_key: randomNumber(),
      access_token_epoch: randomNumber(),
      registration_token_hash: created.registration_token_hash,
      expires_at: created.expires_at,
      described_by,
    });
    if (inserted === 0) return false;
    yield* writeIndexes(created);
    return true;
  }

  return {
    create: (created) => revision.change(() => insertNew(created)),

    register: (created, token, max_strangers) =>
      revision.change(function* register() {
        if (token !== undefined)
          return (yield* useRegistrationToken(token)) > 0 && (yield* insertNew(created));
        if (!(yield* hasRoom(max_strangers))) return "full";
        return yield* insertNew(created, "registration");
      }),

    storeDocument: (described, expires_at, max_strangers) =>
      revision.change(function* storeDocument() {
        const { client_id } = described;
        const isKnown = (yield* lockClient({ client_id })).length > 0;
        if (!isKnown && !(yield* hasRoom(max_strangers))) return "full";
        const is_new = yield* insertNew({ ...described, expires_at }, "document");
        const [before] = yield* lockClient({ client_id });
        const stored = before && fromRow(before);
        if (is_new || stored?.metadata_document === undefined) return stored;
        const document = documentOf({ ...described, created_at: stored.created_at });
        const [after] = yield* updateDocument({ client_id, document, expires_at });
        yield* writeIndexes(described);
        return after && fromRow(after);
      }),

    countStrangers: (max) => database.read(() => countStrangers(max)),

    keep: (client_id) =>
      revision.change(function* keep() {
        const kept = yield* removeExpiry({ client_id });
        if (kept > 0) yield* revision.increment();
      }),

    delete: (client_id) =>
      revision.change(function* deleteClient() {
        const removed = yield* remove({ client_id });
        yield* revision.increment();
        return removed > 0;
      }),

    revokeAccessTokens: (client_id) =>
      revision.change(function* revokeAccessTokens() {
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
