import { version } from "@latchkey/server";

import type { Command } from "./command.ts";
import { exitCodes } from "./exit-codes.ts";

/** `latchkey version`. */
export const tellVersion: Command = {
  usage: "",
  options: {},
  most_words: 0,
  examples: ["latchkey version"],
  run: async (_given, world) => {
    world.out(`latchkey ${version} on Node.js ${process.versions.node}\n`);
    return exitCodes.done;
  },
};
