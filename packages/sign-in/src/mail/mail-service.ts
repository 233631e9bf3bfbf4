import type { PasswordRefusal } from "../accounts.ts";
import type { PageRequest } from "../http/exchange.ts";
import type { Locale } from "../messages/locale.ts";

/** What users do by mail. It is there only where mails are sent. */
export interface MailService {
  /** Codes in place of passwords; undefined where they are not wanted. */
  readonly codes: EmailCodeService | undefined;
  /** Sends a link to choose a new password, if there is such an account with a verified address. The work is the same if not. */
  sendResetLink(name: string, locale: Locale, asker: MailAsker): Promise<"sent" | Paused>;
  /** Whose password a link changes; undefined when it is not valid any more. */
  findReset(token: string): Promise<ResettingUser | undefined>;
  /** Sets the password and ends all sessions of the user. The link is used up unless the password was refused. */
  resetPassword(
    token: string,
    password: string,
    locale: Locale,
  ): Promise<PasswordRefusal | "gone" | undefined>;
  /** Sends a link to verify an address, which then becomes that of the account. `invalid`: it is no address. */
  sendVerification(
    subject: string,
    address: string,
    locale: Locale,
  ): Promise<"sent" | "invalid" | Paused>;
  findVerification(token: string): Promise<Verification | undefined>;
  /** Makes the address that of the account, verified. `taken`: another account has verified it. */
  verifyAddress(token: string, locale: Locale): Promise<"verified" | "taken" | "gone">;
  /** When the password was reset by mail, in Unix seconds, as long as the user has not decided what stays. */
  recoveryOf(subject: string): Promise<number | undefined>;
  finishRecovery(subject: string): Promise<void>;
  /** Tells a user by mail that something about their sign-in has changed. */
  notify(subject: string, change: SecurityChange, locale: Locale): Promise<void>;
}

/** Who asks for a mail: a network address, or a device on which the user signed in before. */
export type MailAsker = { readonly address: string | undefined } | { readonly device: string };

/** Nothing was sent: too many mails were asked for, whether there is such an account or not. */
interface Paused {
  /** Seconds. */
  readonly retry_after: number;
}

/** Codes that are sent by mail and typed in the browser that asked for them. */
export interface EmailCodeService {
  /**
   * Sends a code for one login request, if there is such an account with a verified address. The work is the same if not. Returns
   * the id of the code, without which it is worth nothing.
   */
  send(
    name: string,
    login_challenge: string,
    locale: Locale,
    asker: MailAsker,
  ): Promise<{ readonly code_id: string } | Paused>;
  /** Counts a try. `gone`: the code was used, has expired or has no tries left. */
  verify(
    code_id: string,
    login_challenge: string,
    typed: string,
  ): Promise<{ readonly subject: string } | "wrong" | "gone">;
}

/** The changes of which users are notified by mail, in case it was not them. */
export type SecurityChange =
  | "password_changed"
  | "passkey_added"
  | "app_added"
  | "factor_removed"
  | ProviderChange;

export interface ProviderChange {
  readonly kind: "provider_linked" | "provider_unlinked";
  /** The name of the provider. */
  readonly provider: string;
}

interface ResettingUser {
  readonly subject: string;
  readonly username: string;
}

interface Verification {
  readonly subject: string;
  readonly address: string;
}

export function askerOf(
  device: string | undefined,
  { address }: Pick<PageRequest, "address">,
): MailAsker {
  return device === undefined ? { address } : { device };
}
