import type { IntegrationInput, OAuth2ClientInput } from "@latchkey/api";

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

/** The demo as an integration, as the server must know it. */
export function demoIntegration(url: string): IntegrationInput {
  return {
    name: "Demo integration",
    redirect_uris: [integrationRedirectUri(url)],
    capabilities: ["read_content", "read_comment", "read_user_with_email"],
    template: { id: "a11ce000-0000-4000-8000-000000000021", title: "Unbirthday planner" },
  };
}

/** Everything worth showing. */
export const DEMO_SCOPE = "openid profile email offline_access";

/** Where the browser comes back with a code. */
export function redirectUri(url: string): string {
  return `${url}/callback`;
}

/** Where the browser comes back with the code of an installation. */
export function integrationRedirectUri(url: string): string {
  return `${url}/integration/callback`;
}

/** Where the browser comes back after a logout. */
export function postLogoutRedirectUri(url: string): string {
  return `${url}/`;
}
