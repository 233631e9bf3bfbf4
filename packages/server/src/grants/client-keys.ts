import type { Context } from "../context/context.ts";
import type { JsonWebKey } from "@latchkey/api";
import { ClientKeyError, encrypt } from "../crypto/encryption/jwe.ts";
import { type DecodedJwt, verifyJwt } from "../crypto/jwt.ts";
import type { MaybePromise } from "../maybe-promise.ts";
import type { Client } from "../oauth/client.ts";
import { type Encryption, findEncryptionKey } from "../oauth/client/encryption.ts";
import { err, ok, type Result } from "../oauth/result.ts";

/** Whether one of the client's keys, registered or from its jwks_uri, is the wanted one. The error is for operators. */
export async function findClientKey(
  { jwks, jwks_uri }: Client,
  isWanted: (key: JsonWebKey) => boolean,
  context: KeyContext,
): Promise<Result<boolean, string>> {
  if (jwks !== undefined) return ok(jwks.keys.some(isWanted));
  if (jwks_uri === undefined) return err("the client has no keys");
  const found = await useRemoteKeys(jwks_uri, (keys) => keys.find(isWanted), context);
  return found.ok ? ok(found.value !== undefined) : err(`jwks_uri: ${found.error.reason}`);
}

/** Verifies a JWT with the keys of a client or a trusted issuer, registered or from its jwks_uri. The error is for operators. */
export async function verifyWithKeysOf(
  { jwks, jwks_uri }: Pick<Client, "jwks" | "jwks_uri">,
  jwt: string,
  algorithms: readonly string[],
  context: KeyContext,
): Promise<Result<DecodedJwt, string>> {
  if (jwks !== undefined) {
    const verified = await verifyJwt(jwt, jwks.keys, { algorithms });
    return verified.ok ? verified : err(verified.error.reason);
  }
  if (jwks_uri === undefined) return err("there are no keys");
  const verify = async (keys: readonly JsonWebKey[]) => {
    const verified = await verifyJwt(jwt, keys, { algorithms });
    return !verified.ok && verified.error.reason === "key_unknown" ? undefined : verified;
  };
  const used = await useRemoteKeys(jwks_uri, verify, context);
  if (!used.ok) return err(`jwks_uri: ${used.error.reason}`);
  if (used.value === undefined) return err("key_unknown");
  return used.value.ok ? used.value : err(used.value.error.reason);
}

/** Encrypts a response to a key of the client. Throws a ClientKeyError when it has none that fits, or none that can be fetched. */
export async function encryptToClient(
  client: Client,
  plaintext: string,
  encryption: Encryption & { readonly cty?: "JWT" },
  context: KeyContext,
): Promise<string> {
  return encrypt(plaintext, await encryptionKeyOf(client, encryption.alg, context), encryption);
}

async function encryptionKeyOf(
  { jwks, jwks_uri }: Client,
  alg: string,
  context: KeyContext,
): Promise<JsonWebKey> {
  const registered = jwks && findEncryptionKey(jwks.keys, alg);
  if (registered !== undefined) return registered;
  if (jwks_uri === undefined) throw new ClientKeyError(`The client has no key for ${alg}.`);
  const found = await useRemoteKeys(jwks_uri, (keys) => findEncryptionKey(keys, alg), context);
  if (!found.ok) throw new ClientKeyError(`The jwks_uri cannot be used: ${found.error.reason}.`);
  if (found.value !== undefined) return found.value;
  throw new ClientKeyError(`The jwks_uri of the client has no key for ${alg}.`);
}

type KeyContext = Pick<Context, "remote_jwks">;
type RemoteKeys = Awaited<ReturnType<Context["remote_jwks"]["keysOf"]>>;

/**
 * What `use` makes of the cached keys at a URL, or else of the keys as they are now: they may have been rotated since they were
 * cached. Undefined where it makes nothing of either.
 */
async function useRemoteKeys<T>(
  jwks_uri: string,
  use: (keys: readonly JsonWebKey[]) => MaybePromise<T | undefined>,
  { remote_jwks }: KeyContext,
): Promise<Result<T | undefined, Extract<RemoteKeys, { ok: false }>["error"]>> {
  for (const refresh of [false, true]) {
    const keys = await remote_jwks.keysOf(jwks_uri, { refresh });
    if (!keys.ok) return keys;
    const used = await use(keys.value);
    if (used !== undefined) return ok(used);
  }
  return ok(undefined);
}
