import type { Notice } from "./notice.ts";

/** The texts of the sign-in beside its forms: setting a factor up, choosing an account, and typing a password. */
export interface SigningInMessages {
  /** The sign-in needs a factor that the account does not have yet. */
  readonly set_up_factor: Notice;
  readonly set_up_passkey: Notice;
  readonly create_passkey: string;
  readonly use_app: string;
  /** The account has factors, none of which can be used here. */
  readonly no_usable_factor: Notice;

  readonly choose_account: string;
  readonly signed_in: string;
  readonly signed_out: string;
  readonly remove_account: (user: string) => string;
  readonly sign_out_all: string;
  /** On the page on which the user signs out. */
  readonly others_signed_in: (users: string) => string;

  readonly show_password: string;
  readonly hide_password: string;
  readonly password_strength: string;
  readonly strengths: {
    readonly too_short: string;
    readonly weak: string;
    readonly fair: string;
    readonly good: string;
    readonly strong: string;
  };
}
