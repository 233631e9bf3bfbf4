import type { JsonObject } from "@latchkey/api";
import type { Context } from "../context.ts";
import { verifyJwt } from "../crypto/jwt.ts";
import { keySets } from "../keyring.ts";
import { signingAlgorithms } from "../oauth/algorithms.ts";

/** The claims of an ID token that any of our keys signed, expired or not; undefined for everything else. */
export async function readIdToken(
  id_token: string,
  { keyring }: Pick<Context, "keyring">,
): Promise<JsonObject | undefined> {
  const keys = await keyring.publicKeys([keySets.id_token]);
  const verified = await verifyJwt(id_token, keys, { algorithms: signingAlgorithms });
  return verified.ok ? verified.value.claims : undefined;
}
