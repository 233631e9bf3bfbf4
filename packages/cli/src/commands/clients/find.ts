import type { OAuth2Client } from "@latchkey/api";
import { type Client, unwrap } from "@latchkey/client";

import { exitCodes } from "../../output/exit-codes.ts";
import { Failure } from "../../output/failure.ts";

/** Finds a client by ID. The API returns 401 for an unknown client; a missing API key also has a WWW-Authenticate header. */
export async function findClient(latchkey: Client, id: string): Promise<OAuth2Client> {
  const reply = await latchkey.call("getOAuth2Client", { id });
  if (reply.status === 401 && !reply.headers.has("www-authenticate"))
    throw new Failure(
      exitCodes.missing,
      `No client has the ID ${id}. Run latchkey clients list to see all clients.`,
    );
  return unwrap(reply);
}
