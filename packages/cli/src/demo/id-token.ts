/** An ID token taken apart. */
export interface DecodedIdToken {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** What an ID token must agree with. */
export interface IdTokenExpectation {
  readonly issuer: string;
  readonly client_id: string;
  /** Undefined for one that came of a refresh. */
  readonly nonce: string | undefined;
  /** Unix seconds. */
  readonly now: number;
}

/** Undefined for what is not a JWT. The signature is not looked at. */
export function decodeIdToken(id_token: string): DecodedIdToken | undefined {
  const [header, claims] = id_token.split(".").map(decodePart);
  return header === undefined || claims === undefined ? undefined : { header, claims };
}

/**
 * OpenID Connect Core §3.1.3.7: undefined when all is well, otherwise what is not. The token came straight from the token
 * endpoint, so by item 6 the connection vouches for it; one that came through a browser would need its signature checked.
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
    return "The ID token answers another request than ours: its nonce differs.";
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
