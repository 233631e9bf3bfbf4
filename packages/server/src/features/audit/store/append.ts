import type { AuditEntry } from "@latchkey/api";
import { canonicalJson } from "../../../crypto/canonical-json.ts";
import { linkTo } from "../../../crypto/hash-chain.ts";
import { pick, type RowOf } from "../../../store/database/columns.ts";
import { type Insertion } from "../../../store/database/sql.ts";
import { command, insertRow, newRow, query } from "../../../store/database/statement.ts";
import type { ChangeListener } from "../../../store/changes.ts";
import { entryOf, isKept } from "./recorded-change.ts";
import { audit_entry, audit_head } from "./tables.ts";

const position = pick(audit_head.columns, "sequence", "hash");
/** Locks the end of the chain: until this transaction ends, all others that change something wait here. */
const lockHead = query({
  returns: position,
  sql: "update audit_head set sequence = sequence where name = 'chain' returning sequence, hash",
});
const moveHead = command({
  given: position,
  sql: "update audit_head set sequence = :sequence, hash = :hash where name = 'chain'",
});
const rows: Insertion<typeof audit_entry.columns> = {
  table: audit_entry.name,
  columns: audit_entry.columns,
};

/** Appends an entry to the chain, in the transaction that makes the change. */
export const recordChange: ChangeListener = function* recordChange(change, cause, at_ms) {
  if (!isKept(change)) return;
  const [last] = yield* lockHead({});
  if (last === undefined) throw new Error("The table audit_head has no row.");
  const entry = linkTo(entryOf(change, cause, at_ms), last);
  yield* insertRow(newRow(rows, toRow(entry, at_ms)));
  yield* moveHead({ sequence: entry.sequence, hash: entry.hash });
};

function toRow(entry: AuditEntry, at_ms: number): RowOf<typeof audit_entry.columns> {
  const { sequence, caller, operation, address, request_id, action, object } = entry;
  const { before, after, previous_hash, hash } = entry;
  return {
    sequence,
    at_ms,
    caller_kind: caller.kind,
    caller_id: caller.id,
    caller_name: caller.name,
    operation,
    address,
    request_id,
    action,
    object_type: object.type,
    object_id: object.id,
    value_before: before && canonicalJson(before),
    value_after: after && canonicalJson(after),
    previous_hash,
    hash,
  };
}
