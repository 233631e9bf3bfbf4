import type { ProviderRefusal, SignInLimit } from "@latchkey/api";

/** What the pages need of the server to let users sign in with other servers. */
export interface FederationService {
  /** Those that users can sign in with, in the order of their buttons. */
  list(): Promise<readonly ProviderButton[]>;
  /** Notes that a user leaves for a provider. `bindTo` ties the state to the browser. */
  start(
    provider_id: string,
    purpose: FederationPurpose,
    visit: {
      readonly bindTo: (state: string) => string;
      readonly request_id: string | undefined;
    },
  ): Promise<StartOutcome>;
  /** Reads the response of a provider, each once. `isBoundTo` says whether the state is that of this browser. */
  finish(
    provider_id: string,
    response: URLSearchParams,
    visit: {
      readonly isBoundTo: (state: string, binding: string) => boolean;
      readonly address: string | undefined;
      readonly request_id: string | undefined;
    },
  ): Promise<FinishOutcome>;
  /**
   * What follows in a sign-in for a user who came from a provider, whose account is created if it is to be. Undefined where it took
   * too long.
   */
  resume(arrival_id: string): Promise<ResumedArrival | undefined>;
  /** Ends a sign-in: links the identity with the account where it is not, and notes with which provider the session began. */
  complete(arrival_id: string, session: CompletedSession): Promise<CompleteOutcome>;
  /** The same from the account page of a user who is signed in already. */
  link(arrival_id: string, subject: string): Promise<CompleteOutcome>;
  linksOf(subject: string): Promise<readonly ProviderLink[]>;
  unlink(subject: string, provider_id: string): Promise<UnlinkOutcome>;
  /** The provider that a session began with. */
  providerOf(subject: string, sid: string): Promise<string | undefined>;
  /** Where the user signs out at the provider that the session began with, if its record says so. */
  signOutUrl(subject: string, sid: string, state: string): Promise<string | undefined>;
}

/** What the pages need of the server where tokens of providers are kept. */
export interface VaultService {
  /** The ids of the providers whose tokens are kept for a user. */
  keptFor(subject: string): Promise<readonly string[]>;
  /** False when none were. */
  remove(subject: string, provider_id: string): Promise<boolean>;
}

/** A provider, as its button shows it. */
export interface ProviderButton {
  readonly provider_id: string;
  readonly name: string;
  /** Which mark the button has: the name of a preset, or any other text for none. */
  readonly mark: string;
}

/** What a user signs in at a provider for. */
export type FederationPurpose =
  | {
      readonly kind: "login";
      readonly challenge: string;
      /** Seconds ago that the user may have signed in at the provider, 0 for a new sign-in; undefined for any. */
      readonly max_age?: number;
    }
  | { readonly kind: "link"; readonly subject: string; readonly session_id: string };

/** Why a sign-in with a provider does not go on. */
export interface ProviderFailure {
  /**
   * `cancelled`: by the user, at the provider. `unavailable`: the provider does not respond at the moment. `failed`: trying again may
   * help. `failed_for_good`: only an operator can help, here or there.
   */
  readonly kind: "cancelled" | "unavailable" | "failed" | "failed_for_good";
  readonly reason: ProviderRefusal;
}

/** Too many sign-ins with the provider failed before. */
export interface ProviderWait {
  readonly kind: "wait";
  readonly seconds: number;
  readonly limit?: SignInLimit | undefined;
}

type StartOutcome =
  | { readonly kind: "started"; readonly redirect_to: string }
  | { readonly kind: "unknown" }
  | (ProviderFailure & { readonly provider: ProviderButton });

interface KnownResponse {
  readonly provider: ProviderButton;
  readonly purpose: FederationPurpose;
}

export type FinishOutcome =
  /** The response belongs to no attempt of this browser at this provider, if there is one. */
  | { readonly kind: "unknown"; readonly provider: ProviderButton | undefined }
  | (KnownResponse & (ProviderFailure | ProviderWait))
  | (KnownResponse & { readonly kind: "arrived"; readonly arrival_id: string });

/** A user who came from a provider. */
interface ResumedArrival {
  readonly provider: ProviderButton;
  readonly next: ArrivalStep;
  /** How the provider calls the user. */
  readonly label: string;
  /** RFC 8176: how the user signed in there, where the provider is believed. */
  readonly amr: readonly string[];
}

/** What follows in a sign-in: it goes on, or the user has to sign in to the account that they have. */
export type ArrivalStep =
  /** `is_new`: the account was created just now, linked with the provider. */
  | { readonly kind: "sign_in"; readonly subject: string; readonly is_new: boolean }
  /** The account is disabled, or gone. */
  | { readonly kind: "refuse"; readonly subject: string | undefined }
  | { readonly kind: "prove_account" };

export interface CompletedSession {
  readonly subject: string;
  readonly sid: string;
  /** Seconds. */
  readonly lifetime: number;
}

/** `used`: both were linked already. `gone`: it took too long. `other_account`, `other_identity`: one of the two is linked with another one. */
export type CompleteOutcome =
  | { readonly kind: "gone" }
  | {
      readonly kind: "linked" | "used" | "other_account" | "other_identity";
      readonly provider: string;
    };

/** `last`: the user could not sign in any more. */
type UnlinkOutcome =
  | { readonly kind: "unlinked"; readonly provider: string }
  | { readonly kind: "unknown" | "last" };

/** An account at a provider that an account here is linked with. */
export interface ProviderLink extends ProviderButton {
  readonly label: string;
  /** Unix seconds. */
  readonly linked_at: number;
  readonly last_used_at: number;
}
