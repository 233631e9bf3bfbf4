import type { SignerStatus } from "@latchkey/api";
import type { Command } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { formatOf, formatOptions, showList, type View, write } from "../../output/format.ts";

/** `latchkey keys signers`: the signers of the settings and the keys in them. */
export const listSigners: Command = {
  usage: "[flags]",
  options: {
    ...formatOptions("table", "Print only the names of signers."),
    ...adminOptions,
  },
  max_arguments: 0,
  note: "A server lists the signers of its own settings, as they respond now. Add one of the keys to a set with latchkey keys add.",
  examples: ["latchkey keys signers", "latchkey keys signers --format json"],
  run: async (args, io) => {
    const signers = await connectAdmin(args, io).listSigners();
    const format = formatOf(args);
    if (format !== "table") write(signers, format, io);
    else {
      const empty = "The settings have no signers. See docs/signers.md.";
      showList(signers.flatMap(rowsOf), { view: rowView, empty }, args, io);
    }
    return exitCodes.done;
  },
};

interface Row {
  readonly signer: string;
  readonly state: string;
  readonly key: string;
  readonly algs: readonly string[];
}

function rowsOf({ name, state, problem, keys }: SignerStatus): readonly Row[] {
  const shown = problem === undefined ? state : `${state}: ${problem}`;
  const none = { signer: name, state: shown, key: "", algs: [] };
  return keys.length === 0
    ? [none]
    : keys.map(({ key, algs }) => ({ signer: name, state: shown, key, algs }));
}

const rowView: View<Row> = {
  SIGNER: ({ signer }) => signer,
  STATE: ({ state }) => state,
  KEY: ({ key }) => key,
  ALG: ({ algs }) => algs.join(","),
};
