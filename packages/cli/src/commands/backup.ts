import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { backUpDatabase, type Config } from "@latchkey/server";

import { type Command, UsageError } from "../arguments/command.ts";
import { readSettings, settingsNote, settingsOptions } from "../arguments/settings-flags.ts";
import { exitCodes } from "../output/exit-codes.ts";

/** `latchkey backup`: a consistent copy of the database, also while servers run. */
export const backup: Command = {
  usage: "FILE [flags]",
  options: settingsOptions,
  max_arguments: 1,
  note: `FILE must not exist. Of SQLite it is a database, of PostgreSQL the custom format of pg_dump, which must be on the path. The secrets are not in it.\n${settingsNote}`,
  examples: [
    "latchkey backup backup.sqlite",
    "latchkey backup /var/backups/latchkey.dump -c /etc/latchkey/latchkey.yml",
  ],
  run: async (args, io) => {
    const [file] = args.words;
    if (file === undefined) throw new UsageError("Missing argument: the FILE to write.");
    const loaded = readSettings(args, io);
    if (loaded === undefined) return exitCodes.misconfigured;
    await backUpDatabase(loaded.config.dsn, file);
    const { size } = await stat(file);
    io.out(`Wrote ${file}, ${size} bytes.\n`);
    io.err(`${describeSecrets(loaded.config)}\n`);
    return exitCodes.done;
  },
};

/** Without the secrets, keys and grants of the copy cannot be decrypted. */
function describeSecrets(config: Config): string {
  const [, path] = /^sqlite:\/\/([^?]+)/.exec(config.dsn) ?? [];
  const generated = path === undefined ? "" : join(dirname(path), "secrets.json");
  const where =
    config["secrets.system"].length === 0 && existsSync(generated)
      ? resolve(generated)
      : "secrets.system of your settings";
  return `The secrets are not in it, and it cannot be used without them: keep ${where} too, in another place.`;
}
