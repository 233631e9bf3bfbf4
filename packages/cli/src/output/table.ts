import { escaped, printable, widthOf } from "./text-width.ts";
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

/**
 * Rows of a term and its description for a terminal of so many columns: the description is wrapped beside its term, or below it
 * where little room is left. Without a width, or with enough room, the same as `columns`.
 */
export function definitions(
  rows: readonly (readonly string[])[],
  width: number | undefined,
): string {
  if (width === undefined) return columns(rows);
  const widest = Math.max(0, ...rows.map(([term = ""]) => widthOf(term)));
  const beside = widest + 4;
  if (width - beside >= MIN_WIDTH_BESIDE) {
    return columns(
      rows.flatMap(([term = "", text = ""]) =>
        wrap(text, width - beside).map((line, index) => [index === 0 ? term : "", line]),
      ),
    );
  }
  return rows
    .map(([term = "", text = ""]) => `  ${term}\n${paragraph(text, width, "      ")}`)
    .join("");
}

const MIN_WIDTH_BESIDE = 36;

/** Text in lines that fit a width, which is that of the terminal. Without one it stays on its line. */
export function paragraph(text: string, width: number | undefined, indent = ""): string {
  if (width === undefined) return `${indent}${text}\n`;
  const lines = text.split("\n").flatMap((line) => wrap(line, width - indent.length));
  return lines.map((line) => `${indent}${line}\n`).join("");
}

/** At least one line. A word that is wider than a line has its own. */
function wrap(text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last === "") lines[lines.length - 1] = word;
    else if (widthOf(last) + 1 + widthOf(word) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

export function json(value: unknown): string {
  return `${escaped(JSON.stringify(value, null, 2))}\n`;
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
