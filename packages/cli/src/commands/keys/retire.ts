import type { JsonWebKey } from "@latchkey/api";

import { type Arguments, type Command, UsageError } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { forEach } from "../../output/for-each.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { Failure } from "../../output/failure.ts";
import { isSet } from "../../arguments/flags.ts";
import { setArgument } from "./set-argument.ts";

/** `latchkey keys retire`: deletes single keys, by default not the newest. */
export const retireKeys: Command = {
  usage: "SET (KID... | --all-but-newest) [flags]",
  options: {
    "all-but-newest": { type: "boolean", summary: "All keys of the set except the newest." },
    force: { type: "boolean", summary: "Allow retiring the newest key." },
    ...adminOptions,
  },
  max_arguments: Infinity,
  note: "Signatures by a retired key can no longer be verified.",
  examples: [
    "latchkey keys retire hydra.openid.id-token 4f0ZVJ2c",
    "latchkey keys retire hydra.openid.id-token --all-but-newest",
  ],
  run: async (args, io) => {
    const set = setArgument(args);
    const latchkey = connectAdmin(args, io);
    const { keys } = await latchkey.getJsonWebKeySet({ set });
    const kids = selectKeys(set, keys, args);
    if (kids.length === 0) io.err(`${set} contains only one key: nothing to retire.\n`);
    return forEach(new Map(kids.map((kid) => [kid, kid])), "Retiring", io, async (kid) => {
      await latchkey.deleteJsonWebKey({ set, kid });
      return `Retired ${kid}.\n`;
    });
  },
};

function selectKeys(set: string, keys: readonly JsonWebKey[], args: Arguments): readonly string[] {
  const known = keys.map(({ kid = "" }) => kid);
  const named = args.words.slice(1);
  if (isSet(args, "all-but-newest")) return known.slice(1);
  if (named.length === 0)
    throw new UsageError("Specify the keys to retire: one or more KIDs, or --all-but-newest.");
  const unknown = named.find((kid) => !known.includes(kid));
  if (unknown !== undefined)
    throw new Failure(
      exitCodes.missing,
      `${set} contains no key ${unknown}. Run latchkey keys get ${set} --format table to see its keys.`,
    );
  const [newest = ""] = known;
  if (named.includes(newest) && !isSet(args, "force"))
    throw new Failure(
      exitCodes.refused,
      `${newest} is the newest key of ${set} and may be in use for signing. Rotate first, or use --force.`,
    );
  return named;
}
