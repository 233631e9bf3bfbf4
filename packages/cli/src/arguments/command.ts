import type { ExitCode } from "../output/exit-codes.ts";
import type { ProcessIo } from "../process-io.ts";

/** A flag. Without `summary` it is accepted but not listed in help. */
export interface Option {
  readonly type: "text" | "boolean";
  readonly short?: string;
  readonly summary?: string;
  /** Default value, as it would be typed. */
  readonly default?: string;
  /** Environment variables to use if the flag is absent, in order of precedence. */
  readonly env?: readonly string[];
  /** Allowed values. */
  readonly values?: readonly string[];
  /** The field of the API that the flag sets, where its name is another one: for suggestions. */
  readonly field?: string;
  /** The heading in help, for commands with many flags. */
  readonly section?: string;
  /** Separator of several values in one argument. */
  readonly separator?: RegExp;
}

export type Options = Readonly<Record<string, Option>>;

/** Parsed command line. A repeated flag has several values. */
export interface Arguments {
  readonly words: readonly string[];
  readonly flags: ReadonlyMap<string, readonly string[]>;
  /** The defaults of the flags that have one, by name. */
  readonly defaults: ReadonlyMap<string, string>;
}

/** A command, such as `latchkey clients create`. */
export interface Command {
  /** Syntax after the name, such as `[all|public|admin] [flags]`. */
  readonly usage: string;
  readonly options: Options;
  /** Maximum number of positional arguments. */
  readonly max_arguments: number;
  /** Shown at the end of the help text. */
  readonly note?: string;
  readonly examples: readonly string[];
  readonly run: (args: Arguments, io: ProcessIo) => Promise<ExitCode>;
}

/** Invalid usage of a command. The message states the correct usage. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
