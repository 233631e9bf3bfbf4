/** RFC 8693 §2.1: tokens of another kind than this server's own, which a feature issues for the user of an access token. */

import type { Targets } from "./resource/indicators.ts";

/** A request for such a token. The subject token is a valid access token of this server, and the client may exchange it. */
export interface TargetRequest {
  readonly subject_token: SubjectToken;
  readonly targets: Targets;
  readonly scope: string | undefined;
}

interface SubjectToken {
  readonly subject: string;
  readonly scope: readonly string[];
  /** What was granted for the user at the beginning of a chain of exchanges. Empty where no user granted anything. */
  readonly granted_scope: readonly string[];
}

/** The token that was issued. */
export interface TargetToken {
  readonly access_token: string;
  /** Seconds. */
  readonly expires_in: number;
  readonly scope: readonly string[];
}
