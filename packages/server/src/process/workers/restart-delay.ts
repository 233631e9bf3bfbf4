/** After this many failures in a row no worker is started any more, unless others are running. */
export const GIVE_UP_AFTER = 10;

const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 30_000;

/** Exponential backoff before a worker is restarted, in milliseconds: none after the first failure, then doubled each time. */
export function restartDelay(failures: number): number {
  return failures <= 1 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (failures - 2), MAX_DELAY_MS);
}
