/** Parameters of an authorization request. */
export interface AuthorizationRequest {
  /** Returned with the code. Bind it to the browser session: RFC 6749 §10.12. */
  readonly state: string;
  /** Optional if exactly one is registered. If sent here, it must also be sent in the code exchange. */
  readonly redirectUri?: string;
}

/** Builds the URL of an authorization request. */
export function buildAuthorizationUrl(
  baseUrl: string,
  clientId: string,
  { state, redirectUri }: AuthorizationRequest,
): string {
  if (!state) throw new TypeError("state must not be empty.");

  const query = new URLSearchParams({ client_id: clientId });
  if (redirectUri !== undefined) query.set("redirect_uri", redirectUri);
  query.set("response_type", "code");
  query.set("owner", "user");
  query.set("state", state);
  return `${baseUrl}/oauth/authorize?${query}`;
}
