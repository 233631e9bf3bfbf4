import { documents, required } from "../port/documents.ts";
import { type Column, text } from "./columns.ts";

/** A list of JSON values, of a table that errors name. */
export function jsonList<T>(table: string): Column<readonly T[]> {
  const lists = documents<{ readonly list: readonly T[] }>({
    table,
    fields: { list: required("list") },
  });
  return {
    type: "text",
    write: (list) => lists.write({ list }),
    read: (value) => lists.read("a list", text.read(value)).list,
  };
}
