/** RFC 6749 §4.1.2, §4.2.2, RFC 9207 §2: what the authorization endpoint tells the client, as parameters of a URL. */

/** Parameters by name. What is undefined is not sent. */
export type ResponseParameters = Readonly<Record<string, string | undefined>>;

/** What goes with every answer, good or bad. */
export interface ResponseEnvelope {
  readonly state: string | undefined;
  /** RFC 9207: so that a client of many servers knows whose answer it holds. */
  readonly issuer: string;
}

/** What was issued at the authorization endpoint. */
export interface AuthorizationResponse {
  readonly code?: string | undefined;
  readonly access_token?: { readonly token: string; readonly expires_in: number } | undefined;
  readonly id_token?: string | undefined;
  readonly scope: readonly string[];
}

/** The answer that carries a code, tokens, or both. */
export function describeAuthorizationResponse(
  { code, access_token, id_token, scope }: AuthorizationResponse,
  { state, issuer }: ResponseEnvelope,
): ResponseParameters {
  return {
    code,
    access_token: access_token?.token,
    token_type: access_token && "bearer",
    expires_in: access_token && String(access_token.expires_in),
    id_token,
    scope: scope.join(" "),
    state,
    iss: issuer,
  };
}

/** The answer that carries a refusal, the server's own or a provider's. */
export function describeAuthorizationError(
  { error, error_description }: { readonly error: string; readonly error_description: string },
  { state, issuer }: ResponseEnvelope,
): ResponseParameters {
  return { error, error_description, state, iss: issuer };
}
