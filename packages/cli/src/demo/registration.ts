import type { IntegrationInput, OAuth2ClientInput } from "@latchkey/api";

/** Client registration of the demo. `url` has no trailing slash. */
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

/** Integration registration of the demo. */
export function demoIntegration(url: string): IntegrationInput {
  return {
    name: "Demo integration",
    icon: "☂",
    description: "Plans unbirthdays from the pages you share with it.",
    install_url: `${url}/integration/install`,
    listed: true,
    redirect_uris: [integrationRedirectUri(url)],
    capabilities: ["read_content", "read_comment", "read_user_with_email"],
    template: { id: "a11ce000-0000-4000-8000-000000000021", title: "Unbirthday planner" },
  };
}

/** Scopes that the demo requests. */
export const DEMO_SCOPE = "openid profile email offline_access";

export function redirectUri(url: string): string {
  return `${url}/callback`;
}

export function integrationRedirectUri(url: string): string {
  return `${url}/integration/callback`;
}

export function postLogoutRedirectUri(url: string): string {
  return `${url}/`;
}
