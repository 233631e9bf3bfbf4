/** A request that was granted, as it is remembered: what would become of the same request after a change. */

/** What is known of it beside the client and the APIs. */
export interface GrantedRequest {
  readonly client_id: string;
  /** Undefined of a sign-in. */
  readonly grant_type: string | undefined;
  /** Undefined where it named none. */
  readonly scope: readonly string[] | undefined;
  /** The types of its authorization details. */
  readonly details: readonly string[];
  /** Whether its grant authenticated the client. */
  readonly by_grant: boolean;
  /** What accepted its grant, by keys that a feature made. */
  readonly accepted_by: readonly string[];
}

/** What becomes of it. `unknown` depends on what is not remembered. */
export type Verdict = "granted" | "unknown" | Refusal;

/** What refuses a request: a field of what is registered, and the value that it lacks. */
export interface Refusal {
  readonly field: string;
  readonly value: string;
}
