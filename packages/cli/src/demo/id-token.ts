/** A decoded ID token. */
export interface DecodedIdToken {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Expected values of an ID token. */
export interface IdTokenExpectation {
  readonly issuer: string;
  readonly client_id: string;
  /** Undefined after a refresh. */
  readonly nonce: string | undefined;
  /** Unix seconds. */
  readonly now: number;
}

/** Decodes an ID token without checking the signature. Undefined if it is not a JWT. */
export function decodeIdToken(id_token: string): DecodedIdToken | undefined {
  const [header, claims] = id_token.split(".").map(decodePart);
  return header === undefined || claims === undefined ? undefined : { header, claims };
}

/**
 * OpenID Connect Core §3.1.3.7: returns undefined if the token is valid, otherwise the problem. By item 6 the signature need not
 * be checked, because the token comes directly from the token endpoint.
 */
export function findIdTokenProblem(
  { claims }: DecodedIdToken,
  { issuer, client_id, nonce, now }: IdTokenExpectation,
): string | undefined {
  const { iss, aud, exp } = claims;
  if (iss !== issuer) return `The ID token is from ${String(iss)}, not from ${issuer}.`;
  if (![aud].flat().includes(client_id)) return "The ID token is meant for another client.";
  if (typeof exp !== "number" || exp <= now) return "The ID token has expired.";
  if (nonce !== undefined && claims["nonce"] !== nonce) {
    return "The ID token belongs to another request: its nonce differs.";
  }
  return undefined;
}

function decodePart(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
