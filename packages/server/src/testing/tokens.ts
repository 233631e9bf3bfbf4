import { revoke } from "../api/public/revoke.ts";
import type { Context } from "../context/context.ts";
import { END_OF_TIME, readGrantToken } from "../crypto/grant-token.ts";
import { decodeJwt } from "../crypto/jwt.ts";
import { clientIdOf, findToken } from "../grants/find-token.ts";
import { authenticated } from "../oauth/client/authentication.ts";

/**
 * When a code or token expires, in unix seconds: opaque tokens, codes, and JWTs such as ID tokens. Infinity for one that does
 * not expire, undefined for one that this server did not issue.
 */
export async function expiryOf(presented: string, context: Context): Promise<number | undefined> {
  for (const kind of context.token_kinds) {
    const token = readGrantToken(context.signer, kind, presented);
    if (token !== undefined) return token.expires_at === END_OF_TIME ? Infinity : token.expires_at;
  }
  const exp = decodeJwt(presented)?.claims["exp"];
  if (typeof exp === "number") return exp;
  const found = await findToken(presented, context);
  return found !== undefined && "expires_at" in found ? found.expires_at : undefined;
}

/** Revokes an access or refresh token as its client would. False when there is no such token. */
export async function revokeAnyToken(presented: string, context: Context): Promise<boolean> {
  const token = await findToken(presented, context);
  const client = token && (await context.store.clients.find(clientIdOf(token)));
  if (client === undefined) return false;
  const caller = authenticated(client, client.token_endpoint_auth_method);
  return (await revoke(presented, caller, context)).kind !== "nothing";
}
