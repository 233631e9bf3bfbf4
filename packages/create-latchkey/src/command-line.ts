import { parseArgs } from "node:util";
import { isKind, kinds } from "./kinds.ts";

/** What the command line asks for. */
export type CommandLine =
  | { readonly action: "help" }
  | { readonly action: "version" }
  | ({ readonly action: "create" } & WantedProject);

/** A project as far as the command line describes it. */
export interface WantedProject {
  readonly folder?: string;
  readonly kind?: string;
  /** A folder of tarballs to take the packages of Latchkey from. */
  readonly packages?: string;
}

/** A command line that cannot be understood. The message names what is wrong and what is possible. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Reads the command line; throws a UsageError. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parse(args);
  if (values.help === true) return { action: "help" };
  if (values.version === true) return { action: "version" };
  const [folder, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(`One folder is expected, not ${positionals.length}.`);
  const { kind, packages } = values;
  if (kind !== undefined && !isKind(kind))
    throw new UsageError(`There is no kind ${kind}. The kinds are ${namesOfKinds()}.`);
  return {
    action: "create",
    ...(folder !== undefined && { folder }),
    ...(kind !== undefined && { kind }),
    ...(packages !== undefined && { packages }),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        kind: { type: "string", short: "k" },
        packages: { type: "string" },
        help: { type: "boolean", short: "h" },
        version: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** The names of all kinds, for a sentence. */
export function namesOfKinds(): string {
  return Object.keys(kinds).join(", ");
}

/** The text of `--help`. */
export function helpText(): string {
  const rows = Object.entries(kinds).map(
    ([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`,
  );
  return `Creates a project for the Latchkey authorization server.

Usage: create-latchkey [FOLDER] [--kind KIND] [--packages FOLDER]

FOLDER must be empty or not exist. What is left out is asked for at a terminal.

Kinds:
${rows.join("\n")}

Flags:
  -k, --kind KIND        the kind of project
      --packages FOLDER  takes the packages of Latchkey from the tarballs in this folder, as npm run pack writes them
  -h, --help             prints this help
      --version          prints the version

Example:
  create-latchkey photos --kind web
`;
}
