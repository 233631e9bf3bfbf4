import type { Context } from "../context/context.ts";
import type { JsonWebKey } from "@latchkey/api";
import { ClientKeyError, encrypt } from "../crypto/encryption/jwe.ts";
import { type DecodedJwt, verifyJwt } from "../crypto/jwt.ts";
import type { Client } from "../oauth/client.ts";
import { type Encryption, findEncryptionKey } from "../oauth/client/encryption.ts";
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

/** Verifies a JWT with the keys of a client or a trusted issuer, registered or from its jwks_uri. The error is for operators. */
export async function verifyWithKeysOf(
  { jwks, jwks_uri }: Pick<Client, "jwks" | "jwks_uri">,
  jwt: string,
  algorithms: readonly string[],
  { remote_jwks }: Pick<Context, "remote_jwks">,
): Promise<Result<DecodedJwt, string>> {
  if (jwks !== undefined) {
    const verified = await verifyJwt(jwt, jwks.keys, { algorithms });
    return verified.ok ? verified : err(verified.error.reason);
  }
  if (jwks_uri === undefined) return err("there are no keys");
  for (const refresh of [false, true]) {
    const keys = await remote_jwks.keysOf(jwks_uri, { refresh });
    if (!keys.ok) return err(`jwks_uri: ${keys.error.reason}`);
    const verified = await verifyJwt(jwt, keys.value, { algorithms });
    if (verified.ok) return verified;
    // The keys may have been rotated since they were cached.
    if (verified.error.reason !== "key_unknown") return err(verified.error.reason);
  }
  return err("key_unknown");
}

/** Encrypts a response to a key of the client. Throws a ClientKeyError when it has none that fits, or none that can be fetched. */
export async function encryptToClient(
  client: Client,
  plaintext: string,
  encryption: Encryption & { readonly cty?: "JWT" },
  context: Pick<Context, "remote_jwks">,
): Promise<string> {
  return encrypt(plaintext, await encryptionKeyOf(client, encryption.alg, context), encryption);
}

async function encryptionKeyOf(
  { jwks, jwks_uri }: Client,
  alg: string,
  { remote_jwks }: Pick<Context, "remote_jwks">,
): Promise<JsonWebKey> {
  const registered = jwks && findEncryptionKey(jwks.keys, alg);
  if (registered !== undefined) return registered;
  if (jwks_uri === undefined) throw new ClientKeyError(`The client has no key for ${alg}.`);
  for (const refresh of [false, true]) {
    const keys = await remote_jwks.keysOf(jwks_uri, { refresh });
    if (!keys.ok) throw new ClientKeyError(`The jwks_uri cannot be used: ${keys.error.reason}.`);
    const found = findEncryptionKey(keys.value, alg);
    if (found !== undefined) return found;
  }
  throw new ClientKeyError(`The jwks_uri of the client has no key for ${alg}.`);
}
