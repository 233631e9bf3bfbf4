import type { JsonObject } from "./json-object.ts";
import type { OAuth2Client } from "./oauth2-client.ts";
import type { OpenIDConnectContext } from "./openid-connect-context.ts";

/** The question a consent provider answers: may this client have that? */
export interface ConsentRequest {
  readonly challenge: string;
  readonly requested_scope: readonly string[];
  readonly requested_access_token_audience: readonly string[];
  /** An earlier answer covers this request: accept without asking. */
  readonly skip: boolean;
  readonly subject: string;
  readonly oidc_context: OpenIDConnectContext;
  readonly client: OAuth2Client;
  /** The authorization request that started this, as the browser sent it. */
  readonly request_url: string;
  /** Empty once the login request is gone. */
  readonly login_challenge: string;
  /** Empty once the login session is gone. */
  readonly login_session_id: string;
  readonly acr: string;
  /** What the login provider handed on. */
  readonly context: JsonObject;
}

/** The consent provider's yes, which may grant less than was asked. */
export interface AcceptConsentRequest {
  readonly grant_scope?: readonly string[];
  readonly grant_access_token_audience?: readonly string[];
  readonly session?: ConsentRequestSession;
  readonly remember?: boolean;
  /** Seconds; 0 is forever. */
  readonly remember_for?: number;
  /** RFC 3339. Accepted for compatibility: the server's own clock decides. */
  readonly handled_at?: string;
}

/** Extra data for the tokens: `access_token` shows in introspection, `id_token` in ID tokens and userinfo. */
export interface ConsentRequestSession {
  readonly access_token?: JsonObject;
  readonly id_token?: JsonObject;
}
