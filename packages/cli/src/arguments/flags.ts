import { parseDuration } from "@latchkey/api";
import { type Arguments, type Options, UsageError } from "./command.ts";
import type { ProcessIo } from "../process-io.ts";

/** The last value of a flag. */
export function textOf({ flags }: Arguments, name: string): string | undefined {
  return flags.get(name)?.at(-1);
}

/** The value of a flag, of the first environment variable that has one, or the default. */
export function valueOf(
  args: Arguments,
  name: string,
  options: Options,
  { env }: ProcessIo,
): string | undefined {
  const value = textOf(args, name);
  if (value !== undefined) return value;
  const option = options[name];
  for (const variable of option?.env ?? []) {
    if ((env[variable] ?? "") !== "") return env[variable];
  }
  return option?.default;
}

/** Whether a boolean flag is set. `--flag=false` unsets it. */
export function isSet({ flags }: Arguments, name: string): boolean {
  const value = flags.get(name)?.at(-1);
  return value !== undefined && value !== "false";
}

/** All values of a flag that may be repeated or separated by commas, or its default. Undefined if there is neither. */
export function listOf(
  { flags, defaults }: Arguments,
  name: string,
): readonly string[] | undefined {
  const fallback = defaults.get(name);
  const values = flags.get(name) ?? (fallback === undefined ? undefined : [fallback]);
  return values
    ?.flatMap((value) => value.split(","))
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** An integer of at least `least`: the value of a flag, or its default. */
export function countOf(args: Arguments, name: string, least = 0): number {
  const text = textOrDefault(args, name);
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(number) && number >= least) return number;
  throw new UsageError(`--${name} takes a whole number from ${least} up, not ${text}.`);
}

/** A duration such as `90s`, `1h30m` or `0`, in milliseconds: the value of a flag, or its default. */
export function durationOf(args: Arguments, name: string): number {
  const text = textOrDefault(args, name);
  const seconds = text === "0" ? 0 : parseDuration(text);
  if (seconds === undefined)
    throw new UsageError(`--${name} takes a time such as 90s, 30m or 1h30m, not ${text}.`);
  return Math.round(seconds * 1000);
}

/** The last value of a flag, or its default; empty where it has neither. */
export function textOrDefault(args: Arguments, name: string): string {
  return textOf(args, name) ?? args.defaults.get(name) ?? "";
}

/** A positional argument; throws a UsageError with `message` if it is missing. */
export function argumentAt({ words }: Arguments, index: number, message: string): string {
  const word = words[index];
  if (word === undefined || word.trim() === "") throw new UsageError(message);
  return word;
}

/** All positional arguments; throws if there is none. */
export function allArguments(args: Arguments, message: string): readonly string[] {
  argumentAt(args, 0, message);
  return args.words;
}
