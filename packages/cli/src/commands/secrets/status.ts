import type { SystemSecrets } from "@latchkey/api";

import type { Command } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { checkSecrets } from "../../doctor/secrets.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { formatOf, formatOptions, showList, type View, write } from "../../output/format.ts";

/** `latchkey secrets status`: how far a rotation of `secrets.system` is. */
export const secretsStatus: Command = {
  usage: "[flags]",
  options: { ...formatOptions("table", "Print only the fingerprints."), ...adminOptions },
  max_arguments: 0,
  note: "Secrets are named by fingerprints and by their position in the list, never shown. An old secret can be removed when no stored value is sealed with it, and nothing that it signed is valid any more. Backups are sealed with the secret that was first when they were made: to open an old one, keep its secret.",
  examples: ["latchkey secrets status", "latchkey secrets status --format json"],
  run: async (args, io) => {
    const found = await connectAdmin(args, io).getSystemSecrets();
    const format = formatOf(args);
    if (format !== "table") {
      write(found, format, io);
      return exitCodes.done;
    }
    showList(found.secrets, { view: secretRow, empty: "No server runs." }, args, io);
    for (const { says, fix } of checkSecrets(found, Date.now()))
      io.err(fix === undefined ? `${says}\n` : `${says} ${fix}\n`);
    return exitCodes.done;
  },
};

const secretRow: View<SystemSecrets["secrets"][number]> = {
  FINGERPRINT: ({ fingerprint }) => fingerprint,
  POSITION: ({ position }) => String(position ?? ""),
  SERVERS: ({ known_by }) => String(known_by),
  SIGNS: ({ signs_on }) => (signs_on > 0 ? "yes" : "no"),
  "SIGNED LAST": ({ signed_at }) => signed_at ?? "",
  "VALUES LEFT": ({ values }) => String(values ?? ""),
  "TOKENS UNTIL": ({ needed_until }) => needed_until ?? "",
};
