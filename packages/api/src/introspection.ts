import type { JsonObject } from "./json-object.ts";

/** RFC 7662 §2.2. Nothing is told about a token that is not active. */
export type OAuth2TokenIntrospection = ActiveToken | InactiveToken;

/** A token that is good for what was asked. */
export interface ActiveToken {
  /** The token is good. */
  readonly active: true;
  /** What it is good for. Space-separated. */
  readonly scope?: string;
  /** Who it was issued to. */
  readonly client_id: string;
  /** Whom it stands for: the client's own id when no person is involved. */
  readonly sub: string;
  /** What the client knows the subject as, where that differs from `sub`. */
  readonly obfuscated_subject?: string;
  /** When it expires, in Unix seconds. */
  readonly exp: number;
  /** When it was issued, in Unix seconds. */
  readonly iat: number;
  /** When it becomes good, in Unix seconds. */
  readonly nbf: number;
  /** What the person is called, where that is known. */
  readonly username?: string;
  /** For whom it is good. */
  readonly aud: readonly string[];
  /** Who issued it: this server. */
  readonly iss: string;
  /** How it is presented. */
  readonly token_type: "Bearer";
  /** Which of the two it is. */
  readonly token_use: "access_token" | "refresh_token";
  /** What the consent provider put into `session.access_token`. */
  readonly ext?: JsonObject;
}

/** Expired, revoked, lacking a scope, or never issued: all look the same. */
export interface InactiveToken {
  /** The token is good for nothing. */
  readonly active: false;
}
