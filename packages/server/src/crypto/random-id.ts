import { randomUUID } from "node:crypto";

/** A name that nothing else has: a UUID of version 4 (RFC 9562 §5.4). It is no secret and opens nothing. */
export function randomId(): string {
  return randomUUID();
}
