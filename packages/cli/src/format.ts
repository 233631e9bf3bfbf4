import type { Arguments, Options } from "./command.ts";
import { isSaid, textOf } from "./flags.ts";
import { columns, json, table } from "./output.ts";
import { printable } from "./text-width.ts";
import type { World } from "./world.ts";
import { yaml } from "./yaml.ts";

/** How an answer can be written. */
export type Format = "table" | "json" | "yaml";

const formats: readonly Format[] = ["table", "json", "yaml"];

/** The flags of a command that answers with something, and what it answers with when they are not there. */
export function formatOptions(fallback: Format, quiet?: string): Options {
  return {
    format: {
      type: "text",
      default: fallback,
      values: formats,
      summary: "How to write the answer: table, json or yaml.",
    },
    ...(quiet !== undefined && { quiet: { type: "boolean", short: "q", summary: quiet } }),
    json: { type: "boolean" }, // short for --format json
  };
}

/** How something is shown in a table: the columns, by heading, the one that names it first. */
export type View<Item> = Readonly<Record<string, (item: Item) => string>>;

/** The format the flags ask for. */
export function formatOf(given: Arguments, fallback: Format): Format {
  if (isSaid(given, "json")) return "json";
  const said = textOf(given, "format");
  return formats.find((format) => format === said) ?? fallback;
}

/** Writes a value for programs. */
export function write(value: unknown, format: "json" | "yaml", world: World): void {
  world.out(format === "json" ? json(value) : yaml(value));
}

/** Writes a list, and in its place a sentence on standard error when a person would see nothing. */
export function showList<Item>(
  items: readonly Item[],
  view: View<Item>,
  empty: string,
  given: Arguments,
  world: World,
): void {
  const [name = () => ""] = Object.values(view);
  const format = formatOf(given, "table");
  if (isSaid(given, "quiet"))
    return world.out(items.map((item) => `${printable(name(item))}\n`).join(""));
  if (format !== "table") return write(items, format, world);
  if (items.length === 0) return world.err(`${empty}\n`);
  const cells = items.map((item) => Object.values(view).map((cell) => cell(item)));
  world.out(table(Object.keys(view), cells, world));
}

/** Writes one thing. In a table, what it does not have is left out. */
export function showOne<Item>(
  item: Item,
  view: View<Item>,
  fallback: Format,
  given: Arguments,
  world: World,
): void {
  const [name = () => ""] = Object.values(view);
  const format = formatOf(given, fallback);
  if (isSaid(given, "quiet")) return world.out(`${printable(name(item))}\n`);
  if (format !== "table") return write(item, format, world);
  const rows = Object.entries(view)
    .map(([heading, cell]) => [heading.toLowerCase(), cell(item)])
    .filter(([, text]) => text !== "");
  world.out(columns(rows));
}

/** A secret was shown, and will not be again. */
export function warnOfSecret(
  what: string,
  given: Arguments,
  world: World,
  command = "rotate-secret",
): void {
  world.err(
    isSaid(given, "quiet")
      ? `${what} was not shown, because of --quiet. Give it a new one with ${command} when you need it.\n`
      : `${what} is shown this once. Keep it now: nobody can show it again.\n`,
  );
}
