import type { JsonObject } from "./json-object.ts";
import type { OAuth2Client } from "./oauth2-client.ts";
import type { OpenIDConnectContext } from "./openid-connect-context.ts";

/** The question a consent provider answers: may this client have that? */
export interface ConsentRequest {
  /** Names this request. */
  readonly challenge: string;
  /** What the client asks for. */
  readonly requested_scope: readonly string[];
  /** For whom the access token is to be good. */
  readonly requested_access_token_audience: readonly string[];
  /** An earlier answer covers this request: accept without asking. */
  readonly skip: boolean;
  /** Who is logged in. */
  readonly subject: string;
  /** What the client asked of the page. */
  readonly oidc_context: OpenIDConnectContext;
  /** Who asks, without its secret. */
  readonly client: OAuth2Client;
  /** The authorization request that started this, as the browser sent it. */
  readonly request_url: string;
  /** Names the login request before this one; empty once that is gone. */
  readonly login_challenge: string;
  /** Names the login session; empty once that is gone. */
  readonly login_session_id: string;
  /** How thoroughly the login was done, as the login provider said. */
  readonly acr: string;
  /** What the login provider handed on, any JSON. */
  readonly context: unknown;
}

/**
 * The consent provider's yes, which may grant less than was asked.
 * @example {"grant_scope": ["openid"], "remember": true, "remember_for": 3600, "session": {"id_token": {"name": "Alice Liddell"}}}
 */
export interface AcceptConsentRequest {
  /** What the client may have of the scope it asked for. */
  readonly grant_scope?: readonly string[];
  /** For whom the access token may be good, of those asked for. */
  readonly grant_access_token_audience?: readonly string[];
  /** What to put into the tokens. */
  readonly session?: ConsentRequestSession;
  /** Whether this answer covers later requests like this one. */
  readonly remember?: boolean;
  /** Seconds to remember it; 0 is forever. */
  readonly remember_for?: number;
  /** When it was answered, in RFC 3339. Accepted for compatibility: the server's own clock decides. */
  readonly handled_at?: string;
}

/** Extra data: `access_token` shows in introspection, `id_token` in ID tokens and userinfo, `userinfo` there alone. */
export interface ConsentRequestSession {
  /** What introspection shows as `ext`, and a JWT access token carries. */
  readonly access_token?: JsonObject;
  /** Claims for the ID token and for userinfo. */
  readonly id_token?: JsonObject;
  /** Claims for userinfo; in the ID token only where the client gets no access token to ask userinfo with. */
  readonly userinfo?: JsonObject;
}
