/** Requests for new secrets and tokens of clients and integrations. */

import { integrationSecretRequest, type webhookSecretRequest } from "@latchkey/api";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { ok, type Result } from "../oauth/result.ts";
import { readInput, unacceptable } from "./read-input.ts";

const DAY = 86_400;
const MAX_OVERLAP = 30 * DAY;

/** For how many seconds the secret or token before a new one stays valid; a day by default. */
export function readSecretOverlap(body: unknown): Result<number, OAuthError> {
  return readOverlap(body, integrationSecretRequest);
}

/** The `overlap` of a request for a new secret, whose body is optional. */
export function readOverlap(
  body: unknown,
  schema: typeof integrationSecretRequest | typeof webhookSecretRequest,
): Result<number, OAuthError> {
  const read = readInput(body ?? {}, schema);
  if (!read.ok) return read;
  const { overlap = DAY } = read.value;
  return overlap >= 0 && overlap <= MAX_OVERLAP
    ? ok(overlap)
    : unacceptable(`The field overlap must be 0 to ${MAX_OVERLAP} seconds.`);
}
