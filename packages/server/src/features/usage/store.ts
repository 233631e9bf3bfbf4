import { hash } from "node:crypto";
import { id, integer, pick, table, text } from "../../store/database/columns.ts";
import type { Insertion } from "../../store/database/sql.ts";
import { newRow, query } from "../../store/database/statement.ts";
import type { StoreTools } from "../../store/store-tools.ts";

export const client_usage = table("client_usage", {
  client_id: text,
  /** Of the day and the request. */
  usage_id: id,
  request: text,
  requests: integer,
  expires_at: integer,
});

const { columns } = client_usage;
const rows: Insertion<typeof columns> = {
  table: client_usage.name,
  columns,
  on_conflict: {
    key: ["client_id", "usage_id"],
    set: "requests = client_usage.requests + excluded.requests, expires_at = excluded.expires_at",
  },
};
const counted = pick(columns, "client_id", "request", "requests");
const SUM =
  "select client_id, request, cast(sum(requests) as bigint) as requests from client_usage";
const ofClient = query({
  given: { client_id: text, now: integer, limit: integer },
  returns: counted,
  sql: `${SUM} where client_id = :client_id and expires_at > :now group by client_id, request
    order by request limit :limit`,
});
const ofAll = query({
  given: { now: integer, limit: integer },
  returns: counted,
  sql: `${SUM} where expires_at > :now group by client_id, request
    order by client_id, request limit :limit`,
});

/** How often a client made a request. */
export interface CountedRequest {
  readonly client_id: string;
  /** As it is stored; empty for those that were too different from each other to be counted one by one. */
  readonly request: string;
  readonly requests: number;
}

export interface Usage {
  /** Adds the counts of a day, a number since the epoch. */
  add(counts: readonly CountedRequest[], day: number, expires_at: number): Promise<void>;
  /** What a client requested, or all clients. At most so many rows. */
  list(
    client_id: string | undefined,
    now: number,
    limit: number,
  ): Promise<readonly CountedRequest[]>;
}

export function createUsage({ database }: Pick<StoreTools, "database">): Usage {
  return {
    add: (counts, day, expires_at) =>
      database.insert(
        ...counts.map((count) =>
          newRow(rows, { ...count, usage_id: usageId(count, day), expires_at }),
        ),
      ),
    list: (client_id, now, limit) =>
      database.readStale(() =>
        client_id === undefined ? ofAll({ now, limit }) : ofClient({ client_id, now, limit }),
      ),
  };
}

const ID_BYTES = 16;

/** Clean-up knows rows by this alone, so the client is part of it. */
function usageId({ client_id, request }: CountedRequest, day: number): string {
  const digest = hash("sha256", JSON.stringify([client_id, day, request]), "buffer");
  return digest.subarray(0, ID_BYTES).toString("base64url");
}
