import type { Command } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { textOf } from "../../arguments/flags.ts";
import { formatOptions, showList } from "../../output/format.ts";
import { setArgument } from "./set-argument.ts";
import { keyRow } from "./view.ts";

/** `latchkey keys rotate`: generates a key with the algorithm of the newest one. */
export const rotateKey: Command = {
  usage: "SET [flags]",
  options: {
    alg: { type: "text", short: "a", summary: "Algorithm; by default that of the newest key." },
    ...formatOptions("table", "Print only the new kid."),
    ...adminOptions,
  },
  max_arguments: 1,
  note: "Old keys are kept, so that their signatures can still be verified. Delete them later with latchkey keys retire.",
  examples: [
    "latchkey keys rotate hydra.openid.id-token",
    "latchkey keys rotate hydra.jwt.access-token --alg ES256",
  ],
  run: async (args, io) => {
    const set = setArgument(args);
    const latchkey = connectAdmin(args, io);
    const { keys: old } = await latchkey.getJsonWebKeySet({ set });
    const alg = textOf(args, "alg") ?? old[0]?.alg ?? "RS256";
    const { keys } = await latchkey.createJsonWebKeySet({ set, body: { alg, use: "sig" } });
    showList(keys, { view: keyRow }, args, io);
    io.err(
      `All servers sign with the new key within a second. When the last token signed by an older key has expired, retire the older keys: latchkey keys retire ${set} --all-but-newest\n`,
    );
    return exitCodes.done;
  },
};
