/** The texts of forms in which users choose a password. */
export interface PasswordMessages {
  readonly choose: string;
  /** Where an operator set the present one. */
  readonly must_change: string;
  readonly new_password: string;
  readonly hint: string;
  readonly save: string;
  readonly too_short: string;
  readonly too_long: string;
  readonly common: string;
  readonly personal: string;
  readonly same: string;
}
