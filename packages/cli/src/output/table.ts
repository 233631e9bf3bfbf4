import { printable, widthOf } from "./text-width.ts";
import type { ProcessIo } from "../process-io.ts";

/** Aligns rows in columns, indented and separated by two spaces. */
export function columns(rows: readonly (readonly string[])[]): string {
  const cleaned = rows.map((row) => row.map((cell) => printable(cell).replaceAll("\n", " ")));
  const widths: number[] = [];
  for (const row of cleaned) {
    for (const [index, cell] of row.entries())
      widths[index] = Math.max(widths[index] ?? 0, widthOf(cell));
  }
  const pad = (cell: string, index: number): string =>
    cell + " ".repeat((widths[index] ?? 0) - widthOf(cell));
  return cleaned.map((row) => `  ${row.map(pad).join("  ").trimEnd()}\n`).join("");
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Bold text, if colours are enabled. */
export function bold(text: string, { colour }: ProcessIo): string {
  return colour ? `\u001b[1m${text}\u001b[0m` : text;
}

/** The accent colour, if colours are enabled. */
export function accent(text: string, { colour }: ProcessIo): string {
  return colour ? `\u001b[33m${text}\u001b[0m` : text;
}

/** A table with a heading row. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  io: ProcessIo,
): string {
  const [first = "", ...rest] = columns([headings, ...rows]).split(/(?<=\n)/);
  return accent(first.trimEnd(), io) + "\n" + rest.join("");
}
