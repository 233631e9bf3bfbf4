import { UnknownResponseError } from "./answer-errors.ts";
import { knownCode, oauthErrorCodes } from "./error-codes.ts";
import type { Received } from "./received.ts";
import { OAuthError, ServiceError } from "./refusals.ts";
import type { WorkspaceError } from "./workspace-error.ts";

/** What kind of failure an answer is. The order matters: an OAuth code wins, in either envelope. */
export function classify(received: Received): WorkspaceError {
  const { error, error_description, error_uri, code, message } = membersOf(received.body);

  if (isText(error)) {
    const description = textOr(error_description);
    return new OAuthError(received, { code: error, description }, textOr(error_uri));
  }
  if (!isText(code) || typeof message !== "string") return new UnknownResponseError(received);

  const said = { code, description: message };
  return knownCode(oauthErrorCodes, code)
    ? new OAuthError(received, said)
    : new ServiceError(received, said);
}

/** The members of both envelopes, as they came. */
interface Envelope {
  readonly error?: unknown;
  readonly error_description?: unknown;
  readonly error_uri?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
}

function membersOf(body: unknown): Envelope {
  return typeof body === "object" && body !== null ? body : {};
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** An optional member of the wrong type is dropped: the refusal still stands. */
function textOr(value: unknown): string | undefined {
  return isText(value) ? value : undefined;
}
