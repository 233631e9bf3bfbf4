import type { JsonObject } from "./json-object.ts";

/** RFC 7662 §2.2. Nothing is told about a token that is not active. */
export type OAuth2TokenIntrospection = ActiveToken | InactiveToken;

/** A token that is good for what was asked. */
export interface ActiveToken {
  readonly active: true;
  /** Space-separated. */
  readonly scope?: string;
  readonly client_id: string;
  /** The client's own id when no person is involved. */
  readonly sub: string;
  /** What the client knows the subject as, where that differs from `sub`. */
  readonly obfuscated_subject?: string;
  /** Unix seconds. */
  readonly exp: number;
  /** Unix seconds. */
  readonly iat: number;
  /** Unix seconds. */
  readonly nbf: number;
  readonly username?: string;
  readonly aud: readonly string[];
  readonly iss: string;
  readonly token_type: "Bearer";
  readonly token_use: "access_token" | "refresh_token";
  /** What the consent provider put into `session.access_token`. */
  readonly ext?: JsonObject;
}

/** Expired, revoked, lacking a scope, or never issued: all look the same. */
export interface InactiveToken {
  readonly active: false;
}
