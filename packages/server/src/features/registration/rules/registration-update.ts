/** RFC 7592 §2.2: a client whose update was stored, but whose response was lost, has only a token that was replaced. */

import type { RegistrationUpdate } from "../../../oauth/client.ts";

/** So long the response is repeated: as for refresh tokens by default. */
const REPEAT_MS = 10_000;

/** Whether a request is the last update, sent again. Nothing is stored for it, and it gets the same response. */
export function isRepeat(
  last: RegistrationUpdate | undefined,
  { token_hash, request_hash, at_ms }: RegistrationUpdate,
): boolean {
  return (
    last !== undefined &&
    last.token_hash === token_hash &&
    last.request_hash === request_hash &&
    at_ms - last.at_ms <= REPEAT_MS
  );
}
