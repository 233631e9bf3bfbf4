import type { SigningKey } from "@latchkey/api";

import type { Command } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { Failure } from "../../output/failure.ts";
import { isSet, textOf } from "../../arguments/flags.ts";
import { formatOptions, showList } from "../../output/format.ts";
import { setArgument } from "./set-argument.ts";
import { signNowOption } from "./sign-now.ts";
import { findUses, type KeyUses, keyRowOf } from "./view.ts";

/** `latchkey keys rotate`: generates a key with the algorithm of the newest one. */
export const rotateKey: Command = {
  usage: "SET [flags]",
  options: {
    alg: { type: "text", short: "a", summary: "Algorithm; by default that of the newest key." },
    now: signNowOption,
    ...formatOptions("table", "Print only the new kid."),
    ...adminOptions,
  },
  max_arguments: 1,
  note: "The new key is published at once, and signs when its announcement is over. Old keys are kept, so that their signatures can still be verified. Delete them later with latchkey keys retire; in a set with a schedule (oidc.key_rotation.every), the server does.",
  examples: [
    "latchkey keys rotate hydra.openid.id-token",
    "latchkey keys rotate hydra.jwt.access-token --alg ES256",
    "latchkey keys rotate hydra.openid.id-token --now",
  ],
  run: async (args, io) => {
    const set = setArgument(args);
    const latchkey = connectAdmin(args, io);
    const { keys: old } = await latchkey.getJsonWebKeySet({ set });
    const [newest] = old;
    if (newest?.signer !== undefined) throw inSigner(set, newest.signer);
    const alg = textOf(args, "alg") ?? old[0]?.alg ?? "RS256";
    const sign_now = isSet(args, "now");
    const body = { alg, use: "sig" };
    const { keys } = await latchkey.createJsonWebKeySet({ set, body, sign_now });
    const uses = await findUses(set, latchkey);
    showList(keys, { view: keyRowOf(uses) }, args, io);
    io.err(adviceOf(set, uses.get(keys[0]?.kid ?? ""), hasSchedule(uses)));
    return exitCodes.done;
  },
};

/** A generated key would be stored by the server, which is not wanted by accident once a signer is chosen. */
function inSigner(set: string, signer: string): Failure {
  return new Failure(
    exitCodes.misused,
    `The newest key of ${set} is in the signer ${signer}, where the server generates none. Generate one there and add it: latchkey keys add ${set} --signer ${signer} --key KEY. For a key that the server stores: latchkey keys create ${set}`,
  );
}

/** Whether the server replaces and deletes the keys of the set by itself. */
function hasSchedule(uses: KeyUses): boolean {
  return [...uses.values()].some(
    ({ deleted_at, next_key_at }) => deleted_at !== undefined || next_key_at !== undefined,
  );
}

/** When the new key signs, and what to do then. */
function adviceOf(set: string, key: SigningKey | undefined, isScheduled: boolean): string {
  if (key === undefined) return `Delete the older keys later: latchkey keys retire ${set}\n`;
  const signs =
    key.signs_from === undefined
      ? "All servers sign with the new key within a second."
      : `All servers sign with the new key from ${key.signs_from} on; until then it is published.`;
  if (isScheduled) return `${signs} The server deletes the older keys when nothing needs them.\n`;
  return `${signs} When the last token signed by an older key has expired, retire the older keys: latchkey keys retire ${set} --all-but-newest\n`;
}
