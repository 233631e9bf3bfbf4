/** The question a logout provider answers: does this person mean to leave? */
export interface LogoutRequest {
  /** Who leaves. */
  readonly subject: string;
  /** The session that ends. */
  readonly sid?: string;
  /** The path and query that started this. */
  readonly request_url: string;
  /** A client sent the browser here; otherwise the person came on their own. */
  readonly rp_initiated: boolean;
}
