import type { Notice } from "./notice.ts";

/** The texts of the page on which users answer apps that are not in this browser: OpenID CIBA. */
export interface ApproveMessages {
  readonly client_asks: (client: string) => string;
  /** The message that the app shows too. */
  readonly same_message: string;
  /** An attacker may have started it, and may have called the user. */
  readonly beware: string;
  readonly nothing: Notice;
  readonly check_again: string;
  readonly sign_in_first: Notice;
  readonly sign_in_again: Notice;
  readonly allowed: Notice;
  readonly denied: Notice;
}
