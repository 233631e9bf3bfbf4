/** The body of every refusal, RFC 6749 §5.2 with its own status repeated; `isInstanceReady` alone answers otherwise. */
export interface GenericError {
  readonly error: string;
  readonly error_description: string;
  readonly status_code: number;
  /** Only when the server is told to expose internal errors. */
  readonly debug?: string;
  /** Where the browser can start again, when its challenge expired or was used. */
  readonly redirect_to?: string;
}
