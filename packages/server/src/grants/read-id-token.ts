import type { JsonObject } from "@latchkey/api";
import type { Context } from "../context/context.ts";
import { MAX_OWN_KEYS_TRIED, verifyJwt } from "../crypto/jwt.ts";
import { keySets } from "../context/keyring.ts";
import { allSigningAlgorithms } from "../oauth/algorithms.ts";
import { isOfType } from "../oauth/jwt/jwt-type.ts";

/** The claims of an ID token signed by one of our keys, expired or not; otherwise undefined. */
export async function readIdToken(
  id_token: string,
  { keyring }: Pick<Context, "keyring">,
): Promise<JsonObject | undefined> {
  const keys = await keyring.publicKeys([keySets.id_token]);
  const verified = await verifyJwt(id_token, keys, {
    algorithms: allSigningAlgorithms,
    max_keys_tried: MAX_OWN_KEYS_TRIED,
  });
  if (!verified.ok) return undefined;
  const { claims, header } = verified.value;
  if (!isOfType(header["typ"], ["JWT"])) return undefined; // RFC 8725 §3.11
  // Userinfo responses, authorization responses and logout tokens have the same keys and are not ID tokens.
  const isIdToken =
    typeof claims["exp"] === "number" &&
    typeof claims["sub"] === "string" &&
    claims["events"] === undefined;
  return isIdToken ? claims : undefined;
}
