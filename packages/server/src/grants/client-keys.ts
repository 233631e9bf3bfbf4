import type { JsonWebKey } from "@latchkey/api";
import type { Context } from "../context/context.ts";
import { type DecodedJwt, verifyJwt } from "../crypto/jwt.ts";
import type { Client } from "../oauth/client.ts";
import { err, ok, type Result } from "../oauth/result.ts";

/** Whether one of the client's keys, registered or from its jwks_uri, is the wanted one. The error is for operators. */
export async function findClientKey(
  { jwks, jwks_uri }: Client,
  isWanted: (key: JsonWebKey) => boolean,
  { remote_jwks }: Pick<Context, "remote_jwks">,
): Promise<Result<boolean, string>> {
  if (jwks !== undefined) return ok(jwks.keys.some(isWanted));
  if (jwks_uri === undefined) return err("the client has no keys");
  for (const refresh of [false, true]) {
    const keys = await remote_jwks.keysOf(jwks_uri, { refresh });
    if (!keys.ok) return err(`jwks_uri: ${keys.error.reason}`);
    if (keys.value.some(isWanted)) return ok(true);
  }
  return ok(false);
}

/** Verifies a JWT with the client's keys, registered or from its jwks_uri. The error is for operators. */
export async function verifyWithClientKeys(
  client: Client,
  jwt: string,
  algorithms: readonly string[],
  { remote_jwks }: Pick<Context, "remote_jwks">,
): Promise<Result<DecodedJwt, string>> {
  const { jwks, jwks_uri } = client;
  if (jwks !== undefined) {
    const verified = await verifyJwt(jwt, jwks.keys, { algorithms });
    return verified.ok ? verified : err(verified.error.reason);
  }
  if (jwks_uri === undefined) return err("the client has no keys");
  for (const refresh of [false, true]) {
    const keys = await remote_jwks.keysOf(jwks_uri, { refresh });
    if (!keys.ok) return err(`jwks_uri: ${keys.error.reason}`);
    const verified = await verifyJwt(jwt, keys.value, { algorithms });
    if (verified.ok) return verified;
    // The client may have rotated its keys since they were cached.
    if (verified.error.reason !== "key_unknown") return err(verified.error.reason);
  }
  return err("key_unknown");
}
