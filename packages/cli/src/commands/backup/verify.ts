import { verifyBackup, type VerifiedTable } from "@latchkey/server";

import type { Command } from "../../arguments/command.ts";
import { argumentAt, textOf } from "../../arguments/flags.ts";
import { readSettings, settingsNote, settingsOptions } from "../../arguments/settings-flags.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { formatOf, formatOptions, showList, type View } from "../../output/format.ts";
import { counted, workOnBackup } from "./work.ts";

/** `latchkey backup verify`: whether a backup can be restored, and what was restored can be read. */
export const verify: Command = {
  usage: "FILE [flags]",
  options: {
    ...settingsOptions,
    scratch: {
      type: "text",
      summary:
        "The dsn of an empty database to restore into, which is emptied again. Default: a file in a temporary folder.",
    },
    ...formatOptions("table"),
  },
  max_arguments: 1,
  note: `Checks the seals and the digest of the file, restores it, counts the rows of each table, checks indexes and references, unseals all keys, reads all clients, and reads the newest grants, tokens, sessions and accounts as a server does. Exits with 1 at the first thing that is wrong.
The database of the settings is not opened; only their secrets are used.
${settingsNote}`,
  examples: [
    "latchkey backup verify latchkey.backup",
    "latchkey backup verify latchkey.backup --scratch postgres://latchkey@db/scratch -c /etc/latchkey/latchkey.yml",
  ],
  run: async (args, io) => {
    const file = argumentAt(args, 0, "Missing argument: the FILE to verify.");
    const scratch = textOf(args, "scratch");
    const loaded = readSettings(args, io);
    if (loaded === undefined) return exitCodes.misconfigured;
    const tables = await workOnBackup(
      "Verifying",
      (how) =>
        verifyBackup(loaded.config, { ...how, file, ...(scratch !== undefined && { scratch }) }),
      io,
    );
    const filled = tables.filter(({ rows }) => rows > 0);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const hint = [
      ...filled.flatMap(describeEnded),
      `${file} is in order: ${counted(rows, "row")}. The other ${counted(tables.length - filled.length, "table")} are empty.`,
    ].join("\n");
    const items = formatOf(args) === "table" ? filled : tables;
    showList({ items, hint }, { view }, args, io);
    return exitCodes.done;
  },
};

const view: View<VerifiedTable> = {
  TABLE: ({ table }) => table,
  ROWS: ({ rows }) => rows.toLocaleString("en"),
  READ: ({ read }) => read?.toLocaleString("en") ?? "",
};

function describeEnded({ table, ended = 0 }: VerifiedTable): readonly string[] {
  if (ended === 0) return [];
  return [
    `${counted(ended, "row")} of ${table} ended with a secret that is no longer in secrets.system.`,
  ];
}
