import { renderConfig, renderReference } from "@latchkey/server";

import type { Command } from "./command.ts";
import {
  configurationNote,
  configurationOptions,
  mayStart,
  readConfiguration,
} from "./configuration.ts";
import { exitCodes } from "./exit-codes.ts";

/** `latchkey config`: what the server would run with, and whether it would. */
export const config: Command = {
  usage: "[flags]",
  options: {
    ...configurationOptions,
    reference: { type: "boolean", summary: "Prints what every setting means, in Markdown." },
  },
  most_words: 0,
  note: configurationNote,
  examples: ["latchkey config -c latchkey.yml", "latchkey config --reference > docs/settings.md"],
  run: async (given, world) => {
    if (given.flags.get("reference")?.at(-1) === "true") {
      world.out(renderReference());
      return exitCodes.done;
    }
    const loaded = readConfiguration(given, world);
    if (loaded === undefined) return exitCodes.misconfigured;
    world.out(renderConfig(loaded));
    return mayStart(loaded, "all", world) ? exitCodes.done : exitCodes.misconfigured;
  },
};
