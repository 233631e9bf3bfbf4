import type { JsonWebKeySetSummary } from "@latchkey/api";
import { type Client, unwrap } from "@latchkey/client";

import type { Command } from "../../arguments/command.ts";
import { isSet } from "../../arguments/flags.ts";
import { collect, pageOptions } from "../../arguments/pagination.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { formatOptions, showList } from "../../output/format.ts";
import { type ListedKeySet, keySetRow } from "./view.ts";

/** `latchkey keys list`. */
export const listKeySets: Command = {
  usage: "[flags]",
  options: {
    ...pageOptions,
    ...formatOptions("table", "Print only the names."),
    ...adminOptions,
  },
  max_arguments: 0,
  note: "The server creates its own sets when it first needs them. The output has the number of keys of a set, and none of the keys.",
  examples: [
    "latchkey keys list",
    "latchkey keys list --format json",
    "latchkey keys list --all --quiet",
  ],
  run: async (args, io) => {
    const latchkey = connectAdmin(args, io);
    const { items, ...rest } = await collect(args, (page) =>
      latchkey.call("listJsonWebKeySets", page),
    );
    const sets: ListedKeySet[] = [];
    for (const item of items)
      sets.push(isSet(args, "quiet") ? { ...item, algs: [] } : await addAlgorithms(item, latchkey));
    const empty = "There are no key sets. Create one with latchkey keys create.";
    showList({ items: sets, ...rest }, keySetRow, empty, args, io);
    return exitCodes.done;
  },
};

/** The set with the algorithms of its keys; without any if it was deleted since it was listed. */
async function addAlgorithms(
  { set, keys: count }: JsonWebKeySetSummary,
  latchkey: Client,
): Promise<ListedKeySet> {
  const reply = await latchkey.call("getJsonWebKeySet", { set });
  const keys = reply.status === 404 ? [] : unwrap(reply).keys;
  const algs = keys.map(({ alg, kty }) => alg ?? kty);
  return { set, keys: count, algs: [...new Set(algs)] };
}
