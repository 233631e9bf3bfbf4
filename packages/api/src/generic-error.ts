/** The body of every refusal, RFC 6749 §5.2 with its own status repeated; `isInstanceReady` alone answers otherwise. */
export interface GenericError {
  /** A code, as RFC 6749 and its kin define them. */
  readonly error: string;
  /** What went wrong, in a sentence. */
  readonly error_description: string;
  /** The status of the answer, repeated. */
  readonly status_code: number;
  /** What the server thought; only when it is told to expose internal errors. */
  readonly debug?: string;
  /** Where the browser can start again, when its challenge expired or was used. */
  readonly redirect_to?: string;
}
