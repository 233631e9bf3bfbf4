/**
 * Masks the secrets of log lines. Our own code names the fields, so those with the name of a secret are masked. Parameters of
 * requests have names that callers choose: `mask-request.ts`.
 */

import { isErrorCode } from "../oauth/oauth-error.ts";

/** A code that says what went wrong, of a feature that has codes beside those of OAuth. */
export class KnownCode {
  readonly code: string;
  constructor(code: string) {
    this.code = code;
  }
}

const MASK = "[masked]";
const MAX_DEPTH = 6;

/** A field's value as plain data: secrets masked by their name, errors with their causes. `leak` writes secrets too. */
export function loggableValue(name: string, value: unknown, leak: boolean, depth = 0): unknown {
  if (!leak && value !== undefined && isSensitive(name, value)) return MASK;
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : String(value);
    case "bigint":
      return String(value);
    case "object":
      return value === null ? null : loggableObject(name, value, leak, depth);
    case "function":
    case "symbol":
    case "undefined":
      return undefined;
  }
}

/** Whether a field of this name must not be logged. Counts of tokens are not secret. */
function isSensitive(name: string, value: unknown): boolean {
  const word = name.toLowerCase().replaceAll("-", "_");
  if (word === "code" && isKnownError(value)) return false;
  if (secretNames.has(word)) return true;
  if (typeof value === "number" || typeof value === "boolean") return false;
  return SECRET.test(word) && !harmlessNames.has(word);
}

/** A code that can be redeemed is a secret; one that says what went wrong is not. */
function isKnownError(value: unknown): boolean {
  return isErrorCode(value) || value instanceof KnownCode;
}

const SECRET =
  /secret|token|password|passphrase|assertion|api_?key|private_?key|verifier|credential/;

// A challenge allows to answer it; d to priv are the private fields of a JWK (RFC 7518 §6, RFC 9964 §3).
const secretNames = new Set(
  `authorization proxy_authorization dpop cookie set_cookie code dsn salt
   login_challenge consent_challenge logout_challenge d k p q dp dq qi oth priv`.split(/\s+/),
);

const harmlessNames = new Set(
  `token_type token_use token_type_hint token_count token_endpoint
   token_endpoint_auth_method client_assertion_type
   subject_token_type actor_token_type requested_token_type issued_token_type`.split(/\s+/),
);

function loggableObject(name: string, value: object, leak: boolean, depth: number): unknown {
  if (depth >= MAX_DEPTH) return "[too deep]";
  if (value instanceof KnownCode) return value.code;
  if (value instanceof Error) return loggableErrorFields(value, leak, depth);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value;
  if (value instanceof Uint8Array) return `[${value.length} bytes]`;
  if (value instanceof URL) return `${value.protocol}//${value.host}${value.pathname}`;
  if (Array.isArray(value)) {
    return value.map((item: unknown) => loggableValue(name, item, leak, depth + 1) ?? null);
  }
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, item]) => [key, loggableValue(String(key), item, leak, depth + 1)]),
  );
}

function loggableErrorFields(error: Error, leak: boolean, depth: number): object {
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  const cause =
    error.cause === undefined
      ? {}
      : { cause: loggableValue("cause", error.cause, leak, depth + 1) };
  return { name: error.name, message: error.message, ...code, stack: error.stack, ...cause };
}
