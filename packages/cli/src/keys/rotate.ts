import type { Command } from "../command.ts";
import { adminOptions, connectAdmin } from "../connection.ts";
import { exitCodes } from "../exit-codes.ts";
import { textOf, wordAt } from "../flags.ts";
import { formatOptions, showList } from "../format.ts";
import { keyRow } from "./view.ts";

/** `latchkey keys rotate`: a new key like the newest, which signs from now on. */
export const rotateKey: Command = {
  usage: "SET [flags]",
  options: {
    alg: { type: "text", short: "a", summary: "Another algorithm than that of the newest key." },
    ...formatOptions("table", "Prints the new kid alone."),
    ...adminOptions,
  },
  most_words: 1,
  note: "Old keys stay, so that what they signed can still be verified; latchkey keys retire removes them later.",
  examples: [
    "latchkey keys rotate hydra.openid.id-token",
    "latchkey keys rotate hydra.jwt.access-token --alg ES256",
  ],
  run: async (given, world) => {
    const set = wordAt(given, 0, "Say which set: a SET.");
    const latchkey = connectAdmin(given, world);
    const { keys: old } = await latchkey.getJsonWebKeySet({ set });
    const alg = textOf(given, "alg") ?? old[0]?.alg ?? "RS256";
    const { keys } = await latchkey.createJsonWebKeySet({ set, body: { alg, use: "sig" } });
    showList(keys, keyRow, "", given, world);
    world.err(
      `Within a second every server signs with it. Retire the older ones when the last token they signed has expired: latchkey keys retire ${set} --all-but-newest\n`,
    );
    return exitCodes.done;
  },
};
