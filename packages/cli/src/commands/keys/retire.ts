import type { JsonWebKey } from "@latchkey/api";
import { ApiError, type Client } from "@latchkey/client";

import { type Arguments, type Command, UsageError } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { forEach } from "../../output/for-each.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { Failure } from "../../output/failure.ts";
import { isSet } from "../../arguments/flags.ts";
import { setArgument } from "./set-argument.ts";
import { findUses, type KeyUses } from "./view.ts";

/** `latchkey keys retire`: deletes single keys, by default only those that nothing needs any more. */
export const retireKeys: Command = {
  usage: "SET (KID... | --all-but-newest) [flags]",
  options: {
    "all-but-newest": { type: "boolean", summary: "All keys of the set except the newest." },
    force: {
      type: "boolean",
      summary: "Also a key that signs, or that signed tokens that are still valid.",
    },
    ...adminOptions,
  },
  max_arguments: Infinity,
  note: "Signatures by a retired key can no longer be verified. A key that signs, or that signed tokens that may be valid, is not deleted: the message says until when.",
  examples: [
    "latchkey keys retire hydra.openid.id-token 4f0ZVJ2c",
    "latchkey keys retire hydra.openid.id-token --all-but-newest",
  ],
  run: async (args, io) => {
    const set = setArgument(args);
    const latchkey = connectAdmin(args, io);
    const { keys } = await latchkey.getJsonWebKeySet({ set });
    const uses = await findUses(set, latchkey);
    const kids = selectKeys(set, keys, uses, args);
    if (kids.length === 0) io.err(`${set} contains only one key: nothing to retire.\n`);
    return forEach(new Map(kids.map((kid) => [kid, kid])), "Retiring", io, async (kid) => {
      if (uses.has(kid) && !isSet(args, "force")) await retire({ set, kid }, latchkey);
      else await latchkey.deleteJsonWebKey({ set, kid });
      return `Retired ${kid}.\n`;
    });
  },
};

async function retire(
  key: { readonly set: string; readonly kid: string },
  latchkey: Client,
): Promise<void> {
  try {
    await latchkey.retireSigningKey(key);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    const reason = error.error_description ?? error.message;
    throw new Failure(exitCodes.refused, `${reason} To delete it all the same, use --force.`);
  }
}

function selectKeys(
  set: string,
  keys: readonly JsonWebKey[],
  uses: KeyUses,
  args: Arguments,
): readonly string[] {
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
  if (named.includes(newest) && !uses.has(newest) && !isSet(args, "force"))
    throw new Failure(
      exitCodes.refused,
      `${newest} is the newest key of ${set} and may be in use for signing. Rotate first, or use --force.`,
    );
  return named;
}
