import type { JsonWebKey } from "@latchkey/api";

import { type Arguments, type Command, UsageError } from "../command.ts";
import { adminOptions, connectAdmin } from "../connection.ts";
import { forEach } from "../each.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";
import { isSaid, wordAt } from "../flags.ts";

/** `latchkey keys retire`: single keys, and not the one that signs. */
export const retireKeys: Command = {
  usage: "SET (KID... | --all-but-newest) [flags]",
  options: {
    "all-but-newest": { type: "boolean", summary: "Every key of the set except the newest." },
    force: { type: "boolean", summary: "The newest key too, if it is named." },
    ...adminOptions,
  },
  most_words: Infinity,
  note: "What a retired key signed can no longer be verified.",
  examples: [
    "latchkey keys retire hydra.openid.id-token 4f0ZVJ2c",
    "latchkey keys retire hydra.openid.id-token --all-but-newest",
  ],
  run: async (given, world) => {
    const set = wordAt(given, 0, "Say which set: a SET.");
    const latchkey = connectAdmin(given, world);
    const { keys } = await latchkey.getJsonWebKeySet({ set });
    const kids = choose(set, keys, given);
    if (kids.length === 0) world.err(`${set} holds one key, and nothing to retire.\n`);
    return forEach(new Map(kids.map((kid) => [kid, kid])), "Retiring", world, async (kid) => {
      await latchkey.deleteJsonWebKey({ set, kid });
      return `${kid} is retired.\n`;
    });
  },
};

function choose(set: string, keys: readonly JsonWebKey[], given: Arguments): readonly string[] {
  const known = keys.map(({ kid = "" }) => kid);
  const named = given.words.slice(1);
  if (isSaid(given, "all-but-newest")) return known.slice(1);
  if (named.length === 0)
    throw new UsageError("Say which keys: one KID or several, or --all-but-newest.");
  const stranger = named.find((kid) => !known.includes(kid));
  if (stranger !== undefined)
    throw new Failure(
      exitCodes.missing,
      `${set} holds no key ${stranger}. latchkey keys get ${set} --format table shows which there are.`,
    );
  const [newest = ""] = known;
  if (named.includes(newest) && !isSaid(given, "force"))
    throw new Failure(
      exitCodes.refused,
      `${newest} is the newest key of ${set} and may be what signs. Rotate first, or say --force.`,
    );
  return named;
}
