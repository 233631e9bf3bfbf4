import type { Insertion, Value } from "./script.ts";

/** The values that no two rows share, as one text. */
export function conflictKey({ columns, on_conflict }: Insertion, values: readonly Value[]): string {
  const names = Object.keys(columns);
  return (on_conflict?.key ?? names)
    .map((name) => textOf(values[names.indexOf(name)] ?? null))
    .join(" ");
}

/** A value that can be a key of a map. */
export function textOf(value: Value): string {
  if (!(value instanceof Uint8Array)) return String(value);
  const { buffer, byteOffset, byteLength } = value;
  return Buffer.from(buffer, byteOffset, byteLength).toString("latin1"); // A view: Buffer.from(value) would copy it first.
}
