/** A repeatable source of whole numbers below a bound (mulberry32). For tests only. */
export type Random = (below: number) => number;

/** The numbers of one case of one seed. */
export function randomOf(seed: number, index: number): Random {
  let state = (Math.imul(seed, 0x9e37_79b1) ^ Math.imul(index + 1, 0x85eb_ca6b)) >>> 0;
  return (below) => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** One of a list. */
export function pick<T>(random: Random, list: readonly T[]): T {
  const picked = list[random(list.length)];
  if (picked === undefined) throw new RangeError("The list is empty.");
  return picked;
}
