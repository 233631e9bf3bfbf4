import type { OAuth2Client, OAuth2ClientInput } from "@latchkey/api";
import type { Client } from "@latchkey/client";

import { type Command, UsageError } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { urlsOf, warnAboutRefusedUrls } from "../../connection/refused-urls.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { isSet, argumentAt } from "../../arguments/flags.ts";
import { formatOptions } from "../../output/format.ts";
import { showClient } from "./create.ts";
import { clientOptions, GENERAL, readClientFlags } from "./client-flags.ts";

/** `latchkey clients update`. */
export const updateClient: Command = {
  usage: "ID [flags]",
  options: {
    replace: {
      type: "boolean",
      summary: "Replace the whole client: fields that no flag sets get their defaults.",
      section: GENERAL,
    },
    merge: {
      type: "boolean",
      summary: "Keep all fields that no flag sets, as without it.",
      section: GENERAL,
    },
    ...clientOptions,
    ...formatOptions("table"),
    ...adminOptions,
  },
  max_arguments: 1,
  note: "Only the fields that flags set are changed. With --replace all others get their defaults, but for the secret, which is kept unless --secret is given. Several values of a flag are separated by commas, or the flag is repeated.",
  examples: [
    "latchkey clients update photos --name 'Photo albums'",
    "latchkey clients update photos --replace --callbacks https://photos.example/callback --scope openid",
  ],
  run: async (args, io) => {
    const id = argumentAt(args, 0, "Missing argument: the client ID.");
    const changes = readClientFlags(args);
    const isReplaced = isSet(args, "replace");
    if (isReplaced && isSet(args, "merge"))
      throw new UsageError("--replace and --merge exclude each other.");
    if (!isReplaced && Object.keys(changes).length === 0)
      throw new UsageError("No flag says what to change, such as --name.");
    const latchkey = connectAdmin(args, io);
    const updated = isReplaced
      ? await latchkey.updateOAuth2Client({ id, body: changes })
      : await change(id, changes, latchkey);
    showClient(updated, args, io);
    await warnAboutRefusedUrls(latchkey, urlsOf("client", id, updated), io);
    return exitCodes.done;
  },
};

/** In one step of the server, so that what others change at the same time is kept. */
function change(id: string, changes: OAuth2ClientInput, latchkey: Client): Promise<OAuth2Client> {
  const body = Object.entries(changes).map(
    ([name, value]) => ({ op: "add", path: `/${name}`, value }) as const,
  );
  return latchkey.patchOAuth2Client({ id, body });
}
