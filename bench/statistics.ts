/** The middle of some numbers; of an even count, halfway between the two in the middle. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** How far the largest lies above the smallest, as a share of the median: how much a machine was disturbed. */
export function spread(numbers: readonly number[]): number {
  return (Math.max(...numbers) - Math.min(...numbers)) / median(numbers);
}

/** The number below which a share of them lies, by nearest rank. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

/** How much y rises for each x: the median of what it does between any two points, so that a few strays do not matter. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  return median(
    points.flatMap(([x, y], index) =>
      points.slice(index + 1).map(([other_x, other_y]) => (other_y - y) / (other_x - x)),
    ),
  );
}

/** `count` items spread evenly over a list. */
export function sample<T>(items: readonly T[], count: number): T[] {
  const step = Math.max(1, items.length / count);
  const taken: T[] = [];
  for (let at = 0; at < items.length; at += step) taken.push(...items.slice(at, at + 1));
  return taken;
}
