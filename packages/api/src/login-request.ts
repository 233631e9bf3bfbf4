import type { OAuth2Client } from "./oauth2-client.ts";
import type { OpenIDConnectContext } from "./openid-connect-context.ts";

/** The question a login provider answers: who is this? */
export interface LoginRequest {
  /** Names this request. */
  readonly challenge: string;
  /** What the client asks for. */
  readonly requested_scope: readonly string[];
  /** For whom the access token is to be good. */
  readonly requested_access_token_audience: readonly string[];
  /** The browser is remembered: accept as `subject` without asking. */
  readonly skip: boolean;
  /** Who is remembered; empty unless `skip`. */
  readonly subject: string;
  /** What the client asked of the page. */
  readonly oidc_context: OpenIDConnectContext;
  /** Who asks, without its secret. */
  readonly client: OAuth2Client;
  /** The authorization request that started this, as the browser sent it. */
  readonly request_url: string;
  /** Becomes the `sid` of ID tokens. */
  readonly session_id: string;
}

/**
 * The login provider's yes.
 * @example {"subject": "alice", "remember": true, "remember_for": 3600}
 */
export interface AcceptLoginRequest {
  /** Who logged in: an id that never changes. */
  readonly subject: string;
  /** Whether to remember this browser. */
  readonly remember?: boolean;
  /** Seconds to remember it; 0 until the browser closes. */
  readonly remember_for?: number;
  /** With `remember`: the cookie ends when the browser closes, and after `remember_for` seconds at the latest. */
  readonly session_cookie?: boolean;
  /** How thoroughly the login was done. */
  readonly acr?: string;
  /** How the person proved it: RFC 8176. */
  readonly amr?: readonly string[];
  /** What the client shall know the person as, in place of the computed pairwise identifier. */
  readonly force_subject_identifier?: string;
  /** Handed on to the consent provider: any JSON, of at most 64 KiB. */
  readonly context?: unknown;
}
