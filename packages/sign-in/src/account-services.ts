import type { JsonObject, RequestTexts } from "@latchkey/api";

import type { HistoryService, Origin } from "./account/history.ts";
import type { SelfService } from "./account/self-service.ts";
import type { PasswordRefusal } from "./accounts.ts";
import type { AcrNames, Strength } from "./factors/policy.ts";
import type { FederationService, VaultService } from "./federation/service.ts";
import type { MailService } from "./mail/mail-service.ts";

/** What the account page and sign-in with more than a password need of the server, beside the accounts and the challenge API. */
export interface AccountServices {
  /** Unix seconds. */
  now(): number;
  /** What a user types to sign in; undefined if the account was deleted. */
  usernameOf(subject: string): Promise<string | undefined>;
  /** Changes the password, which ends all sessions of the user, unless it is refused. */
  setPassword(subject: string, password: string): Promise<PasswordRefusal | "gone" | undefined>;
  /** Whether the user knows a password. One that was created by another server does not; all do when left out. */
  hasPassword?(subject: string): Promise<boolean>;
  readonly history: HistoryService;
  readonly self_service: SelfService;
  readonly sessions: SessionService;
  readonly factors: FactorService;
  readonly passkeys: PasskeyService;
  readonly devices: DeviceService;
  /** Undefined where no mails are sent. */
  readonly mail?: MailService | undefined;
  readonly acr_names: AcrNames;
  /** Signing in with other servers. */
  readonly federation?: FederationService;
  /** Tokens of these other servers, for apps. */
  readonly vault?: VaultService;
  /** What the operator calls the scopes and APIs to which a user gave a client access. */
  textsOf(
    access: { readonly scope: readonly string[]; readonly audience: readonly string[] },
    client: { readonly audience: readonly string[] },
  ): Promise<RequestTexts | undefined>;
  /** How strong every sign-in to this account has to be. */
  demandOn(subject: string): Promise<Strength>;
}

/** The browsers in which a user is signed in. */
export interface SessionService {
  /** Notes a sign-in that is about to be accepted. */
  add(session: NewSession): Promise<void>;
  /** RFC 8176: how the user signed in to a session; undefined if that is not known. */
  methodsOf(subject: string, sid: string): Promise<readonly string[] | undefined>;
  /** How and when the user signed in to a session that has not ended. */
  find(subject: string, sid: string): Promise<FoundSession | undefined>;
  /** Those that have not ended, newest first. */
  list(subject: string): Promise<readonly SignedInSession[]>;
  /** Ends a session of this user, and notifies the apps of it that registered for that. Undefined where there is none. */
  end(subject: string, sid: string): Promise<{ readonly device: string } | undefined>;
  /** Ends a session in whose place the user has another one in the same browser: apps go on. */
  replace(subject: string, sid: string): Promise<void>;
}

interface FoundSession {
  readonly amr: readonly string[];
  /** Unix seconds. */
  readonly authenticated_at: number;
}

/** Devices on which users signed in before: failed sign-ins there count apart from those elsewhere. */
export interface DeviceService {
  /** The name of the device to count by, if one of the tokens is for this user. */
  recognize(
    user: { readonly username: string } | { readonly subject: string },
    tokens: readonly string[],
  ): Promise<string | undefined>;
  /** The token of this user on this device: the one it has, or a new one. It lasts for so many seconds from now. */
  remember(subject: string, tokens: readonly string[], lifetime: number): Promise<string>;
  /** Forgets the other devices of the user. */
  forgetOthers(subject: string, tokens: readonly string[]): Promise<void>;
}

interface NewSession {
  readonly subject: string;
  readonly sid: string;
  readonly origin: Origin;
  readonly amr: readonly string[];
  /** Seconds. */
  readonly lifetime: number;
}

interface SignedInSession {
  readonly sid: string;
  readonly device: string;
  /** Unix seconds. */
  readonly signed_in_at: number;
}

/** One-time codes, and what they have in common with passkeys. */
export interface FactorService {
  list(subject: string): Promise<readonly FactorSummary[]>;
  /** A secret for an authenticator app. Nothing is stored. */
  proposeTotp(username: string, product_name: string, secret?: string): TotpProposal;
  /**
   * Stores the secret, if the code is one of its codes of now. False otherwise, or if the account has an app; with `is_first`,
   * also if it has any factor.
   */
  addTotp(
    subject: string,
    secret: string,
    code: string,
    options?: { readonly is_first: boolean },
  ): Promise<boolean>;
  /** Whether it is a code of now that was not used before. */
  verifyTotp(subject: string, code: string): Promise<boolean>;
  /** `last`: the user could not sign in any more. */
  remove(subject: string, factor_id: string): Promise<"removed" | "unknown" | "last">;
  /** New recovery codes in place of those there are. They are returned once and stored as hashes. */
  newRecoveryCodes(subject: string): Promise<readonly string[]>;
  countRecoveryCodes(subject: string): Promise<number>;
  /** Whether it is a recovery code of this user, which is used up by that. */
  useRecoveryCode(subject: string, code: string): Promise<boolean>;
}

/** A factor without its secrets. */
interface FactorSummary {
  readonly factor_id: string;
  readonly kind: "totp" | "passkey";
  readonly name: string;
  /** Unix seconds. */
  readonly created_at: number;
  readonly last_used_at: number | undefined;
}

export interface TotpProposal {
  /** Base64url. */
  readonly secret: string;
  /** As users type it: base32, in groups. */
  readonly typed: string;
  /** For apps on this device. */
  readonly uri: string;
  /** The URI as a QR code, an SVG document. */
  readonly qr_code: string;
}

/** WebAuthn. Options and responses are in the JSON form of WebAuthn Level 3 §5.1. */
export interface PasskeyService {
  /** False where browsers have no passkeys: the server is at an IP address. */
  readonly available: boolean;
  /** Options of `navigator.credentials.get`: for any passkey, or for those of a user. */
  requestOptions(challenge: string, subject?: string): Promise<JsonObject>;
  /** Options of `navigator.credentials.create`. */
  creationOptions(user: PasskeyUser, challenge: string): Promise<JsonObject>;
  /**
   * Stores a new passkey. False if the response is not one to this challenge, or the passkey is known; with `is_first`, also if
   * the account has any factor.
   */
  add(
    subject: string,
    name: string,
    response: string,
    challenge: string,
    options?: { readonly is_first: boolean },
  ): Promise<boolean>;
  /** The user whose passkey signed this challenge, and how that is called in RFC 8176. */
  verify(response: string, challenge: string): Promise<VerifiedPasskey | undefined>;
}

interface PasskeyUser {
  readonly subject: string;
  readonly username: string;
  readonly display_name: string;
}

interface VerifiedPasskey {
  readonly subject: string;
  readonly amr: readonly string[];
}
