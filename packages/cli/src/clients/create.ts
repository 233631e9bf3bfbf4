import type { OAuth2Client } from "@latchkey/api";

import type { Arguments, Command } from "../command.ts";
import { adminOptions, connectAdmin } from "../connection.ts";
import { exitCodes } from "../exit-codes.ts";
import { isSaid, textOf } from "../flags.ts";
import { formatOptions, showOne, warnOfSecret } from "../format.ts";
import type { World } from "../world.ts";
import { memberOptions, readMembers } from "./members.ts";
import { clientPage } from "./view.ts";

/** `latchkey clients create`. */
export const createClient: Command = {
  usage: "[flags]",
  options: {
    id: { type: "text", summary: "An id of your own; the server makes one otherwise." },
    ...memberOptions,
    ...formatOptions("table", "Prints the id alone."),
    ...adminOptions,
  },
  most_words: 0,
  examples: [
    "latchkey clients create --id photos --callbacks https://photos.example/callback --scope openid,offline",
    "latchkey clients create --grant-types client_credentials --scope albums.read --format json",
    "latchkey clients create --id spa --token-endpoint-auth-method none --callbacks http://localhost:3000/callback",
  ],
  run: async (given, world) => {
    const client_id = textOf(given, "id");
    const body = { ...readMembers(given), ...(client_id !== undefined && { client_id }) };
    const client = await connectAdmin(given, world).createOAuth2Client({ body });
    showClient(client, given, world);
    return exitCodes.done;
  },
};

/** Shows a client, with its secret where the server returned it. A secret that was typed need not be shown. */
export function showClient(client: OAuth2Client, given: Arguments, world: World): void {
  showOne(client, clientPage, "table", given, world);
  const isKnown = textOf(given, "secret") !== undefined && isSaid(given, "quiet");
  if (client.client_secret !== undefined && !isKnown)
    warnOfSecret("The client's secret", given, world);
}
