/** RFC 6749 §4.1.2, §4.2.2, RFC 9207 §2: the parameters of an authorization response. */

/** Parameters by name. Undefined ones are not sent. */
export type ResponseParameters = Readonly<Record<string, string | undefined>>;

/** The parameters of every response, success or error. */
export interface ResponseEnvelope {
  readonly state: string | undefined;
  /** RFC 9207: lets a client of several servers check which one responded, against mix-up attacks. */
  readonly issuer: string;
}

/** What the authorization endpoint issued. */
export interface AuthorizationResponse {
  readonly code?: string | undefined;
  readonly access_token?: { readonly token: string; readonly expires_in: number } | undefined;
  readonly id_token?: string | undefined;
  /** Sent where the profile of the client allows it: §4.1.2 does not define it for a response with a code. */
  readonly scope?: readonly string[] | undefined;
}

/** The response with a code, tokens, or both. */
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
    scope: scope?.join(" "),
    state,
    iss: issuer,
  };
}

/** The response with an error of the server or of a login or consent provider. */
export function describeAuthorizationError(
  { error, error_description }: { readonly error: string; readonly error_description: string },
  { state, issuer }: ResponseEnvelope,
): ResponseParameters {
  return { error, error_description, state, iss: issuer };
}
