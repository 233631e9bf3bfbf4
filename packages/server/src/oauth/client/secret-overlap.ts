/** Requests for new secrets and tokens, of clients and of features. */

import { integrationSecretRequest } from "@latchkey/api";
import type { OAuthError } from "../oauth-error.ts";
import { ok, type Result } from "../../result.ts";
import { readInput, unacceptable } from "../read-input.ts";

const DAY = 86_400;
const MAX_OVERLAP = 30 * DAY;

/** For how many seconds the secret or token before a new one stays valid; a day by default. The body is optional. */
export function readSecretOverlap(body: unknown): Result<number, OAuthError> {
  const read = readInput(body ?? {}, integrationSecretRequest);
  if (!read.ok) return read;
  const { overlap = DAY } = read.value;
  return overlap >= 0 && overlap <= MAX_OVERLAP
    ? ok(overlap)
    : unacceptable(`The field overlap must be 0 to ${MAX_OVERLAP} seconds.`);
}
