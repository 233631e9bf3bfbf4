import { randomId } from "../crypto/random.ts";

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

/** The name a request goes by in logs: the one it brought, where that is harmless to write down, or a new one. */
export function requestIdOf(brought: string | undefined): string {
  return brought !== undefined && ACCEPTED.test(brought) ? brought : nextId();
}

const process_id = randomId().slice(0, 23); // All of a UUID but its last twelve digits: those are counted.
let count = 0;

function nextId(): string {
  count += 1;
  return `${process_id}-${count.toString(16).padStart(12, "0")}`;
}
