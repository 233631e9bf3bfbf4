import type { Notice } from "./notice.ts";

/** The texts of the pages on which users register, or accept an invitation. */
export interface RegistrationMessages {
  readonly create_account: string;
  readonly no_account: string;
  readonly have_account: string;
  readonly enter_address: string;
  readonly send_link: string;
  readonly mailed: (address: string) => Notice;
  readonly address_malformed: string;
  readonly domain_not_allowed: string;
  readonly not_offered: Notice;
  readonly full: Notice;

  readonly invited: string;
  readonly account_for: (address: string) => string;
  readonly username: string;
  readonly username_hint: string;
  readonly use_passkey: string;
  readonly name_missing: string;
  /** Longer than a name, or one that could be taken for another. */
  readonly name_malformed: string;
  readonly username_taken: string;
  readonly gone: Notice;
  readonly address_taken: Notice;
  readonly ready: Notice;
}
