import { randomFillSync } from "node:crypto";

// Asking the system for 8 KiB at once costs little more than asking for 32 bytes.
const pool = Buffer.alloc(8 * 1024);
let drawn = pool.length;

/**
 * Fresh random bytes, cheaper than asking the system each time. They are the caller's alone, but the memory is shared and
 * used again: take what is needed before anybody else draws, and wipe it.
 */
export function drawRandom(bytes: number): Buffer {
  if (drawn + bytes > pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  const start = drawn;
  drawn += bytes;
  return pool.subarray(start, drawn);
}
