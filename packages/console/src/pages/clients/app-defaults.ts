import type { OAuth2ClientInput } from "@latchkey/api";

/** The types of application that need different client settings. */
export type AppType =
  | "web"
  | "single_page"
  | "native"
  | "agent"
  | "device"
  | "machine"
  | "workload"
  | "private_key"
  | "high_assurance";

/** What each type is called. */
export const appTypeLabels: { readonly [Type in AppType]: string } = {
  web: "Web application",
  single_page: "Single-page app",
  native: "Native app",
  agent: "AI agent",
  device: "Device without a browser",
  machine: "Machine to machine",
  workload: "Workload without a secret",
  private_key: "Server with a private key",
  high_assurance: "High-assurance app",
};

/** What a client of an app type starts with. */
export interface AppDefaults {
  readonly client: OAuth2ClientInput;
  /** Explains the defaults. */
  readonly explanation: readonly string[];
  readonly hasRedirectUris: boolean;
  readonly placeholder?: string;
}

const userDefaults = {
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  scope: "openid offline_access profile email",
};

const pkce =
  "PKCE is required: without a secret, it is what binds a code to the app that requested it.";

/** Defaults by app type. */
export const appDefaults: { readonly [Type in AppType]: AppDefaults } = {
  web: {
    client: { ...userDefaults, token_endpoint_auth_method: "client_secret_basic" },
    hasRedirectUris: true,
    placeholder: "https://photos.example/callback",
    explanation: [
      "It authenticates with a secret in the Authorization header (client_secret_basic).",
      "Users sign in with the authorization code flow; refresh tokens extend the access.",
    ],
  },
  single_page: {
    client: { ...userDefaults, token_endpoint_auth_method: "none" },
    hasRedirectUris: true,
    placeholder: "https://app.example/callback",
    explanation: [
      "It has no secret (token_endpoint_auth_method none).",
      pkce,
      "Scripts from the origins of its redirect URIs may call the token endpoint (CORS).",
    ],
  },
  native: {
    client: { ...userDefaults, token_endpoint_auth_method: "none" },
    hasRedirectUris: true,
    placeholder: "com.example.photos:/callback",
    explanation: [
      "It has no secret (token_endpoint_auth_method none).",
      pkce,
      "It is called back by a claimed https link, a custom URI scheme, or http://127.0.0.1 on any port.",
    ],
  },
  agent: {
    client: {
      ...userDefaults,
      token_endpoint_auth_method: "none",
      security_profile: "mcp",
    },
    hasRedirectUris: true,
    placeholder: "http://127.0.0.1/callback",
    explanation: [
      "It has no secret (token_endpoint_auth_method none).",
      pkce,
      "It is held to the security profile mcp, and gets refresh tokens without asking for offline_access.",
      "Agents can also register themselves (oauth2.registration.mode) or be known by a metadata document.",
    ],
  },
  device: {
    client: {
      ...userDefaults,
      grant_types: ["urn:ietf:params:oauth:grant-type:device_code", "refresh_token"],
      response_types: [],
      token_endpoint_auth_method: "none",
    },
    hasRedirectUris: false,
    explanation: [
      "It has no secret (token_endpoint_auth_method none) and no redirect URIs.",
      "It displays a code that users enter on a page of this server, and polls for its tokens (RFC 8628).",
      "Users are asked for consent every time: without a secret, any app could claim to be this one.",
    ],
  },
  machine: {
    client: {
      grant_types: ["client_credentials"],
      response_types: [],
      scope: "",
      token_endpoint_auth_method: "client_secret_basic",
    },
    hasRedirectUris: false,
    explanation: [
      "It gets tokens for itself (client_credentials) and authenticates with a secret.",
      "It has no redirect URIs, no consent and no refresh tokens: it requests a new access token instead.",
    ],
  },
  workload: {
    client: {
      grant_types: ["urn:ietf:params:oauth:grant-type:jwt-bearer"],
      response_types: [],
      scope: "",
      token_endpoint_auth_method: "none",
    },
    hasRedirectUris: false,
    explanation: [
      "It has no secret: it presents a token of its platform, such as a Kubernetes service account token (RFC 7523).",
      "Add the issuer of those tokens under Trusted issuers, and bind it to this client.",
    ],
  },
  high_assurance: {
    client: {
      ...userDefaults,
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_signing_alg: "PS256",
      id_token_signed_response_alg: "PS256",
      dpop_bound_access_tokens: true,
      require_pushed_authorization_requests: true,
      security_profile: "fapi2",
    },
    hasRedirectUris: true,
    placeholder: "https://bank.example/callback",
    explanation: [
      "It is held to FAPI 2.0: authorization requests are pushed, and codes are valid for a minute.",
      "It authenticates with an assertion signed by its own private key (private_key_jwt, PS256).",
      "Its access tokens are bound to a key by DPoP. Choose certificate-bound tokens instead for mutual TLS.",
    ],
  },
  private_key: {
    client: { ...userDefaults, token_endpoint_auth_method: "private_key_jwt" },
    hasRedirectUris: true,
    placeholder: "https://bank.example/callback",
    explanation: [
      "It authenticates with an assertion signed by its own private key (private_key_jwt).",
      "The server fetches the public key from its jwks_uri.",
    ],
  },
};
