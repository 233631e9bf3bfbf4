import type { OAuth2Client } from "@latchkey/api";
import { type Client, unwrap } from "@latchkey/client";

import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";

/** A client by its id. The contract answers 401 for one that is not there, which is told from a missing API key here. */
export async function findClient(latchkey: Client, id: string): Promise<OAuth2Client> {
  const reply = await latchkey.call("getOAuth2Client", { id });
  if (reply.status === 401 && !reply.headers.has("www-authenticate"))
    throw new Failure(
      exitCodes.missing,
      `There is no client with the id ${id}. latchkey clients list shows which there are.`,
    );
  return unwrap(reply);
}
