import type { Client, NewClient, SelfRegistration } from "../../oauth/client.ts";
import type { RegistrationUpdate } from "../../oauth/client/registration-update.ts";
import type { RotationTimes } from "../../oauth/client/secret-rotation.ts";
import type { KeysetListing, KeysetPage, Listing, Page } from "./page.ts";

export interface Clients {
  /** False when the id is taken, and then nothing is written. */
  create(client: NewClient): Promise<boolean>;
  /**
   * Creates the client of a metadata document, or replaces its description. A client that was registered under the id is
   * returned as it is. Undefined when it was deleted meanwhile. From `expires_at` (unix seconds) on, it is swept once it has
   * no grants. `full` when it is new and there are `max_strangers` already; then nothing is written.
   */
  storeDocument(
    client: NewClient,
    expires_at: number,
    max_strangers?: number,
  ): Promise<Client | "full" | undefined>;
  /**
   * Creates a client that registers itself, and counts a use of its initial access token. False when the token was deleted,
   * expired or used up meanwhile, and `full` when it has no token and there are `max_strangers` already; then nothing is
   * written.
   */
  register(
    client: NewClient,
    token: TokenUse | undefined,
    max_strangers?: number,
  ): Promise<boolean | "full">;
  /** How many clients there are that no operator registered, counted up to `max`: of documents, and registered without a token. */
  countStrangers(max: number): Promise<number>;
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
  /**
   * As `replaceUnchanged`, by the client itself, and replaces its registration access token. Undefined also when the token is no
   * longer the one that was read.
   */
  replaceRegistration(
    read: Client,
    client: ClientReplacement,
    rotation: RegistrationRotation,
  ): Promise<Client | "changed" | undefined>;
  /** Keeps a client that would expire, because it is used. */
  keep(client_id: string): Promise<void>;
  /**
   * Adds a new secret; the old one stays valid for the overlap, and those before it for theirs. `too_many` when one would have to
   * end before its time, and then nothing is written. Undefined when there is no such client.
   */
  rotateSecret(
    client_id: string,
    client_secret_hash: string,
    times: RotationTimes,
  ): Promise<Client | "too_many" | undefined>;
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

/** The use of an initial access token. `now` is in unix seconds. */
interface TokenUse {
  readonly token_id: string;
  readonly now: number;
}

/** A new registration access token, the update that it follows, and the terms of the registration. */
interface RegistrationRotation {
  readonly registration_token_hash: string;
  readonly last_update: RegistrationUpdate;
  readonly terms: SelfRegistration;
}

export interface RegistrationTokens {
  create(token: StoredRegistrationToken): Promise<void>;
  /** The token with this hash, unless it expired or was used up. */
  findUsable(token_hash: string, now: number): Promise<StoredRegistrationToken | undefined>;
  /** The newest first. */
  list(page: Page): Promise<Listing<StoredRegistrationToken>>;
  /** False when there is no such token. */
  delete(token_id: string): Promise<boolean>;
}

/** RFC 7591 §3: an initial access token, with which clients can register. Only its hash is stored. */
export interface StoredRegistrationToken {
  readonly token_id: string;
  readonly token_hash: string;
  readonly note: string;
  /** The scopes that clients registered with it may have; those of the settings when undefined. */
  readonly scope: readonly string[] | undefined;
  readonly uses: number;
  /** Undefined for any number. */
  readonly max_uses: number | undefined;
  /** Unix seconds, as is `expires_at`; undefined for never. */
  readonly created_at: number;
  readonly expires_at: number | undefined;
}
