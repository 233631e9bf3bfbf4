import { hash } from "node:crypto";
import { type NewRow, newRow } from "@latchkey/server/feature/store";
import { digest } from "../keys.ts";
import { recordKey } from "../record-key.ts";
import type { RecordKind, TakenRecord } from "../record.ts";
import { recordRows } from "../tables.ts";

/** The row that says that a record was carried. */
export function rememberedRow(
  record: TakenRecord,
  state: string,
  expires_at: number,
  mark?: string,
): NewRow {
  const { kind } = record;
  const source_key = recordKey(record);
  return newRow(recordRows, {
    record_key: rowKey(kind, source_key),
    kind,
    source_key,
    fingerprint: fingerprintOf(record),
    state,
    mark,
    expires_at,
  });
}

/** The key of a row of `taken_record`. */
export function rowKey(kind: RecordKind, source_key: string): Uint8Array {
  return digest(`${kind}\0${source_key}`);
}

/** Another text whenever the record is another, whatever the order of its fields. */
export function fingerprintOf(record: TakenRecord): string {
  return hash("sha256", JSON.stringify(sorted(record)), "base64url");
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, field]) => [name, sorted(field)]);
}
