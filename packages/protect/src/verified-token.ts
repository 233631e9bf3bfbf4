/** A token that was verified. */
export interface VerifiedToken {
  /** The user, or the client itself where there is none. */
  readonly subject: string;
  /** The client that the token was issued to. */
  readonly client_id: string;
  /** Its scopes. */
  readonly scope: readonly string[];
  /** The APIs that it is for. */
  readonly audience: readonly string[];
  /** Unix seconds. */
  readonly expires_at: number;
  /** The authentication context class, if the user signed in with one. */
  readonly acr?: string;
  /** Unix seconds: when the user signed in. */
  readonly auth_time?: number;
  /** The key that the token is bound to. */
  readonly cnf?: { readonly jkt?: string; readonly "x5t#S256"?: string };
  /** Everything the token or the authorization server said. */
  readonly claims: Readonly<Record<string, unknown>>;
}

export type RefusalCode =
  | "invalid_token"
  | "invalid_dpop_proof"
  | "insufficient_scope"
  | "insufficient_user_authentication";

/** What the client needs to get a better token. */
export interface RefusalDetails {
  readonly scope?: readonly string[];
  readonly acr?: readonly string[];
  readonly max_age?: number;
  /** How to present it, where that is not how it was presented. */
  readonly scheme?: "Bearer" | "DPoP";
}

/** A token that is refused. The message goes to the client. */
export class TokenRefusedError extends Error {
  override readonly name = "TokenRefusedError";
  readonly code: RefusalCode;
  readonly details: RefusalDetails;

  constructor(code: RefusalCode, message: string, details: RefusalDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** Claims as they were received. */
export type Claims = Readonly<Record<string, unknown>>;

/** A token from its claims, or those of an introspection response. */
export function readClaims(claims: Claims): VerifiedToken {
  const { sub, client_id, scope, scp, aud, exp, acr, auth_time } = claims;
  if (typeof sub !== "string" || typeof client_id !== "string" || typeof exp !== "number")
    throw new TokenRefusedError("invalid_token", "The token lacks sub, client_id or exp.");
  return {
    subject: sub,
    client_id,
    scope: typeof scope === "string" ? words(scope) : texts(scp),
    audience: typeof aud === "string" ? [aud] : texts(aud),
    expires_at: exp,
    ...(typeof acr === "string" && { acr }),
    ...(typeof auth_time === "number" && { auth_time }),
    ...readConfirmation(claims["cnf"]),
    claims,
  };
}

function readConfirmation(cnf: unknown): Pick<VerifiedToken, "cnf"> {
  if (cnf === undefined) return {};
  if (!isObject(cnf))
    throw new TokenRefusedError("invalid_token", "The confirmation of the token is malformed.");
  const { jkt, "x5t#S256": x5t } = cnf;
  if (typeof jkt !== "string" && typeof x5t !== "string")
    throw new TokenRefusedError("invalid_token", "The token is bound to a key of an unknown kind.");
  return {
    cnf: {
      ...(typeof jkt === "string" && { jkt }),
      ...(typeof x5t === "string" && { "x5t#S256": x5t }),
    },
  };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function words(text: string): string[] {
  return text.split(" ").filter((word) => word !== "");
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
