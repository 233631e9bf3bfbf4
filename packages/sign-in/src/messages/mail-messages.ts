import type { Notice } from "./notice.ts";

/** The texts of what users do by mail: a forgotten password, and the address of their account. */
export interface MailMessages {
  readonly forgot_password: string;
  readonly forgot_title: string;
  readonly forgot_text: string;
  readonly username_or_email: string;
  readonly send_link: string;
  /** The same whether there is such an account or not. */
  readonly link_sent: Notice;
  /** The same whether there is such an account or not. */
  readonly mails_paused: (seconds: number) => string;
  readonly reset_title: string;
  readonly reset_for: (username: string) => string;
  readonly reset_done: Notice;
  readonly reset_next: string;
  /** What could use the account before its password was reset. */
  readonly recovery: {
    readonly title: string;
    readonly text: string;
    readonly check: string;
    readonly keep: string;
    readonly later: string;
    readonly save: string;
    readonly choose: string;
    readonly done: string;
    readonly passkey: string;
    readonly app: string;
  };
  readonly link_gone: Notice;
  readonly request_again: string;

  /** A code by mail in place of a password. */
  readonly email_code: string;
  readonly email_code_title: string;
  /** The same whether there is such an account or not. */
  readonly email_code_text: string;
  readonly email_code_gone: string;

  readonly email: string;
  readonly no_email: string;
  readonly verified: string;
  readonly not_verified: string;
  readonly verify: string;
  readonly change_email: string;
  readonly new_email: string;
  readonly new_email_hint: string;
  readonly email_invalid: string;
  readonly verification_sent: string;

  readonly verify_title: string;
  readonly verify_question: (address: string, username: string) => string;
  readonly email_verified: Notice;
  /** The username is another address than the one that was verified. */
  readonly username_stays: (username: string) => string;
  readonly email_taken: Notice;
  readonly sign_in_to_verify: Notice;
  readonly open_account: string;
}
