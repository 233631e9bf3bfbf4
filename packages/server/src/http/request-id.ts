import { randomId } from "../crypto/random.ts";

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

/** The id of a request in logs: the one it was sent with, if that is safe to log, or a new one. */
export function requestIdOf(sent: string | undefined): string {
  if (sent !== undefined && ACCEPTED.test(sent)) return sent;
  count += 1;
  return `${processId}-${count.toString(16).padStart(12, "0")}`;
}

const processId = randomId().slice(0, 23); // A UUID without its last twelve digits, which are a counter.
let count = 0;
