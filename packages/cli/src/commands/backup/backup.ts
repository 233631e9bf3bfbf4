import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { backUpDatabase, type Config } from "@latchkey/server";

import { type Command, UsageError } from "../../arguments/command.ts";
import { textOf } from "../../arguments/flags.ts";
import { readSettings, settingsNote, settingsOptions } from "../../arguments/settings-flags.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { counted, workOnBackup } from "./work.ts";

/** `latchkey backup`: what the database has at one moment, in a sealed file. */
export const backup: Command = {
  usage: "--to FILE [flags]",
  options: { ...settingsOptions, to: { type: "text", summary: "The file to write, a new one." } },
  max_arguments: 0,
  note: `The file is compressed, and sealed with the first of secrets.system, which is not in it: without that secret it cannot be opened.
${settingsNote}`,
  examples: [
    "latchkey backup --to latchkey.backup",
    'latchkey backup --to "/var/backups/latchkey-$(date +%F).backup" -c /etc/latchkey/latchkey.yml',
  ],
  run: async (args, io) => {
    const file = textOf(args, "to");
    if (file === undefined) throw new UsageError("Missing flag: --to, the file to write.");
    const loaded = readSettings(args, io);
    if (loaded === undefined) return exitCodes.misconfigured;
    const { config } = loaded;
    const { tables, rows, bytes } = await workOnBackup(
      "Backing up",
      (how) => backUpDatabase(config, { ...how, file }),
      io,
    );
    io.out(
      `Wrote ${file}: ${counted(rows, "row")} of ${counted(tables, "table")}, ${counted(bytes, "byte")}.\n`,
    );
    io.err(
      `It cannot be opened without the secrets: keep ${whereSecretsAre(config)} too, in another place.\n`,
    );
    return exitCodes.done;
  },
};

function whereSecretsAre(config: Config): string {
  const [, path] = /^sqlite:\/\/([^?]+)/.exec(config.dsn) ?? [];
  const generated = path === undefined ? "" : join(dirname(path), "secrets.json");
  return config["secrets.system"].length === 0 && existsSync(generated)
    ? resolve(generated)
    : "secrets.system of your settings";
}
