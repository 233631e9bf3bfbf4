import type { Client } from "@latchkey/client";

import type { Command } from "../arguments/command.ts";
import { allArguments } from "../arguments/flags.ts";
import { adminOptions, connectAdmin } from "../connection/connection.ts";
import { forEachName } from "../output/for-each.ts";

/** What can be disabled by its name, and what becomes of its access. */
interface Disableable {
  readonly argument: string;
  readonly missing: string;
  readonly example: string;
  readonly disabled: string;
  readonly enabled: string;
  /** Returns what it is called. */
  readonly set: (name: string, enabled: boolean, latchkey: Client) => Promise<string>;
}

/** The commands that disable and enable something again. */
export function enablingCommands(
  one: Disableable,
): Readonly<Record<"disable" | "enable", Command>> {
  const command = (verb: "disable" | "enable"): Command => ({
    usage: `${one.argument}... [flags]`,
    options: adminOptions,
    max_arguments: Infinity,
    note: verb === "disable" ? one.disabled : one.enabled,
    examples: [`latchkey ${one.example.replace("VERB", verb)}`],
    run: async (args, io) => {
      const names = allArguments(args, one.missing);
      const latchkey = connectAdmin(args, io);
      const [doing, done] =
        verb === "disable" ? ["Disabling", "Disabled"] : ["Enabling", "Enabled"];
      return forEachName(names, doing, io, async (name) => {
        return `${done} ${await one.set(name, verb === "enable", latchkey)}.\n`;
      });
    },
  });
  return { disable: command("disable"), enable: command("enable") };
}
