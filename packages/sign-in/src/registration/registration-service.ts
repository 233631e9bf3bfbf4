import type { PasswordRefusal } from "../accounts.ts";
import type { Locale } from "../messages/locale.ts";

/** How users get accounts without an operator creating them. */
export interface RegistrationService {
  /** Whether users register without an invitation. */
  readonly is_open: boolean;
  /** Whether users choose a username; otherwise it is their email address. */
  readonly asks_username: boolean;
  /** Mails a link. The result is the same, and takes the same work, whether the address has an account or not. */
  begin(start: RegistrationStart): Promise<RegistrationBegun>;
  /** Who follows a link. Undefined when it was used, withdrawn or has expired. */
  find(kind: LinkKind, token: string): Promise<OpenRegistration | undefined>;
  /** Creates the account, which uses the link up. */
  complete(kind: LinkKind, token: string, user: NewUser): Promise<RegistrationCompleted>;
}

/** What a link is of. */
export type LinkKind = "registration" | "invitation";

interface RegistrationStart {
  /** As it was typed. */
  readonly email: string;
  readonly locale: Locale;
  /** The network address of the request, if known. */
  readonly address: string | undefined;
  readonly origin: RegistrationOrigin | undefined;
}

/** The login request in which a user registers, and the browser that it is of. */
export interface RegistrationOrigin {
  readonly login_challenge: string;
  /** By which the browser is recognised when it follows the link. */
  readonly browser: string;
}

type RegistrationBegun =
  | {
      readonly kind:
        | "mailed"
        | "not_offered"
        | "address_malformed"
        | "domain_not_allowed"
        /** Too many registrations wait for their users. */
        | "full";
    }
  /** `mails_paused`: too many links were asked for, for this address. */
  | { readonly kind: "wait" | "mails_paused"; readonly seconds: number };

export interface OpenRegistration {
  /** That of the account that will be created. */
  readonly subject: string;
  readonly email: string;
  readonly name: string | undefined;
  readonly origin: RegistrationOrigin | undefined;
}

export interface NewUser {
  /** As typed, as is the username. */
  readonly name: string;
  readonly username: string;
  readonly credential: NewCredential;
  /** The network address of the request, if known. */
  readonly address: string | undefined;
}

type NewCredential =
  | { readonly kind: "password"; readonly password: string }
  | {
      readonly kind: "passkey";
      readonly response: string;
      readonly challenge: string;
      readonly name: string;
    };

export type RegistrationCompleted =
  | {
      readonly kind: "created";
      readonly subject: string;
      /** RFC 8176: how the user authenticated by that. */
      readonly amr: readonly string[];
      readonly origin: RegistrationOrigin | undefined;
    }
  | { readonly kind: "wait"; readonly seconds: number }
  | RegistrationProblem;

/** What the user must correct, if they can. */
export type RegistrationProblem =
  | { readonly kind: "gone" }
  /** Another account has the address. */
  | { readonly kind: "address_taken" }
  | {
      readonly kind:
        | "name_missing"
        | "name_malformed"
        | "username_malformed"
        | "username_taken"
        | "passkey_refused";
    }
  | { readonly kind: "password_refused"; readonly refusal: Exclude<PasswordRefusal, "same"> };
