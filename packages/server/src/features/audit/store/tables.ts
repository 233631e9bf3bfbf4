import { integer, optional, table, text } from "../../../store/database/columns.ts";

export const audit_entry = table("audit_entry", {
  sequence: integer,
  at_ms: integer,
  caller_kind: text,
  caller_id: text,
  caller_name: optional(text),
  operation: text,
  address: text,
  request_id: text,
  action: text,
  object_type: text,
  object_id: text,
  /** JSON, as is `value_after`. */
  value_before: optional(text),
  value_after: optional(text),
  previous_hash: text,
  hash: text,
});

/** Its only row: the last entry, and the last one that was dropped. */
export const audit_head = table("audit_head", {
  name: text,
  sequence: integer,
  hash: text,
  dropped_sequence: integer,
  dropped_hash: text,
});
