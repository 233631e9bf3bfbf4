import type { OAuth2ClientInput } from "@latchkey/api";
import type { Client } from "@latchkey/client";

import type { Arguments, Command } from "../command.ts";
import { adminOptions, connectAdmin } from "../connection.ts";
import { exitCodes } from "../exit-codes.ts";
import { isSaid, wordAt } from "../flags.ts";
import { formatOptions } from "../format.ts";
import { showClient } from "./create.ts";
import { findClient } from "./find.ts";
import { memberOptions, readMembers } from "./members.ts";

/** `latchkey clients update`. */
export const updateClient: Command = {
  usage: "ID [flags]",
  options: {
    merge: { type: "boolean", summary: "Leaves as it is what no flag speaks of." },
    ...memberOptions,
    ...formatOptions("table"),
    ...adminOptions,
  },
  most_words: 1,
  note: "The whole description is replaced: what no flag speaks of gets its default, unless --merge is there. The secret stays unless --secret gives a new one.",
  examples: [
    "latchkey clients update photos --merge --name 'Photo albums'",
    "latchkey clients update photos --callbacks https://photos.example/callback --scope openid",
  ],
  run: async (given, world) => {
    const id = wordAt(given, 0, "Say which client: an ID.");
    const latchkey = connectAdmin(given, world);
    const body = await describe(id, given, latchkey);
    showClient(await latchkey.updateOAuth2Client({ id, body }), given, world);
    return exitCodes.done;
  },
};

async function describe(
  id: string,
  given: Arguments,
  latchkey: Client,
): Promise<OAuth2ClientInput> {
  const said = readMembers(given);
  return isSaid(given, "merge") ? { ...(await findClient(latchkey, id)), ...said } : said;
}
