import { oneOf, optional, type RowOf, text } from "../../../store/database/columns.ts";
import type { Creator } from "../rules/records.ts";

/** Who created a record, in its row. */
export const creatorColumns = {
  created_by_kind: oneOf("api_key", "account", "local"),
  created_by_id: text,
  created_by_name: optional(text),
};

export function toCreatorRow({ kind, id, name }: Creator): RowOf<typeof creatorColumns> {
  return { created_by_kind: kind, created_by_id: id, created_by_name: name };
}

export function fromCreatorRow(row: RowOf<typeof creatorColumns>): Creator {
  const { created_by_kind: kind, created_by_id: id, created_by_name: name } = row;
  return { kind, id, ...(name !== undefined && { name }) };
}
