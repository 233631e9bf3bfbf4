import type { AuditHead } from "@latchkey/api";

import type { Command } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { formatOptions, showOne, type View } from "../../output/format.ts";

/** `latchkey audit head`. */
export const showAuditHead: Command = {
  usage: "[flags]",
  options: { ...formatOptions("table", "Print only the hash."), ...adminOptions },
  max_arguments: 0,
  note: "Keep the hash where the operators of the server cannot change it: with it, latchkey audit verify finds that entries are missing at the end of an export.",
  examples: ["latchkey audit head", "latchkey audit head --quiet"],
  run: async (args, io) => {
    showOne(await connectAdmin(args, io).getAuditHead(), headPage, args, io);
    return exitCodes.done;
  },
};

const headPage: View<AuditHead> = {
  HASH: ({ hash }) => hash,
  NUMBER: ({ sequence }) => String(sequence),
  DROPPED: ({ dropped }) => (dropped.sequence === 0 ? "" : String(dropped.sequence)),
  "DROPPED HASH": ({ dropped }) => (dropped.sequence === 0 ? "" : dropped.hash),
};
