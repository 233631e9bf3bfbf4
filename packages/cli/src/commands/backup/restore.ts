import { restoreDatabase } from "@latchkey/server";

import { type Command, UsageError } from "../../arguments/command.ts";
import { textOf } from "../../arguments/flags.ts";
import { readSettings, settingsNote, settingsOptions } from "../../arguments/settings-flags.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { formatTime } from "../tokens/format-time.ts";
import { counted, workOnBackup } from "./work.ts";

/** `latchkey restore`: a database with what a backup has. */
export const restore: Command = {
  usage: "--from FILE --to DSN [flags]",
  options: {
    ...settingsOptions,
    from: { type: "text", summary: "A file of latchkey backup." },
    to: { type: "text", summary: "The database, empty or not there yet. No other is written to." },
  },
  max_arguments: 0,
  note: `The secret that sealed the file must be in secrets.system, or in the secrets.json beside a SQLite database.
A restore that fails or is stopped leaves the database as empty as it was. Newer migrations are applied at its end.
${settingsNote}`,
  examples: [
    "latchkey restore --from latchkey.backup --to sqlite://./data/latchkey.sqlite",
    "latchkey restore --from latchkey.backup --to postgres://latchkey@db/latchkey -c /etc/latchkey/latchkey.yml",
  ],
  run: async (args, io) => {
    const [file, dsn] = [textOf(args, "from"), textOf(args, "to")];
    if (file === undefined) throw new UsageError("Missing flag: --from, the file to restore.");
    if (dsn === undefined)
      throw new UsageError("Missing flag: --to, the dsn of the database to restore into.");
    const loaded = readSettings(args, io, { dsn });
    if (loaded === undefined) return exitCodes.misconfigured;
    const { version, taken_at, tables, applied } = await workOnBackup(
      "Restoring",
      (how) => restoreDatabase(loaded.config, { ...how, file }),
      io,
    );
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    io.out(
      `Restored ${counted(rows, "row")} of ${counted(tables.length, "table")}, as they were at ${formatTime(taken_at)}.\n`,
    );
    for (const name of applied) io.out(`applied ${name}\n`);
    if (applied.length > 0)
      io.err(`The backup is of ${version}; the database is of this version.\n`);
    return exitCodes.done;
  },
};
