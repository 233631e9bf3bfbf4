import { checkFiles, describeHydraSettings, renderConfig, renderReference } from "@latchkey/server";

import { features, settings } from "../features.ts";
import type { Command } from "../arguments/command.ts";
import {
  settingsNote,
  settingsOptions,
  checkSettings,
  loadSettings,
} from "../arguments/settings-flags.ts";
import { exitCodes } from "../output/exit-codes.ts";

/** `latchkey config`: prints the effective settings and checks that a server can start with them. */
export const config: Command = {
  usage: "[flags]",
  options: {
    ...settingsOptions,
    reference: { type: "boolean", summary: "Print the reference of all settings as Markdown." },
  },
  max_arguments: 0,
  note: settingsNote,
  examples: ["latchkey config -c latchkey.yml", "latchkey config --reference > docs/settings.md"],
  run: async (args, io) => {
    if (args.flags.get("reference")?.at(-1) === "true") {
      io.out(renderReference(settings));
      return exitCodes.done;
    }
    const loaded = loadSettings(args, io);
    if (loaded === undefined) return exitCodes.misconfigured;
    io.out(renderConfig(loaded));
    const report = describeHydraSettings(loaded);
    if (report !== undefined) io.err(`\n${report}`);
    const problems = await checkFiles(loaded.config, features);
    return checkSettings(loaded, "all", io, problems) ? exitCodes.done : exitCodes.misconfigured;
  },
};
