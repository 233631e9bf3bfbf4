import type { LoginSession } from "../../interaction/login-session.ts";
import type { LogoutRequest } from "../../interaction/logout-request.ts";

export interface LoginSessions {
  /** Inserts or replaces a session. */
  remember(session: LoginSession): Promise<void>;
  find(sid: string, now: number): Promise<LoginSession | undefined>;
  /** Deletes a session that another has replaced. */
  forget(sid: string): Promise<void>;
  /** Ends a session because an administrator or its user wants it, and adds the deliveries in the same transaction. */
  end(sid: string, deliveries: readonly LogoutDelivery[]): Promise<void>;
  /** The clients that were granted tokens in a session. */
  visitsOf(sid: string): Promise<readonly SessionVisit[]>;
  /** How many sessions there are, counted up to `max`. */
  count(now: number, max: number): Promise<number>;
  /** The sessions of a user, the newest first, from a position on; 1000 at most. */
  ofSubject(subject: string, now: number, offset?: number): Promise<readonly LoginSession[]>;
  /** Deletes every session of a user: how many there were. */
  forgetSubject(subject: string): Promise<number>;
}

/** A client that was granted tokens in a login session, and the `sub` it knows the user by. */
interface SessionVisit {
  readonly client_id: string;
  readonly client_key: number;
  readonly id_token_subject: string;
}

export interface LogoutRequests {
  begin(request: LogoutRequest, expires_at: number): Promise<void>;
  find(logout_id: string): Promise<LogoutRequest | undefined>;
  /** Advances the request from its version to the next. False when another request was first, and then nothing is written. */
  advance(request: LogoutRequest): Promise<boolean>;
  /** The last step: as `advance`; deletes the session and adds the deliveries in the same transaction. */
  complete(request: LogoutRequest, deliveries: readonly LogoutDelivery[]): Promise<boolean>;
}

/** A logout token to be sent to a client. */
export interface LogoutDelivery {
  /** 16 bytes in base64url. */
  readonly delivery_id: string;
  readonly client_id: string;
  /** Distinguishes the client from a later one with the same id. */
  readonly client_key: number;
  readonly sid: string;
  readonly attempts: number;
  /** Unix seconds, as is `expires_at`. */
  readonly due_at: number;
  readonly expires_at: number;
}
