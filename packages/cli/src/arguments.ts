import { parseArgs } from "node:util";

import { UsageError, type Arguments, type Command, type Option } from "./command.ts";
import { suggest } from "./suggestion.ts";

/** Reads what was typed, as the command understands it. `--flag=value` and `--flag value` mean the same. */
export async function parseArguments(
  typed: readonly string[],
  command: Command,
): Promise<Arguments> {
  const { options } = command;
  const { tokens } = parseArgs({
    args: [...typed],
    options: Object.fromEntries(Object.entries(options).map(toNodeOption)),
    strict: false, // so that the mistakes below are explained in our words
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
      const suggestion = await suggest(name, Object.keys(options), "--");
      throw new UsageError(`There is no flag ${rawName}${suggestion}`);
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
  const excess = words[command.most_words];
  if (excess !== undefined) throw new UsageError(`${excess} is one word too many.`);
  return { words, flags };
}

function unknownValue(value: string, { values, separator }: Option): string | undefined {
  if (values === undefined) return undefined;
  const items = separator === undefined ? [value] : value.split(separator).filter(Boolean);
  return items.find((item) => !values.includes(item));
}

function alternatives(values: readonly string[]): string {
  return [values.slice(0, -1).join(", "), values.at(-1)].join(" or ");
}

type NodeOption = { type: "string" | "boolean"; short?: string };

function toNodeOption([name, { type, short }]: [string, Option]): [string, NodeOption] {
  const nodeType = type === "text" ? "string" : "boolean";
  return [name, short === undefined ? { type: nodeType } : { type: nodeType, short }];
}
