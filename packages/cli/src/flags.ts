import { type Arguments, type Options, UsageError } from "./command.ts";
import type { World } from "./world.ts";

/** The last value of a flag. */
export function textOf({ flags }: Arguments, name: string): string | undefined {
  return flags.get(name)?.at(-1);
}

/** The value of a flag, of the first environment variable that has one, or the default. */
export function valueOf(
  given: Arguments,
  name: string,
  options: Options,
  { env }: World,
): string | undefined {
  const said = textOf(given, name);
  if (said !== undefined) return said;
  const option = options[name];
  for (const variable of option?.env ?? []) {
    if ((env[variable] ?? "") !== "") return env[variable];
  }
  return option?.default;
}

/** Whether a flag without a value is there. `--flag=false` takes it back. */
export function isSaid({ flags }: Arguments, name: string): boolean {
  const value = flags.get(name)?.at(-1);
  return value !== undefined && value !== "false";
}

/** Every value of a flag that may be repeated or joined by commas. Undefined when it is not there. */
export function listOf({ flags }: Arguments, name: string): readonly string[] | undefined {
  return flags
    .get(name)
    ?.flatMap((value) => value.split(","))
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** A whole number from `least` up. */
export function countOf(given: Arguments, name: string, fallback: number, least = 0): number {
  const text = textOf(given, name);
  if (text === undefined) return fallback;
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(number) && number >= least) return number;
  throw new UsageError(`--${name} takes a whole number from ${least} up, not ${text}.`);
}

/** A time such as `90s`, `1h30m` or `0`, in milliseconds. */
export function durationOf(given: Arguments, name: string, fallback_ms: number): number {
  const text = textOf(given, name);
  if (text === undefined) return fallback_ms;
  if (text === "0") return 0;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== text)
    throw new UsageError(`--${name} takes a time such as 90s, 30m or 1h30m, not ${text}.`);
  return parts.reduce(
    (total, [, number, unit = ""]) => total + Number(number) * (UNITS[unit] ?? 0),
    0,
  );
}

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

/** The word at a place, or a sentence that asks for it. */
export function wordAt({ words }: Arguments, index: number, request: string): string {
  const word = words[index];
  if (word === undefined || word.trim() === "") throw new UsageError(request);
  return word;
}

/** All words, at least one. */
export function wordsOf(given: Arguments, request: string): readonly string[] {
  wordAt(given, 0, request);
  return given.words;
}
