import type { Notice } from "./notice.ts";

/** The texts of the account page. */
export interface AccountMessages {
  readonly title: string;
  readonly sign_in_again: Notice;
  readonly back: string;

  readonly profile: string;
  readonly username: string;
  readonly name: string;
  readonly email: string;

  readonly change_password: string;
  readonly current_password: string;
  readonly new_password: string;
  readonly new_password_hint: string;
  readonly current_password_wrong: string;
  readonly password_changed: Notice;

  readonly factors: string;
  readonly factors_explained: string;
  readonly authenticator_app: string;
  readonly not_set_up: string;
  readonly set_up: string;
  readonly since: (date: string) => string;
  /** When the access of an app ends. */
  readonly access_until: (date: string) => string;
  readonly last_used: (date: string) => string;
  readonly never_used: string;
  readonly remove: string;
  readonly app_scan: string;
  readonly qr_code: string;
  readonly app_type: string;
  readonly app_open: string;
  readonly app_confirm: string;
  readonly app_code_wrong: string;
  readonly app_added: string;
  readonly factor_removed: string;

  readonly recovery_codes: string;
  readonly recovery_codes_left: (count: number) => string;
  readonly new_recovery_codes: string;
  readonly recovery_codes_shown: Notice;
  readonly recovery_codes_saved: string;

  readonly passkeys: string;
  readonly passkeys_explained: string;
  readonly no_passkey: string;
  readonly passkey_name: string;
  readonly add_passkey: string;
  readonly passkey_added: string;
  readonly passkey_failed: string;
  readonly last_passkey: string;
  readonly passkey_needs_script: string;
  readonly unnamed_passkey: string;

  readonly sessions: string;
  readonly sessions_explained: string;
  readonly device: (browser: string, system: string) => string;
  readonly unknown_device: string;
  readonly this_device: string;
  readonly signed_in_at: (date: string) => string;
  readonly sign_out_others: string;
  readonly session_ended: string;
  readonly sessions_ended: string;

  readonly apps: string;
  readonly no_apps: string;
  readonly app_may: string;
  readonly disconnect: string;
  readonly disconnected: string;
}

/** The texts of the login page that ask for more than a password. */
export interface FactorMessages {
  readonly use_passkey: string;
  readonly passkey_failed: string;
  readonly or: string;
  readonly confirm_title: string;
  readonly enter_code: string;
  readonly code: string;
  readonly code_missing: string;
  readonly code_wrong: string;
  readonly lost_device: string;
  readonly recovery_code: string;
  readonly use_your_passkey: string;
  readonly needs_script: string;
}
