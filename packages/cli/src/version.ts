import manifest from "../package.json" with { type: "json" };
import type { Command } from "./command.ts";
import { exitCodes } from "./exit-codes.ts";

/** `latchkey version`. All packages have the same, so the server need not be loaded to tell it. */
export const tellVersion: Command = {
  usage: "",
  options: {},
  most_words: 0,
  examples: ["latchkey version"],
  run: async (_given, world) => {
    world.out(`latchkey v${manifest.version} on Node.js ${process.versions.node}\n`);
    return exitCodes.done;
  },
};
