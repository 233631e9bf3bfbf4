import type { Operation } from "@latchkey/api";
import type { ApiKey } from "../../config/secret-kinds.ts";
import { hashApiKey } from "../../crypto/api-key.ts";
import { equalInConstantTime } from "../../crypto/constant-time.ts";
import { oauthError } from "../response.ts";
import type { Response } from "../endpoint.ts";

type Access = Operation["access"];

/** The refusal a caller of the admin listener gets, or undefined when it may go on. */
export type ApiKeyGuard = (
  access: Access,
  authorization: string | undefined,
) => Response | undefined;

/** Guards a listener by `serve.admin.api_keys`. Without any key there is nothing to ask for: undefined. */
export function createApiKeyGuard(keys: readonly ApiKey[]): ApiKeyGuard | undefined {
  if (keys.length === 0) return undefined;
  return (access, authorization) => {
    if (access === "open") return undefined;
    if (bearerOf(authorization) === undefined) return missing();
    const key = findApiKey(keys, authorization);
    if (key === undefined) return unknown();
    return key.scopes.includes(access) ? undefined : forbidden(access);
  };
}

/** The key of ours that a request presents, if it does. */
export function findApiKey(
  keys: readonly ApiKey[],
  authorization: string | undefined,
): ApiKey | undefined {
  const brought = bearerOf(authorization);
  if (brought === undefined) return undefined;
  const hash = hashApiKey(brought);
  // Every key is compared, so that the time taken does not tell which one was close.
  return keys.filter((key) => equalInConstantTime(key.hash, hash))[0];
}

function bearerOf(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
}

function missing(): Response {
  return oauthError(
    {
      error: "request_unauthorized",
      error_description: "Send an API key: Authorization: Bearer lk_key_….",
    },
    { headers: { "WWW-Authenticate": 'Bearer realm="Latchkey"' } },
  );
}

function unknown(): Response {
  return oauthError(
    {
      error: "request_unauthorized",
      error_description: "This API key is not in serve.admin.api_keys.",
    },
    { headers: { "WWW-Authenticate": 'Bearer realm="Latchkey", error="invalid_token"' } },
  );
}

function forbidden(access: Access): Response {
  return oauthError(
    {
      error: "request_forbidden",
      error_description: `This operation needs an API key with the scope ${access}.`,
    },
    {
      headers: {
        "WWW-Authenticate": `Bearer realm="Latchkey", error="insufficient_scope", scope="${access}"`,
      },
    },
  );
}
