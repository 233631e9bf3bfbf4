import type { Context } from "../context/context.ts";
import type { JsonWebKey } from "@latchkey/api";
import { ClientKeyError, encrypt } from "../crypto/jwe.ts";
import { type DecodedJwt, verifyJwt } from "../crypto/jwt.ts";
import type { MaybePromise } from "../maybe-promise.ts";
import type { Client } from "../oauth/client.ts";
import { type Encryption, findEncryptionKey } from "../oauth/client/encryption.ts";
import { err, ok, type Result } from "../result.ts";
import { type UrlOwner, urlOwner } from "../outbound/outbound.ts";
import { keysUnavailable } from "../outbound/remote-jwks.ts";

/**
 * Whether one of the client's keys, registered or from its jwks_uri, is the wanted one. The error is for operators. Throws a
 * KeysUnavailableError when they cannot be fetched right now.
 */
export async function findClientKey(
  client: Client,
  isWanted: (key: JsonWebKey) => boolean,
  context: KeyContext,
): Promise<Result<boolean, string>> {
  const { jwks, jwks_uri } = client;
  if (jwks !== undefined) return ok(jwks.keys.some(isWanted));
  if (jwks_uri === undefined) return err("the client has no keys");
  const found = await useRemoteKeys(
    jwks_uri,
    urlOwner(client),
    (keys) => keys.find(isWanted),
    context,
  );
  return found.ok ? ok(found.value !== undefined) : err(reasonOf(found.error));
}

/**
 * Verifies a JWT with the keys of a client or a trusted issuer, registered or from its jwks_uri. The error is for operators. Throws
 * a KeysUnavailableError when they cannot be fetched right now.
 */
export async function verifyWithKeysOf(
  holder: KeyHolder,
  jwt: string,
  algorithms: readonly string[],
  context: KeyContext,
): Promise<Result<DecodedJwt, string>> {
  const { jwks, jwks_uri } = holder;
  if (jwks !== undefined) {
    const verified = await verifyJwt(jwt, jwks.keys, { algorithms });
    return verified.ok ? verified : err(verified.error.reason);
  }
  if (jwks_uri === undefined) return err("there are no keys");
  const verify = async (keys: readonly JsonWebKey[]) => {
    const verified = await verifyJwt(jwt, keys, { algorithms });
    return !verified.ok && verified.error.reason === "key_unknown" ? undefined : verified;
  };
  const used = await useRemoteKeys(
    jwks_uri,
    holder.jwks_uri_owner ?? urlOwner(holder),
    verify,
    context,
  );
  if (!used.ok) return err(reasonOf(used.error));
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
  client: Client,
  alg: string,
  context: KeyContext,
): Promise<JsonWebKey> {
  const { jwks, jwks_uri } = client;
  const registered = jwks && findEncryptionKey(jwks.keys, alg);
  if (registered !== undefined) return registered;
  if (jwks_uri === undefined) throw new ClientKeyError(`The client has no key for ${alg}.`);
  const find = (keys: readonly JsonWebKey[]) => findEncryptionKey(keys, alg);
  const found = await useRemoteKeys(jwks_uri, urlOwner(client), find, context);
  if (!found.ok) throw new ClientKeyError(`The jwks_uri cannot be used: ${found.error.reason}.`);
  if (found.value !== undefined) return found.value;
  throw new ClientKeyError(`The jwks_uri of the client has no key for ${alg}.`);
}

/** A client, or an issuer that the operator trusts. */
type KeyHolder = Pick<Client, "jwks" | "jwks_uri" | "metadata_document" | "registration"> & {
  /** Who wrote its jwks_uri, where that does not follow from the rest. */
  readonly jwks_uri_owner?: UrlOwner;
};

type KeyContext = Pick<Context, "remote_jwks">;
type RemoteKeys = Awaited<ReturnType<Context["remote_jwks"]["keysOf"]>>;
type RemoteKeysRejection = Extract<RemoteKeys, { ok: false }>["error"];

/** Why keys cannot be used, for operators. Throws where another attempt may succeed. */
function reasonOf(rejection: RemoteKeysRejection): string {
  const unavailable = keysUnavailable(rejection);
  if (unavailable !== undefined) throw unavailable;
  return `jwks_uri: ${rejection.reason}`;
}

/**
 * What `use` makes of the cached keys at a URL, or else of the keys as they are now: they may have been rotated since they were
 * cached. Undefined where it makes nothing of either.
 */
async function useRemoteKeys<T>(
  jwks_uri: string,
  owner: UrlOwner,
  use: (keys: readonly JsonWebKey[]) => MaybePromise<T | undefined>,
  { remote_jwks }: KeyContext,
): Promise<Result<T | undefined, RemoteKeysRejection>> {
  for (const refresh of [false, true]) {
    const keys = await remote_jwks.keysOf(jwks_uri, owner, { refresh });
    if (!keys.ok) return keys;
    const used = await use(keys.value);
    if (used !== undefined) return ok(used);
  }
  return ok(undefined);
}
