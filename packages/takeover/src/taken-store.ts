import type { GrantToken } from "@latchkey/server/feature/rules";

/** What the tables of this feature hold, beside the rows that the core has of clients, keys, grants, tokens and sessions. */
export interface TakenStore {
  readonly tokens: TakenTokens;
  readonly handles: TakenHandles;
  readonly subjects: TakenSubjects;
  readonly assertions: TakenAssertions;
  readonly takeovers: Takeovers;
}

/** The codes and tokens that the other server issued. */
export interface TakenTokens {
  /** By `tokenKey`. */
  find(key: Uint8Array): Promise<TakenToken | undefined>;
  forget(key: Uint8Array): Promise<void>;
}

export type TokenUse = "code" | "access" | "refresh" | "registration";

/** What a token of the other server stands for here. */
export type TakenToken =
  | { readonly use: "code" | "access" | "refresh"; readonly of_grant: GrantToken }
  /** The signature of a row of `access_token`. */
  | { readonly use: "access"; readonly of_row: Uint8Array }
  | { readonly use: "registration"; readonly client_id: string };

/** Challenges and verifiers of flows and logouts under way. */
export interface TakenHandles {
  /** By `handleKey`. */
  find(key: Uint8Array): Promise<TakenHandle | undefined>;
  /** Marks it as used, so that it leads nowhere any more. */
  forget(key: Uint8Array): Promise<void>;
}

export type HandleUse =
  | "login_challenge"
  | "login_verifier"
  | "consent_challenge"
  | "consent_verifier"
  | "logout_challenge"
  | "logout_verifier";

export interface TakenHandle {
  readonly use: HandleUse;
  /** The id of the flow or the logout request here; absent where it begins again at `request_url`. */
  readonly id?: string;
  readonly request_url: string;
  /** What the browser's cookie must hold. */
  readonly csrf?: string;
  /** Unix seconds: from then on it leads nowhere. */
  readonly expires_at: number;
}

/** The identifiers that the login app of the other server forced. */
export interface TakenSubjects {
  /** The one of a user at a client. */
  find(client_id: string, subject: string): Promise<string | undefined>;
}

/** Assertions that the other server accepted, which must not be accepted again. */
export interface TakenAssertions {
  wasUsed(jti: string, now: number): Promise<boolean>;
}

/** Runs of the import, and what is left of them. */
export interface Takeovers {
  /** Undefined where nothing was taken over, or nothing of it is left. Cheap: one row. */
  status(now: number): Promise<TakeoverStatus | undefined>;
  /** What is left, counted: for operators. */
  left(now: number): Promise<TakeoverLeft>;
}

export interface TakeoverStatus {
  readonly source: string;
  readonly hydra?: 1 | 2;
  readonly began_at: number;
  /** Undefined while it is under way. */
  readonly ended_at?: number;
  /** While it is followed: how the source was then is carried. */
  readonly followed_at?: number;
  /** Since when following fails. */
  readonly failing_since?: number;
  /** When the last thing that was carried expires; undefined for never. */
  readonly last_expires_at?: number;
}

export interface TakeoverLeft {
  /** Codes and tokens that have not expired, registration access tokens aside: about, and counted up to 100,000. */
  readonly live_tokens: number;
  /** Registration access tokens, which do not expire; likewise. */
  readonly registration_tokens: number;
  /** When the last of the sessions, codes and tokens expires, registration access tokens aside; undefined for never. */
  readonly last_expires_at?: number;
}
