import type { SettingsReload } from "@latchkey/api";
import { ApiError } from "@latchkey/client";
import type { Arguments, Command } from "../arguments/command.ts";
import { adminOptions, connectAdmin } from "../connection/connection.ts";
import { exitCodes } from "../output/exit-codes.ts";
import { formatOf, formatOptions, write } from "../output/format.ts";
import { table } from "../output/table.ts";
import { printable } from "../output/text-width.ts";
import type { ProcessIo } from "../process-io.ts";

/** `latchkey reload`: what SIGHUP does, from another machine, and with the outcome. */
export const reload: Command = {
  usage: "[flags]",
  options: { ...formatOptions("table"), ...adminOptions },
  max_arguments: 0,
  note: "The server that responds reads its own files again, with the environment and the flags that it was started with.\nWhere something is wrong with them, all settings stay as they were, and the exit code is 3.",
  examples: ["latchkey reload", "latchkey reload --endpoint https://admin.example.com -o json"],
  run: async (args, io) => {
    try {
      showReload(await connectAdmin(args, io).reloadSettings(), args, io);
      return exitCodes.done;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      io.err(`${printable(error.message)}\n`);
      return exitCodes.misconfigured;
    }
  },
};

function showReload(reloaded: SettingsReload, args: Arguments, io: ProcessIo): void {
  const format = formatOf(args);
  if (format !== "table") return write(reloaded, format, io);
  const { changed, changed_files, needs_restart } = reloaded;
  const rows = [
    ...changed.map((one) => [one.setting, one.old ?? NOT_SET, one.new ?? NOT_SET]),
    ...changed_files.map((setting) => [setting, "another content", "of the same file"]),
  ];
  if (rows.length > 0) io.out(table(["SETTING", "OLD", "NEW"], rows, io));
  else io.out("No setting that can be changed without a restart is another one.\n");
  if (needs_restart.length > 0) io.err(`Needs a restart: ${needs_restart.join(", ")}.\n`);
}

const NOT_SET = "not set";
