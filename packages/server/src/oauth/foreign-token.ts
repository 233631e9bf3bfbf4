/** RFC 8693 §2.1: the token of another issuer, which a feature accepts for its subject. */

import type { JsonObject } from "@latchkey/api";

/** A token that is valid, but for the leeway of its times. */
export interface ForeignToken {
  /** The id of the record by which it is accepted. */
  readonly trusted_issuer: string;
  readonly issuer: string;
  readonly subject: string;
  /** The scopes that its issuer is trusted with; may be patterns. */
  readonly scope: readonly string[];
  /** Unix seconds. */
  readonly expires_at: number;
  readonly act?: JsonObject | undefined;
  readonly may_act?: JsonObject | undefined;
}

/** Why the token of another issuer is not accepted. */
export interface ForeignTokenRejection {
  readonly reason: "foreign_token_refused";
  /** A sentence for the presenter. `parameter` is the one that the token was sent in. */
  readonly explain: (parameter: string) => string;
  /** For operators. */
  readonly detail?: string | undefined;
}
