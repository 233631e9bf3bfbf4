/** Where to send the browser of somebody who installs the integration. */
export interface AuthorizationRequest {
  /** Comes back with the code. Bind it to the browser's session: RFC 6749 §10.12. */
  readonly state: string;
  /** May be left out when exactly one is registered; what is sent here must be sent with the code as well. */
  readonly redirectUri?: string;
}

/** The URL of the workspace API's front door for one authorization. */
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
