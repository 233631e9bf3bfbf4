import type { OAuth2ClientInput } from "@latchkey/api";

/** The demo client as the server must know it: `url` is where it listens, without a slash at the end. */
export function demoRegistration(url: string): OAuth2ClientInput {
  return {
    client_name: "Demo app",
    redirect_uris: [redirectUri(url)],
    post_logout_redirect_uris: [postLogoutRedirectUri(url)],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    scope: DEMO_SCOPE,
    token_endpoint_auth_method: "none",
  };
}

/** Everything worth showing. */
export const DEMO_SCOPE = "openid profile email offline_access";

/** Where the browser comes back with a code. */
export function redirectUri(url: string): string {
  return `${url}/callback`;
}

/** Where the browser comes back after a logout. */
export function postLogoutRedirectUri(url: string): string {
  return `${url}/`;
}
