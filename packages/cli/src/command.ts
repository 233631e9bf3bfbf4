import type { ExitCode } from "./exit-codes.ts";
import type { World } from "./world.ts";

/** A flag. Without `summary` it works and help leaves it out. */
export interface Option {
  readonly type: "text" | "boolean";
  readonly short?: string;
  readonly summary?: string;
}

/** What was typed after a command's name. A flag that came several times has several values. */
export interface Arguments {
  readonly words: readonly string[];
  readonly flags: ReadonlyMap<string, readonly string[]>;
}

/** One thing the command can do. */
export interface Command {
  /** What may follow the name, as in `[all|public|admin] [flags]`. */
  readonly usage: string;
  readonly options: Readonly<Record<string, Option>>;
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
