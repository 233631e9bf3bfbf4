import type { JsonObject } from "./json-object.ts";
import type { OAuth2Client } from "./oauth2-client.ts";
import type { OpenIDConnectContext } from "./openid-connect-context.ts";

/** The question a login provider answers: who is this? */
export interface LoginRequest {
  readonly challenge: string;
  readonly requested_scope: readonly string[];
  readonly requested_access_token_audience: readonly string[];
  /** The browser is remembered: accept as `subject` without asking. */
  readonly skip: boolean;
  /** Empty unless `skip`. */
  readonly subject: string;
  readonly oidc_context: OpenIDConnectContext;
  readonly client: OAuth2Client;
  /** The authorization request that started this, as the browser sent it. */
  readonly request_url: string;
  /** Becomes the `sid` of ID tokens. */
  readonly session_id: string;
}

/** The login provider's yes. */
export interface AcceptLoginRequest {
  readonly subject: string;
  readonly remember?: boolean;
  /** Seconds; 0 until the browser closes. */
  readonly remember_for?: number;
  readonly acr?: string;
  /** How the person proved it: RFC 8176. */
  readonly amr?: readonly string[];
  /** Replaces the computed pairwise identifier. */
  readonly force_subject_identifier?: string;
  /** Handed on to the consent provider. */
  readonly context?: JsonObject;
}
