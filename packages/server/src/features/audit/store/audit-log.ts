import { type AuditEntry, auditCallerKinds, type AuditHead } from "@latchkey/api";
import { isJsonObject } from "../../../limits/json-depth.ts";
import { integer, pick, type RowOf, text } from "../../../store/database/columns.ts";
import { createParameters, names } from "../../../store/database/sql.ts";
import { command, query, type Script } from "../../../store/database/statement.ts";
import type { StoreTools } from "../../../store/store-tools.ts";
import { audit_entry, audit_head } from "./tables.ts";

const { columns } = audit_entry;
type EntryRow = RowOf<typeof columns>;

const select = query({
  given: pick(columns, "sequence"),
  returns: columns,
  sql: `select ${names(columns)} from audit_entry where sequence = :sequence`,
});
const selectAfter = query({
  given: { after: integer, limit: integer },
  returns: columns,
  sql: `select ${names(columns)} from audit_entry where sequence > :after order by sequence limit :limit`,
});
const selectOldest = query({
  given: { limit: integer },
  returns: pick(columns, "sequence", "at_ms", "hash"),
  sql: "select sequence, at_ms, hash from audit_entry order by sequence limit :limit",
});
const removeUpTo = command({
  given: pick(columns, "sequence"),
  sql: "delete from audit_entry where sequence <= :sequence",
});
const head = query({
  returns: audit_head.columns,
  sql: `select ${names(audit_head.columns)} from audit_head where name = 'chain'`,
});
/** Before the entries are read: of two servers that drop at once, the second waits here. */
const lockHead = command({
  sql: "update audit_head set sequence = sequence where name = 'chain'",
});
const setDropped = command({
  given: pick(audit_head.columns, "dropped_sequence", "dropped_hash"),
  sql: `update audit_head set dropped_sequence = :dropped_sequence, dropped_hash = :dropped_hash
   where name = 'chain'`,
});

/** Which entries to list. What is undefined does not matter. */
export interface AuditQuery {
  readonly object_type: string | undefined;
  readonly object_id: string | undefined;
  readonly caller_id: string | undefined;
  readonly caller_kind: string | undefined;
  readonly action: string | undefined;
  readonly operation: string | undefined;
  /** Milliseconds since the epoch, as is `until_ms`. */
  readonly since_ms: number | undefined;
  readonly until_ms: number | undefined;
  readonly search: string | undefined;
  readonly before: number | undefined;
  readonly limit: number;
}

/** Who changed what. Entries are appended by `append.ts`. */
export interface AuditLog {
  /** The newest first. */
  list(wanted: AuditQuery): Promise<readonly AuditEntry[]>;
  find(sequence: number): Promise<AuditEntry | undefined>;
  /** The oldest first, those after the entry of a number. */
  listAfter(sequence: number, limit: number): Promise<readonly AuditEntry[]>;
  head(): Promise<AuditHead>;
  /**
   * Drops entries from before a time, at most `limit`, and remembers the last of them: what remains still is a chain. An entry
   * stays as long as one before it does. Returns how many were dropped.
   */
  drop(before_ms: number, limit: number): Promise<number>;
}

export function createAuditLog({ database }: Pick<StoreTools, "database">): AuditLog {
  return {
    async list(wanted) {
      return (await database.readStale(() => selectMatching(wanted))).map(fromRow);
    },

    async find(sequence) {
      const [row] = await database.read(() => select({ sequence }));
      return row && fromRow(row);
    },

    async listAfter(after, limit) {
      return (await database.read(() => selectAfter({ after, limit }))).map(fromRow);
    },

    async head() {
      const [row] = await database.read(() => head({}));
      if (row === undefined) throw new Error("The table audit_head has no row.");
      const { sequence, hash, dropped_sequence, dropped_hash } = row;
      return { sequence, hash, dropped: { sequence: dropped_sequence, hash: dropped_hash } };
    },

    async drop(before_ms, limit) {
      const [oldest] = await database.read(() => selectOldest({ limit: 1 }));
      if (oldest === undefined || oldest.at_ms >= before_ms) return 0; // Mostly: then nothing is locked.
      return database.write(function* drop() {
        yield* lockHead({});
        const rows = yield* selectOldest({ limit });
        const kept = rows.findIndex(({ at_ms }) => at_ms >= before_ms);
        const dropped = kept === -1 ? rows : rows.slice(0, kept);
        const last = dropped.at(-1);
        if (last === undefined) return 0;
        yield* removeUpTo(last);
        yield* setDropped({ dropped_sequence: last.sequence, dropped_hash: last.hash });
        return dropped.length;
      });
    },
  };
}

/** Where a text is searched. */
const searched = [
  ...(["object_id", "caller_id", "address", "request_id"] as const),
  ...["caller_name", "value_before", "value_after"].map((name) => `coalesce(${name}, '')`),
];

/** How many of the latest entries are searched for a text, which no index helps to find. */
const MAX_SEARCHED = 20_000;

/** Only the conditions that a query has are in its text, so that each text can use its index. */
function selectMatching(wanted: AuditQuery): Script<readonly EntryRow[]> {
  const { add, parameters, given } = createParameters();
  const conditions = ["1 = 1"];
  for (const name of ["object_id", "object_type", "caller_id", "caller_kind"] as const) {
    const value = wanted[name];
    if (value !== undefined) conditions.push(`${name} = ${add(text, value)}`);
  }
  for (const name of ["action", "operation"] as const) {
    const value = wanted[name];
    if (value !== undefined) conditions.push(`${name} = ${add(text, value)}`);
  }
  const { before, limit, search, since_ms, until_ms } = wanted;
  if (before !== undefined) conditions.push(`sequence < ${add(integer, before)}`);
  if (since_ms !== undefined) conditions.push(`at_ms >= ${add(integer, since_ms)}`);
  if (until_ms !== undefined) conditions.push(`at_ms < ${add(integer, until_ms)}`);
  if (search !== undefined) {
    const pattern = add(text, `%${search.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`);
    const matches = searched.map((place) => `lower(${place}) like ${pattern} escape '\\'`);
    conditions.push(
      `sequence > (select sequence from audit_head where name = 'chain') - ${MAX_SEARCHED}`,
      `(${matches.join(" or ")})`,
    );
  }
  return query({
    given: { ...parameters, limit: integer },
    returns: columns,
    sql: `select ${names(columns)} from audit_entry where ${conditions.join(" and ")}
      order by sequence desc limit :limit`,
  })({ ...given, limit });
}

function fromRow(row: EntryRow): AuditEntry {
  const { sequence, at_ms, caller_kind, caller_id: id, caller_name: name } = row;
  const { operation, address, request_id, action, object_type, object_id } = row;
  const { value_before, value_after, previous_hash, hash } = row;
  return {
    sequence,
    at: new Date(at_ms).toISOString(),
    // A kind that a newer server knows is that of the server: the hash shows what it was.
    caller: { kind: kindOf(caller_kind), id, ...(name !== undefined && { name }) },
    operation,
    address,
    request_id,
    action,
    object: { type: object_type, id: object_id },
    ...(value_before !== undefined && { before: parse(value_before) }),
    ...(value_after !== undefined && { after: parse(value_after) }),
    previous_hash,
    hash,
  };
}

function kindOf(kind: string): AuditEntry["caller"]["kind"] {
  return auditCallerKinds.find((known) => known === kind) ?? "server";
}

/** What is no JSON object was altered, and is shown as it is: the hash then differs, too. */
function parse(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    if (isJsonObject(value)) return value;
  } catch {
    // Below.
  }
  return { unreadable: json };
}
