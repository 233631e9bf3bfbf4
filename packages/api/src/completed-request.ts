/** Where the provider must send the browser next. */
export interface CompletedRequest {
  readonly redirect_to: string;
}
