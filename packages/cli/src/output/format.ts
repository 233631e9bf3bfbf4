import type { Listing } from "../arguments/pagination.ts";
import type { Arguments, Options } from "../arguments/command.ts";
import { isSet, textOf } from "../arguments/flags.ts";
import { columns, json, table } from "./table.ts";
import { printable } from "./text-width.ts";
import type { ProcessIo } from "../process-io.ts";
import { toYaml } from "./yaml.ts";

/** Output formats. */
export type Format = "table" | "json" | "yaml";

const formats: readonly Format[] = ["table", "json", "yaml"];

/** Flags that select the output format. */
export function formatOptions(fallback: Format, quiet?: string): Options {
  return {
    format: {
      type: "text",
      default: fallback,
      values: formats,
      summary: "Output format: table, json or yaml.",
    },
    ...(quiet !== undefined && { quiet: { type: "boolean", short: "q", summary: quiet } }),
    json: { type: "boolean" }, // short for --format json
    output: { type: "text", short: "o", values: [...formats, "text"] }, // --format under its name in other tools
  };
}

/** Columns of a table by heading. The first one identifies the item. */
export type View<Item> = Readonly<Record<string, (item: Item) => string>>;

/** The selected format, or the default of the command. */
export function formatOf(args: Arguments): Format {
  if (isSet(args, "json")) return "json";
  const selected = textOf(args, "output") ?? textOf(args, "format") ?? args.defaults.get("format");
  return formats.find((format) => format === selected) ?? "table";
}

/** Prints machine-readable output. */
export function write(value: unknown, format: "json" | "yaml", io: ProcessIo): void {
  io.out(format === "json" ? json(value) : toYaml(value));
}

/** How a list is shown. */
export interface ListView<Item> {
  readonly view: View<Item>;
  /** The message in place of an empty table. */
  readonly empty?: string;
}

/** Prints a list, then its hint on standard error, where it does not scroll away. */
export function showList<Item>(
  list: readonly Item[] | Listing<Item>,
  list_view: ListView<Item>,
  args: Arguments,
  io: ProcessIo,
): void {
  const { items, hint }: Listing<Item> = "items" in list ? list : { items: list };
  printItems(items, list_view, args, io);
  if (hint !== undefined) io.err(`${hint}\n`);
}

function printItems<Item>(
  items: readonly Item[],
  { view, empty = "" }: ListView<Item>,
  args: Arguments,
  io: ProcessIo,
): void {
  const [name = () => ""] = Object.values(view);
  const format = formatOf(args);
  if (isSet(args, "quiet"))
    return io.out(items.map((item) => `${printable(name(item))}\n`).join(""));
  if (format !== "table") return write(items, format, io);
  if (items.length === 0) return io.err(`${empty}\n`);
  const cells = items.map((item) => Object.values(view).map((cell) => cell(item)));
  io.out(table(Object.keys(view), cells, io));
}

/** Prints one item. In a table, empty fields are left out. */
export function showOne<Item>(item: Item, view: View<Item>, args: Arguments, io: ProcessIo): void {
  const [name = () => ""] = Object.values(view);
  const format = formatOf(args);
  if (isSet(args, "quiet")) return io.out(`${printable(name(item))}\n`);
  if (format !== "table") return write(item, format, io);
  const rows = Object.entries(view)
    .map(([heading, cell]) => [heading.toLowerCase(), cell(item)])
    .filter(([, text]) => text !== "");
  io.out(columns(rows));
}

/** Warns that a secret is shown only once, or was not shown. */
export function warnAboutSecret(
  what: string,
  args: Arguments,
  io: ProcessIo,
  command = "rotate-secret",
): void {
  io.err(
    isSet(args, "quiet")
      ? `${what} was not shown because of --quiet. If you need it, create a new one with ${command}.\n`
      : `${what} is shown only once. Store it now: it cannot be displayed again.\n`,
  );
}
