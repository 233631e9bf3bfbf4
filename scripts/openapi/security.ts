import type { Operation } from "@latchkey/api";
import type { SecurityRequirement, SecurityScheme } from "@latchkey/openapi";

/** The ways to authenticate. */
export const securitySchemes: Readonly<
  Record<NonNullable<Operation["authentication"]>, SecurityScheme>
> = {
  api_key: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "lk_key_…",
    description:
      "A key of serve.admin.api_keys, whose scopes are read, write and keys. Required once serve.admin.api_keys is set; until then the admin listener serves this machine without one.",
  },
  client_basic: {
    type: "http",
    scheme: "basic",
    description:
      "A client's id and secret, each form-encoded first: RFC 6749 §2.3.1. Both may be fields of the form instead, and an assertion may take the place of the secret.",
  },
  initial_access_token: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "lk_iat_…",
    description:
      "A token of createRegistrationToken. Required where oauth2.registration.mode is token.",
  },
  registration_access_token: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "lk_rat_…",
    description: "The registration_access_token of the client's latest registration or update.",
  },
  integration_basic: {
    type: "http",
    scheme: "basic",
    description: "An integration's client id and secret, as they are: RFC 7617.",
  },
  workspace_access_token: {
    type: "http",
    scheme: "bearer",
    description: "An access token of an installation, or of an internal integration.",
  },
  access_token: {
    type: "oauth2",
    description: "An access token of this server, with the scope openid.",
    flows: {
      authorizationCode: {
        authorizationUrl: "/oauth2/auth",
        tokenUrl: "/oauth2/token",
        refreshUrl: "/oauth2/token",
        scopes: {
          openid: "Identify the user.",
          offline_access: "Keep access while the user is away.",
        },
      },
      clientCredentials: { tokenUrl: "/oauth2/token", scopes: {} },
    },
  },
};

/** How callers of an operation authenticate. An empty requirement means that it also works without. */
export function securityOf({ access, authentication }: Operation): SecurityRequirement[] {
  switch (authentication) {
    case null:
      return [];
    case "api_key": // Without serve.admin.api_keys, the admin listener serves this machine without a key.
      return [{ api_key: [access] }, {}];
    case "client_basic":
    case "initial_access_token":
      return [{ [authentication]: [] }, {}];
    case "access_token":
      return [{ access_token: ["openid"] }];
    case "registration_access_token":
    case "integration_basic":
    case "workspace_access_token":
      return [{ [authentication]: [] }];
  }
}
