import { randomInt } from "node:crypto";
import type { NewClient } from "../../../oauth/client.ts";
import { pick } from "../../database/columns.ts";
import { insertValues, names } from "../../database/sql.ts";
import { command, query, type Script } from "../../database/statement.ts";
import type { Clients } from "../../port/client-store.ts";
import type { StoreTools } from "../../store-tools.ts";
import { clientObject, describeNew, describeRow } from "./client-changes.ts";
import type { WriteIndexes } from "./client-indexes.ts";
import { client, type ClientRow, documentOf } from "./client-row.ts";

const { columns } = client;
const byKey = pick(columns, "client_id");
const insert = command({
  given: columns,
  sql: `insert into client ${insertValues(columns)} on conflict (client_id) do nothing returning client_id`,
});
const removeExpiry = command({
  given: byKey,
  sql: "update client set expires_at = null where client_id = :client_id and registration_token_hash is not null returning client_id",
});
const remove = query({
  given: byKey,
  returns: columns,
  sql: `delete from client where client_id = :client_id returning ${names(columns)}`,
});
const setEpoch = command({
  given: pick(columns, "client_id", "access_token_epoch"),
  sql: `update client set access_token_epoch = :access_token_epoch where client_id = :client_id returning client_id`,
});

/** How clients come to be, and how they and their access tokens end. */
export function createClientLifecycle({
  changes,
  client_indexes: { writeIndexes },
  onUnreadable,
  revision,
  suspensions,
}: StoreTools): Pick<Clients, "create" | "keep" | "delete" | "revokeAccessTokens"> {
  return {
    create(created) {
      const record = changes.recorder();
      return revision.change(function* create() {
        if (!(yield* insertClient(created, writeIndexes))) return false;
        const { client_id, enabled } = created;
        if (enabled === false) yield* suspensions.suspend("client", client_id);
        yield* record({
          action: "created",
          object: clientObject(created),
          after: describeNew(created),
        });
        return true;
      });
    },

    keep: (client_id) =>
      revision.change(function* keep() {
        const kept = yield* removeExpiry({ client_id });
        if (kept > 0) yield* revision.increment();
      }),

    delete(client_id) {
      const record = changes.recorder();
      return revision.change(function* deleteClient() {
        const [removed] = yield* remove({ client_id });
        yield* revision.increment();
        if (removed === undefined) return false;
        yield* suspensions.resume("client", client_id);
        const before = describeRow(removed, onUnreadable);
        yield* record({ action: "deleted", object: clientObject(removed), before });
        return true;
      });
    },

    revokeAccessTokens(client_id) {
      const record = changes.recorder();
      return revision.change(function* revokeAccessTokens() {
        const updated = yield* setEpoch({ client_id, access_token_epoch: randomNumber() });
        yield* revision.increment();
        if (updated === 0) return false;
        yield* record({ action: "tokens_revoked", object: clientObject({ client_id }) });
        return true;
      });
    },
  };
}

/**
 * Inserts a client, as part of a transaction. False when the id is taken. `described_by` says how a stranger described it, who
 * counts against the limit of them.
 */
export function* insertClient(
  created: NewClient,
  writeIndexes: WriteIndexes,
  described_by?: "registration" | "document",
): Script<boolean> {
  const inserted = yield* insert({ ...rowOfNew(created), described_by });
  if (inserted === 0) return false;
  yield* writeIndexes(created);
  return true;
}

/** The row of a new client that an operator registered. */
export function rowOfNew(created: NewClient): ClientRow {
  return {
    client_id: created.client_id,
    document: documentOf(created),
    client_secret_hash: created.client_secret_hash,
    client_key: randomNumber(),
    access_token_epoch: randomNumber(),
    registration_token_hash: created.registration_token_hash,
    expires_at: created.expires_at,
    described_by: undefined,
  };
}

/** Keys and epochs are random, not counted, so that a client created again under an old id inherits no token or grant. */
function randomNumber(): number {
  return randomInt(2 ** 47);
}
