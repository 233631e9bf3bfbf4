import type { Account } from "../../store/port.ts";
import type { ProviderIdentity } from "../rules/identity-claims.ts";
import type { ProviderRecord } from "../rules/identity-provider.ts";
import type { ProviderTokens } from "../rules/provider-tokens.ts";

/** The providers. They are few, and cached together. */
export interface IdentityProviders {
  /** By ascending id. */
  all(): Promise<readonly ProviderRecord[]>;
  find(id: string): Promise<ProviderRecord | undefined>;
  /** False when the id is taken, and then nothing is written. */
  create(provider: ProviderRecord): Promise<boolean>;
  /** Replaces all but the id. False when there is no such provider. */
  replace(provider: ProviderRecord): Promise<boolean>;
  /** Removes the links with it, too. False when there was no such provider. */
  delete(id: string): Promise<boolean>;
}

/** The accounts of users at providers. Each belongs to one account here, which has at most one of each provider. */
export interface LinkedIdentities {
  find(provider_id: string, provider_subject: string): Promise<LinkedIdentity | undefined>;
  /** By provider. */
  list(subject: string): Promise<readonly LinkedIdentity[]>;
  /**
   * Links an identity with an account, or notes that it was used. Of several requests for the same identity, or for the same
   * account and provider, one wins; nothing is written for the others.
   */
  link(identity: LinkedIdentity): Promise<LinkOutcome>;
  /** Creates an account without a password, linked. Nothing is written unless all of it is. */
  createAccount(
    account: Account,
    identity: LinkedIdentity,
  ): Promise<"created" | "taken" | "email_taken" | "linked">;
  /** Whether the account has a password that its user knows. */
  hasPassword(subject: string): Promise<boolean>;
  /**
   * Removes a link, unless it is the last way to sign in: the account has neither a password, nor a passkey, nor another link.
   */
  unlink(subject: string, provider_id: string): Promise<"unlinked" | "unknown" | "last">;
  /** Removes all links of a user, and returns how many there were. */
  removeAll(subject: string): Promise<number>;
}

/**
 * `used`: the two were linked already. `other_account`: the identity is linked with another one. `other_identity`: the account is
 * linked with another one there.
 */
export type LinkOutcome = "linked" | "used" | "other_account" | "other_identity" | "account_gone";

export interface LinkedIdentity {
  readonly provider_id: string;
  readonly provider_subject: string;
  readonly subject: string;
  /** How the provider calls the user: an address or a name. */
  readonly label: string;
  /** Unix seconds. */
  readonly linked_at: number;
  readonly last_used_at: number;
}

/** What lies between the steps of a sign-in with a provider. Rows expire. */
export interface FederationAttempts {
  /** Stores what is needed when the user returns. A new attempt for the same login or account takes the place of the last one. */
  start(attempt: StartedAttempt): Promise<void>;
  /** Returns an attempt once: of two uses of the same state one wins. */
  take(attempt_id: string, state: string, now: number): Promise<StartedAttempt | undefined>;
  /** Stores who has signed in at the provider, until the sign-in here is complete. */
  arrive(arrival: Arrival): Promise<void>;
  /** Returns an arrival as often as it is asked for. */
  findArrival(arrival_id: string, now: number): Promise<Arrival | undefined>;
  /** Returns an arrival once. */
  takeArrival(arrival_id: string, now: number): Promise<Arrival | undefined>;
}

/** A user is at the provider. */
export interface StartedAttempt {
  readonly attempt_id: string;
  /** The `state` parameter. Only its hash is stored. */
  readonly state: string;
  readonly provider_id: string;
  /** Whose browser it is: a token of its cookie. */
  readonly binding: string;
  readonly nonce: string;
  readonly code_verifier: string;
  readonly purpose: AttemptPurpose;
  /** Unix seconds. */
  readonly expires_at: number;
}

type AttemptPurpose =
  | { readonly kind: "login"; readonly challenge: string; readonly max_age?: number }
  /** From the account page, by a user who is signed in. */
  | { readonly kind: "link"; readonly subject: string; readonly session_id: string };

/** A user has come back from the provider. */
export interface Arrival {
  readonly arrival_id: string;
  readonly provider_id: string;
  readonly identity: ProviderIdentity;
  /** For the logout at the provider. */
  readonly id_token: string | undefined;
  /** To be kept; undefined where the provider's are not. */
  readonly tokens: ProviderTokens | undefined;
  /** Unix seconds. */
  readonly expires_at: number;
}

/** With which provider a session began. Rows expire with it. */
export interface FederatedSessions {
  add(session: FederatedSession): Promise<void>;
  find(sid: string, now: number): Promise<FederatedSession | undefined>;
}

export interface FederatedSession {
  readonly sid: string;
  readonly subject: string;
  readonly provider_id: string;
  /** Undefined where the provider has none, or when no system secret opens it any more. */
  readonly id_token: string | undefined;
  /** Unix seconds. */
  readonly expires_at: number;
}

/** The tables of signing in with other servers. */
export interface FederationStore {
  readonly identity_providers: IdentityProviders;
  readonly linked_identities: LinkedIdentities;
  readonly federation_attempts: FederationAttempts;
  readonly federated_sessions: FederatedSessions;
}
