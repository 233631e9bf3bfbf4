import type { Client, NewClient } from "../../oauth/client.ts";
import type { SecretRotationTimes } from "../../oauth/client/secret-rotation.ts";
import type { KeysetListing, KeysetPage } from "./page.ts";

export interface Clients {
  /** False when the id is taken, and then nothing is written. */
  create(client: NewClient): Promise<boolean>;
  /** Synchronous where it is cached. */
  find(client_id: string): Promise<Client | undefined> | Client | undefined;
  /** From the database: a registration access token that was replaced must not be accepted from a cache. */
  findCurrent(client_id: string): Promise<Client | undefined>;
  /** By ascending `client_id`. The same object until a client changes. */
  list(page: KeysetPage): Promise<KeysetListing<Client>>;
  /** The clients that match, by ascending `client_id`. */
  search(filter: ClientFilter, page: KeysetPage): Promise<KeysetListing<Client>>;
  /** Whether any client allows CORS requests from this origin. */
  allowsOrigin(origin: string): Promise<boolean>;
  /** Replaces the description of a client, keeping `created_at` and the tokens. Undefined when there is no such client. */
  replace(client: ClientReplacement): Promise<Client | undefined>;
  /** As `replace`, if the client is still as it was read. `changed` when another request was first; then nothing is written. */
  replaceUnchanged(
    read: Client,
    client: ClientReplacement,
  ): Promise<Client | "changed" | undefined>;
  /** Disables a client, or enables it again: nothing else of it changes. Undefined when there is no such client. */
  setEnabled(client_id: string, enabled: boolean, now: number): Promise<Client | undefined>;
  /** Keeps a client that would expire, because it is used. */
  keep(client_id: string): Promise<void>;
  /**
   * Adds a new secret; the old one stays valid for the overlap, or until `deletePreviousSecrets`, and those before it for theirs.
   * `too_many` when one would have to end before its time, and then nothing is written. Undefined when there is no such client.
   */
  rotateSecret(
    client_id: string,
    client_secret_hash: string,
    times: SecretRotationTimes,
  ): Promise<Client | "too_many" | undefined>;
  /** Ends every secret but the newest. Undefined when there is no such client. */
  deletePreviousSecrets(client_id: string, now: number): Promise<Client | undefined>;
  /**
   * Replaces the hash of a secret, the current or an earlier one, by another hash of the same secret. False where the client has
   * no such hash any more, and then nothing is written.
   */
  replaceSecretHash(client_id: string, hash: string, by: string): Promise<boolean>;
  /** False when there is no such client. Its tokens become invalid. */
  delete(client_id: string): Promise<boolean>;
  /** Revokes every access token of the client. False when there is no such client. */
  revokeAccessTokens(client_id: string): Promise<boolean>;
}

/** Which clients to find; what is undefined does not matter. */
export interface ClientFilter {
  /** The whole name. */
  readonly client_name?: string | undefined;
  /** The whole owner. */
  readonly owner?: string | undefined;
  /** A part of the id, the name, the owner or a redirect URI, in any case. */
  readonly search?: string | undefined;
}

/** `client_secret_hash: undefined` keeps the secret. */
export type ClientReplacement = Omit<NewClient, "created_at">;
