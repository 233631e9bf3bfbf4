import { read } from "./files.ts";

/** The names of the latchkey commands. The package of the command is above this one, so its table is read as text. */
export const commandNames: ReadonlySet<string> = new Set(
  [...read("packages/cli/src/commands/commands.ts").matchAll(/^ {2}"?([\w -]+?)"?: \{$/gm)].map(
    ([, name = ""]) => name,
  ),
);
