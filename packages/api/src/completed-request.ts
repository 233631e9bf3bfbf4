/** Where the provider must send the browser next. */
export interface CompletedRequest {
  /** Where to send the browser. */
  readonly redirect_to: string;
}
