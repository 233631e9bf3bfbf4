import type { OAuth2ClientInput } from "@latchkey/api";
import type { Client } from "@latchkey/client";

import type { Arguments, Command } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { urlsOf, warnAboutRefusedUrls } from "../../connection/refused-urls.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { isSet, argumentAt } from "../../arguments/flags.ts";
import { formatOptions } from "../../output/format.ts";
import { showClient } from "./create.ts";
import { findClient } from "./find.ts";
import { clientOptions, GENERAL, readClientFlags } from "./client-flags.ts";

/** `latchkey clients update`. */
export const updateClient: Command = {
  usage: "ID [flags]",
  options: {
    merge: {
      type: "boolean",
      summary: "Keep all fields that no flag sets.",
      section: GENERAL,
    },
    ...clientOptions,
    ...formatOptions("table"),
    ...adminOptions,
  },
  max_arguments: 1,
  note: "Without --merge the whole client is replaced: fields that no flag sets get their defaults. The secret is kept unless --secret is given. Several values of a flag are separated by commas, or the flag is repeated.",
  examples: [
    "latchkey clients update photos --merge --name 'Photo albums'",
    "latchkey clients update photos --callbacks https://photos.example/callback --scope openid",
  ],
  run: async (args, io) => {
    const id = argumentAt(args, 0, "Missing argument: the client ID.");
    const latchkey = connectAdmin(args, io);
    const body = await describe(id, args, latchkey);
    const updated = await latchkey.updateOAuth2Client({ id, body });
    showClient(updated, args, io);
    await warnAboutRefusedUrls(latchkey, urlsOf("client", id, updated), io);
    return exitCodes.done;
  },
};

async function describe(id: string, args: Arguments, latchkey: Client): Promise<OAuth2ClientInput> {
  const changes = readClientFlags(args);
  return isSet(args, "merge") ? { ...(await findClient(latchkey, id)), ...changes } : changes;
}
