import manifest from "../../package.json" with { type: "json" };
import type { Command } from "../arguments/command.ts";
import { exitCodes } from "../output/exit-codes.ts";

/** `latchkey version`. All packages have the same version, so the server is not loaded. */
export const showVersion: Command = {
  usage: "",
  options: {},
  max_arguments: 0,
  examples: ["latchkey version"],
  run: async (_given, io) => {
    io.out(`latchkey v${manifest.version} on Node.js ${process.versions.node}\n`);
    return exitCodes.done;
  },
};
