import { printable, widthOf } from "./text-width.ts";
import type { World } from "./world.ts";

/** Rows as columns, two spaces in and two between. */
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

/** A value for machines to read. */
export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Makes words stand out, where there is somebody to see it. */
export function bold(text: string, { colour }: World): string {
  return colour ? `\u001b[1m${text}\u001b[0m` : text;
}

/** The one colour there is, for what the eye should find first. */
export function accent(text: string, { colour }: World): string {
  return colour ? `\u001b[33m${text}\u001b[0m` : text;
}

/** Columns under headings. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  world: World,
): string {
  const [first = "", ...rest] = columns([headings, ...rows]).split(/(?<=\n)/);
  return accent(first.trimEnd(), world) + "\n" + rest.join("");
}
