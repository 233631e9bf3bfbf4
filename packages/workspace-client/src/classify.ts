import { UnknownResponseError } from "./response-errors.ts";
import { knownCode, oauthErrorCodes } from "./error-codes.ts";
import type { Received } from "./received.ts";
import { OAuthError, ServiceError } from "./refusals.ts";
import type { WorkspaceError } from "./workspace-error.ts";

/** Maps an error response to an error class. An OAuth error code takes precedence in either envelope. */
export function classify(received: Received): WorkspaceError {
  const { error, error_description, error_uri, code, message } = fieldsOf(received.body);

  if (isText(error)) {
    const description = optionalText(error_description);
    return new OAuthError(received, { code: error, description }, optionalText(error_uri));
  }
  if (!isText(code) || typeof message !== "string") return new UnknownResponseError(received);

  const coded = { code, description: message };
  return knownCode(oauthErrorCodes, code)
    ? new OAuthError(received, coded)
    : new ServiceError(received, coded);
}

/** Fields of both error envelopes, unvalidated. */
interface Envelope {
  readonly error?: unknown;
  readonly error_description?: unknown;
  readonly error_uri?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
}

function fieldsOf(body: unknown): Envelope {
  return typeof body === "object" && body !== null ? body : {};
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** Ignores an optional field of the wrong type. */
function optionalText(value: unknown): string | undefined {
  return isText(value) ? value : undefined;
}
