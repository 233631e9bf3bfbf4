import type { Operation, OperationId } from "@latchkey/api";
import type { SecurityRequirement, SecurityScheme } from "@latchkey/openapi";
import type { Signature } from "./contract.ts";

/** Every way to prove oneself. */
export const securitySchemes: Readonly<Record<string, SecurityScheme>> = {
  api_key: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "lk_key_…",
    description:
      "A key of serve.admin.api_keys, whose scopes are read, write and keys. Where no keys are set, the admin listener answers this machine without one.",
  },
  client_basic: {
    type: "http",
    scheme: "basic",
    description:
      "A client's id and secret, each form-encoded first: RFC 6749 §2.3.1. Both may be fields of the form instead, and an assertion may take the place of the secret.",
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
          openid: "Recognise the person.",
          offline_access: "Keep access while the person is away.",
        },
      },
      clientCredentials: { tokenUrl: "/oauth2/token", scopes: {} },
    },
  },
};

/** What an operation asks of its caller. */
export function securityOf(
  id: OperationId,
  { access }: Operation,
  { input }: Signature,
): SecurityRequirement[] {
  if (access !== "open") return [{ api_key: [access] }];
  if (id === "userinfo") return [{ access_token: ["openid"] }];
  const takesClient = input.some(({ name }) => name === "client_assertion");
  return takesClient ? [{ client_basic: [] }, {}] : [];
}
