import type { AccessToken } from "../../oauth/access-token.ts";
import type { Client } from "../../oauth/client.ts";
import type { Grant } from "../../oauth/grant.ts";
import type { GrantKey } from "../../oauth/grant-key.ts";
import type { Script } from "../database/statement.ts";
import type { KeysetListing, KeysetPage } from "./page.ts";

export interface Grants {
  find(key: GrantKey): Promise<Grant | undefined>;
  /** By the id alone, which a distributed database must look for everywhere. */
  findById(grant_id: string): Promise<Grant | undefined>;
  /**
   * The grant as this process last saw it, if it is cached. Other processes may have changed it since, so it may only be used to
   * attempt a rotation, which fails then.
   */
  findCached(key: GrantKey): Grant | undefined;
  /** Begins the next generation. False when another request was first or the grant was revoked; then nothing is written. */
  rotate(grant: Grant, next: NextGeneration): Promise<boolean>;
  /**
   * Makes a generation whose tokens are repeated final. The write that began it may be one of an outage that another server is
   * about to undo, and from here on it does not. False when it was undone before, another one has begun, or the grant was revoked.
   */
  confirm(grant: Grant): Promise<boolean>;
  /** Keeps the grant until `expires_at` at least. False when its generation has ended or it was revoked. */
  renew(grant: Grant, expires_at: number): Promise<boolean>;
  /** Begins the first generation, and records when. As `rotate` otherwise. */
  redeem(grant: Grant, next: Redemption): Promise<boolean>;
  /** Records until when a second request with the code counts as a concurrent duplicate. Never moved back. */
  settle(key: GrantKey, redeemed_at_ms: number): Promise<void>;
  /** Counts one more request that presented the code just after it had been redeemed. */
  suspect(key: GrantKey): Promise<void>;
  /** Revokes every token of the grant. The consent stays stored. */
  revoke(key: GrantKey, now: number): Promise<void>;
  /** The newest remembered consent of this user for this client. */
  findRemembered(subject: string, client: Client, now: number): Promise<Grant | undefined>;
  /** The consents of a user, in one login session if `sid` is given, the newest first. */
  listConsents(of: ConsentsOf, page: KeysetPage, now: number): Promise<KeysetListing<Grant>>;
  /** The grants of a user in a login session that are not revoked, up to 1,000. */
  ofSession(subject: string, sid: string, now: number): Promise<readonly Grant[]>;
  /** Deletes the consents of a user for one client or all of them, and so revokes their tokens. Returns how many. */
  forgetConsents(subject: string, client_id: string | undefined): Promise<number>;
  /**
   * Deletes one consent, and so revokes its tokens. Returns how many there were. With `others_expire_at` nothing is remembered
   * any more of what the user allowed this client: the newest consent also remembers what earlier ones granted. The tokens of
   * the other consents stay valid; they are deleted then, in unix seconds.
   */
  forgetConsent(grant: Grant, others_expire_at?: number): Promise<number>;
  /** Deletes up to `limit` grants of a deleted client. Returns how many. */
  forgetClient(client_id: string, limit: number): Promise<number>;
}

/** What changes when a grant's next generation begins. Its session is written where it is another object than the grant's. */
export type NextGeneration = Pick<
  Grant,
  "generation_at_ms" | "client_epoch" | "expires_at" | "cnf"
> &
  Partial<Pick<Grant, "narrowed_details" | "session">>;

/** What changes when a code is redeemed. */
export type Redemption = NextGeneration & { readonly redeemed_at_ms: number };

/** Whose consents are listed. */
interface ConsentsOf {
  readonly subject: string;
  readonly sid?: string | undefined;
}

export interface AccessTokens {
  /**
   * The signature begins with the time at which the token expires (`mintOpaqueToken`), so that expired tokens are adjacent.
   * `also` is written in the same transaction.
   */
  issue(token: NewAccessToken, also?: () => Script<void>): Promise<void>;
  find(signature: Uint8Array): Promise<AccessToken | undefined>;
  /** Lists the token for APIs that verify JWTs by themselves, if it is a JWT, and what was exchanged for it. */
  revoke(signature: Uint8Array, jwt_id?: string): Promise<void>;
  /** Removes up to `limit` tokens that expired before `now` and were issued before `not_after`. */
  flush(now: number, not_after: number, limit: number): Promise<number>;
}

/** Every field is there, so that the row of a token without claims is written without a copy. */
export type NewAccessToken = Required<
  Omit<AccessToken, "ext" | "trusted_issuers" | "is_suspended">
> &
  Pick<AccessToken, "ext" | "trusted_issuers">;
