import type { Command } from "../../arguments/command.ts";
import { textOf } from "../../arguments/flags.ts";
import { collect, pageOptions } from "../../arguments/pagination.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { formatOptions, showList } from "../../output/format.ts";
import { trustedIssuerRow } from "./view.ts";

/** `latchkey trusted-issuers list`. */
export const listTrustedIssuers: Command = {
  usage: "[flags]",
  options: {
    issuer: { type: "text", summary: "Only those of this issuer." },
    ...pageOptions,
    ...formatOptions("table", "Print only the IDs."),
    ...adminOptions,
  },
  max_arguments: 0,
  examples: [
    "latchkey trusted-issuers list",
    "latchkey trusted-issuers list --issuer https://token.actions.githubusercontent.com",
  ],
  run: async (args, io) => {
    const latchkey = connectAdmin(args, io);
    const issuer = textOf(args, "issuer");
    const found = await collect(args, (page) =>
      latchkey.call("listTrustedJwtGrantIssuers", { ...page, ...(issuer && { issuer }) }),
    );
    const empty = "There are no trusted issuers. Create one with latchkey trusted-issuers create.";
    showList(found, { view: trustedIssuerRow, empty }, args, io);
    return exitCodes.done;
  },
};
