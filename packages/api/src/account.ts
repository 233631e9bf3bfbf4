/** Somebody who can sign in on the built-in pages. */
export interface Account {
  /** What they sign in with. */
  readonly username: string;
  /** What tokens call them: the `sub`. */
  readonly subject: string;
  /** Their full name, where the account has one. */
  readonly name?: string;
  /** Their email address, where the account has one. */
  readonly email?: string;
  /** When the account was made, in RFC 3339. */
  readonly created_at: string;
}
