import type { Notice } from "./notice.ts";

/** The texts of signing in with other servers. */
export interface FederationMessages {
  readonly sign_in_with: (provider: string) => string;
  readonly unavailable: (provider: string) => string;
  readonly cancelled: (provider: string) => string;
  /** Another attempt may help. */
  readonly failed: (provider: string) => string;
  /** Only an operator can help. */
  readonly failed_for_good: (provider: string) => string;
  /** The account is disabled. */
  readonly refused: (provider: string) => string;
  /** Above the login form, for a user who may have an account. */
  readonly prove_account: (provider: string, label: string) => Notice;
  readonly other_account: (provider: string) => string;
  readonly other_identity: (provider: string) => string;
  readonly response_unknown: Notice;

  readonly title: string;
  readonly explained: string;
  readonly link: string;
  readonly not_linked: string;
  readonly provider_linked: string;
  readonly provider_unlinked: string;
  readonly last_way: string;
  /** Where the provider's tokens are kept. `apps` is a list of names. */
  readonly kept_for: (apps: string) => string;
  readonly kept_for_none: string;
  readonly remove_kept: string;
  readonly kept_removed: string;
  /** For a user who has none. */
  readonly set_password: string;
}
