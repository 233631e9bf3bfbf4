import type { Operation } from "@latchkey/api";
import type { ApiKey } from "../../config/secret-kinds.ts";
import { hashApiKey } from "../../crypto/api-key.ts";
import { equalInConstantTime } from "../../crypto/constant-time.ts";
import { bearerTokenIn } from "../../oauth/bearer-token.ts";
import type { FailedCheck } from "../failure.ts";

type Access = Operation["access"];

/** Authenticates a caller of the admin listener. Undefined when its API key allows the operation. */
export type ApiKeyCheck = (
  access: Access,
  authorization: string | undefined,
) => FailedCheck | undefined;

/** The check of `serve.admin.api_keys`; undefined where no keys are set, and no caller needs one. */
export function createApiKeyCheck(keys: readonly ApiKey[]): ApiKeyCheck | undefined {
  if (keys.length === 0) return undefined;
  return (access, authorization) => {
    if (access === "open") return undefined;
    if (bearerTokenIn(authorization) === undefined) return missing;
    const key = findApiKey(keys, authorization);
    if (key === undefined) return unknown;
    return key.scopes.includes(access) ? undefined : forbidden(access);
  };
}

/** The configured API key that a request presents, if it presents one. */
export function findApiKey(
  keys: readonly ApiKey[],
  authorization: string | undefined,
): ApiKey | undefined {
  const presented = bearerTokenIn(authorization);
  if (presented === undefined) return undefined;
  const hash = hashApiKey(presented);
  // Every key is compared, so that the time does not depend on which one matches.
  return keys.filter((key) => equalInConstantTime(key.hash, hash))[0];
}

const missing: FailedCheck = {
  error: {
    error: "request_unauthorized",
    error_description: "Send an API key: Authorization: Bearer lk_key_....",
  },
  headers: { "WWW-Authenticate": 'Bearer realm="Latchkey"' },
};

const unknown: FailedCheck = {
  error: {
    error: "request_unauthorized",
    error_description: "This API key is not in serve.admin.api_keys.",
  },
  headers: { "WWW-Authenticate": 'Bearer realm="Latchkey", error="invalid_token"' },
};

function forbidden(access: Access): FailedCheck {
  return {
    error: {
      error: "request_forbidden",
      error_description: `This operation needs an API key with the scope ${access}.`,
    },
    headers: {
      "WWW-Authenticate": `Bearer realm="Latchkey", error="insufficient_scope", scope="${access}"`,
    },
  };
}
