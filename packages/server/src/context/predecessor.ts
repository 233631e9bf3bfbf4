import type { Request } from "../http/request.ts";
import type { GrantToken } from "../oauth/grant.ts";

/**
 * The server whose data this one took over: recognises what it issued. Each function is called only where a text is nothing that
 * this server issued, and returns undefined where the predecessor did not issue it either.
 */
export interface Predecessor {
  /** What a code or a token stands for here: one of these uses only. */
  findToken(
    text: string,
    uses: readonly PredecessorToken["token_use"][],
  ): Promise<PredecessorToken | undefined>;
  /** The client that manages its registration with this token. */
  findRegistration(text: string): Promise<string | undefined>;
  /** The login session in the cookies of a browser. Whether it still exists is to be checked. */
  findSession(request: Request): Promise<PredecessorSession | undefined>;
  /** The identifier by which a client knows a user, where the login app of the predecessor had chosen it. */
  findSubject(client_id: string, subject: string): Promise<string | undefined>;
  /** Whether it accepted an assertion with this `jti`, which has not expired. */
  hasAccepted(jti: string): Promise<boolean>;
  /** What a challenge or a verifier stands for here. */
  findHandle(use: HandleUse, text: string): Promise<PredecessorHandle | undefined>;
}

/** A code or token of the predecessor. */
type PredecessorToken =
  | {
      readonly token_use: "authorization_code" | "access_token" | "refresh_token";
      readonly of_grant: GrantToken;
    }
  /** The signature of a stored access token, which belongs to no grant. */
  | { readonly token_use: "access_token"; readonly of_row: Uint8Array };

/** A login session in a cookie of the predecessor. */
interface PredecessorSession {
  readonly sid: string;
  /** The name of the cookie, which is cleared with the session. */
  readonly cookie: string;
}

/** What apps and browsers bring back. */
type HandleUse =
  | "login_challenge"
  | "login_verifier"
  | "consent_challenge"
  | "consent_verifier"
  | "logout_challenge"
  | "logout_verifier";

/** What such a text leads to. */
interface PredecessorHandle {
  /** The logout request here that it is of. */
  readonly logout_id?: string;
  /** Where the authorization or the logout begins again; undefined where that is not known. */
  readonly request_url?: string;
}
