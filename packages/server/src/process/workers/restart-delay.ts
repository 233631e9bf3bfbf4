/** After so many failures in a row nobody is started any more, unless others are at work. */
export const GIVE_UP_AFTER = 10;

const FIRST_MS = 100;
const LONGEST_MS = 30_000;

/** How long to wait before a place is filled again: the first time not at all, then twice as long each time. */
export function restartDelay(failures: number): number {
  return failures <= 1 ? 0 : Math.min(FIRST_MS * 2 ** (failures - 2), LONGEST_MS);
}
