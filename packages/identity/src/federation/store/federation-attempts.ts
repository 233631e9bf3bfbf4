import { createHash } from "node:crypto";
import {
  type Database,
  type RowOf,
  type Sealer,
  bytes,
  command,
  documents,
  id,
  insertValues,
  integer,
  names,
  optional,
  pick,
  query,
  required,
  sealedDocuments,
  table,
  documentContexts,
  sealedColumn,
} from "@latchkey/server/feature/store";
import type { Arrival, FederationAttempts, StartedAttempt } from "./port.ts";

export const federation_attempt = table("federation_attempt", {
  attempt_id: id,
  state_hash: id,
  sealed: bytes,
  expires_at: integer,
});

export const sealedAttempts = sealedColumn(federation_attempt, {
  column: "sealed",
  key: ["attempt_id"],
  contextsOf: ({ attempt_id }) =>
    documentContexts(attempt_id, "federation attempt", "federation arrival"),
});

const { columns } = federation_attempt;
const upsert = command({
  given: columns,
  sql: `insert into federation_attempt ${insertValues(columns)} on conflict (attempt_id) do update
   set state_hash = excluded.state_hash, sealed = excluded.sealed, expires_at = excluded.expires_at`,
});
const take = query({
  given: { ...pick(columns, "attempt_id", "state_hash"), now: integer },
  returns: columns,
  sql: `delete from federation_attempt where attempt_id = :attempt_id and state_hash = :state_hash and expires_at > :now
   returning ${names(columns)}`,
});

const select = query({
  given: { ...pick(columns, "attempt_id", "state_hash"), now: integer },
  returns: columns,
  sql: `select ${names(columns)} from federation_attempt
   where attempt_id = :attempt_id and state_hash = :state_hash and expires_at > :now`,
});

const attemptDocuments = documents<Omit<StartedAttempt, "attempt_id" | "state" | "expires_at">>({
  table: "federation_attempt",
  fields: {
    provider_id: required("text"),
    binding: required("text"),
    nonce: required("text"),
    code_verifier: required("text"),
    purpose: required("object"),
  },
});

const arrivalDocuments = documents<Omit<Arrival, "arrival_id" | "expires_at">>({
  table: "federation_attempt",
  fields: {
    provider_id: required("text"),
    identity: required("object"),
    id_token: optional("text"),
    tokens: optional("object"),
  },
});

export function createFederationAttempts(database: Database, sealer: Sealer): FederationAttempts {
  const attempts = sealedDocuments("federation attempt", sealer, attemptDocuments);
  const arrivals = sealedDocuments("federation arrival", sealer, arrivalDocuments);

  const arrivalKey = (arrival_id: string, now: number) => ({
    attempt_id: arrival_id,
    state_hash: hashOf(arrival_id),
    now,
  });
  const arrivalOf = (
    arrival_id: string,
    row: RowOf<typeof columns> | undefined,
  ): Arrival | undefined => {
    const arrival = row && arrivals.open(arrival_id, row.sealed);
    return arrival && { arrival_id, expires_at: row.expires_at, ...arrival };
  };

  return {
    async start({ attempt_id, state, expires_at, ...attempt }) {
      const sealed = attempts.seal(attempt_id, attempt);
      const row = { attempt_id, state_hash: hashOf(state), sealed, expires_at };
      await database.write(() => upsert(row));
    },

    async take(attempt_id, state, now) {
      const key = { attempt_id, state_hash: hashOf(state), now };
      const [row] = await database.write(() => take(key));
      const attempt = row && attempts.open(attempt_id, row.sealed);
      return attempt && { attempt_id, state, expires_at: row.expires_at, ...attempt };
    },

    async arrive({ arrival_id, expires_at, ...arrival }) {
      const sealed = arrivals.seal(arrival_id, arrival);
      const row = { attempt_id: arrival_id, state_hash: hashOf(arrival_id), sealed, expires_at };
      await database.write(() => upsert(row));
    },

    async findArrival(arrival_id, now) {
      const [row] = await database.read(() => select(arrivalKey(arrival_id, now)));
      return arrivalOf(arrival_id, row);
    },

    async takeArrival(arrival_id, now) {
      const [row] = await database.write(() => take(arrivalKey(arrival_id, now)));
      return arrivalOf(arrival_id, row);
    },
  };
}

function hashOf(state: string): string {
  return createHash("sha256").update(state).digest("base64url");
}
