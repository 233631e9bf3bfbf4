import type { ExitCode } from "./exit-codes.ts";
import type { World } from "./world.ts";

/** A flag. Without `summary` it works and help leaves it out. */
export interface Option {
  readonly type: "text" | "boolean";
  readonly short?: string;
  readonly summary?: string;
  /** What holds when the flag is not there, as help tells it. */
  readonly default?: string;
  /** The environment variables that are asked when the flag is not there, the first of them first. */
  readonly env?: readonly string[];
  /** The only values there are. */
  readonly values?: readonly string[];
  /** What stands between several of them in one word. */
  readonly separator?: RegExp;
}

/** Flags by name. */
export type Options = Readonly<Record<string, Option>>;

/** What was typed after a command's name. A flag that came several times has several values. */
export interface Arguments {
  readonly words: readonly string[];
  readonly flags: ReadonlyMap<string, readonly string[]>;
}

/** One thing the command can do. */
export interface Command {
  /** What may follow the name, as in `[all|public|admin] [flags]`. */
  readonly usage: string;
  readonly options: Options;
  /** How many words may follow the name. */
  readonly most_words: number;
  /** What help says at its end. */
  readonly note?: string;
  readonly examples: readonly string[];
  readonly run: (given: Arguments, world: World) => Promise<ExitCode>;
}

/** A command was used in a way it does not know; the message says what to type instead. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
