import type { Context } from "../context/context.ts";
import { hashChosenSecret } from "../crypto/client-secret.ts";
import { formatOf } from "../crypto/secret-hash.ts";
import type { Client } from "../oauth/client.ts";

/** The clients, as they were read, for which it was tried: once is enough until they are read again. */
const tried = new WeakSet<Client>();

/**
 * Replaces the hash of another server that a secret has just matched by one of our own. The request does not fail where this
 * fails: the next one tries it again, once the client was read again.
 */
export async function replaceSecretHash(
  client: Client,
  secret: string,
  stored: string,
  { log, store }: Context,
): Promise<void> {
  const format = formatOf(stored);
  if (tried.has(client) || format?.isExact?.(secret) === false) return;
  tried.add(client);
  const { client_id } = client;
  try {
    await store.clients.replaceSecretHash(client_id, stored, await hashChosenSecret(secret));
  } catch (error) {
    log.warn("the hash of a secret was not replaced", { client_id, error });
  }
}
