import { parseArgs } from "node:util";

import { UsageError, type Arguments, type Command, type Option, type Options } from "./command.ts";
import { suggest } from "./suggestion.ts";

/** Parses a command line. `--flag=value` and `--flag value` are equivalent. */
export async function parseArguments(
  typed: readonly string[],
  command: Command,
): Promise<Arguments> {
  const { options } = command;
  const { tokens } = parseArgs({
    args: [...typed],
    options: Object.fromEntries(Object.entries(options).map(toNodeOption)),
    strict: false, // Errors are reported below, with suggestions.
    tokens: true,
  });
  const words: string[] = [];
  const flags = new Map<string, readonly string[]>();
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined) {
      const suggestion = await suggest(name, flagsByName(options), "--");
      throw new UsageError(`Unknown flag ${rawName}${suggestion}`);
    }
    const value = token.value ?? (option.type === "boolean" ? "true" : undefined);
    if (value === undefined) throw new UsageError(`${rawName} needs a value.`);
    const unknown = unknownValue(value, option);
    if (unknown !== undefined)
      throw new UsageError(
        `${rawName} takes ${alternatives(option.values ?? [])}, not ${unknown}.`,
      );
    flags.set(name, [...(flags.get(name) ?? []), value]);
  }
  const excess = words[command.max_arguments];
  if (excess !== undefined) throw new UsageError(`${excess} is an unexpected argument.`);
  return { words, flags, defaults: defaultsOf(options) };
}

/** The flags by their own names, and by those of the fields that they set. */
function flagsByName(options: Options): ReadonlyMap<string, string> {
  const flags = Object.entries(options);
  return new Map([
    ...flags.flatMap(([flag, { field }]): [string, string][] =>
      field === undefined ? [] : [[field.replaceAll("_", "-"), flag]],
    ),
    ...flags.map(([flag]): [string, string] => [flag, flag]),
  ]);
}

function defaultsOf(options: Options): ReadonlyMap<string, string> {
  const given = Object.entries(options).flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return new Map(given);
}

function unknownValue(value: string, { values, separator }: Option): string | undefined {
  if (values === undefined) return undefined;
  const items = separator === undefined ? [value] : value.split(separator).filter(Boolean);
  return items.find((item) => !values.includes(item));
}

/** Values in a sentence: `basic or post`. */
export function alternatives(values: readonly string[]): string {
  return [values.slice(0, -1).join(", "), values.at(-1)].join(" or ");
}

type NodeOption = { type: "string" | "boolean"; short?: string };

function toNodeOption([name, { type, short }]: [string, Option]): [string, NodeOption] {
  const nodeType = type === "text" ? "string" : "boolean";
  return [name, short === undefined ? { type: nodeType } : { type: nodeType, short }];
}
