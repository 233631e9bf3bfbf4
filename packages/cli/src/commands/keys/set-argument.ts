import type { Arguments } from "../../arguments/command.ts";
import { argumentAt } from "../../arguments/flags.ts";

/** The name of the key set, which is the first argument of every command about keys. */
export function setArgument(args: Arguments): string {
  return argumentAt(args, 0, "Missing argument: the name of the key SET.");
}
