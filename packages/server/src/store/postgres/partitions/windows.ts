/** The range of times of one partition, in unix milliseconds: the first is in it, the second is not. */
export interface Window {
  readonly from_ms: number;
  readonly to_ms: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WIDTHS_MS = [15 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS];

/**
 * How wide the windows are for rows that live that long: about ten windows have rows at any time. Each costs the planner a little, and
 * expired rows stay until the window they are in is over.
 */
export function widthFor(lifetime_s: number): number {
  const ideal = (lifetime_s * 1000) / 12;
  return WIDTHS_MS.find((width) => width >= ideal) ?? 24 * HOUR_MS;
}

/** The width of the windows of a table, some of which may be cut off by others; undefined where there are none. */
export function widthOf(windows: readonly Window[]): number | undefined {
  if (windows.length === 0) return undefined;
  return Math.max(...windows.map(({ from_ms, to_ms }) => to_ms - from_ms));
}

/** The window of this width that a time is in. */
export function windowAt(time_ms: number, width_ms: number): Window {
  const from_ms = time_ms - (time_ms % width_ms);
  return { from_ms, to_ms: from_ms + width_ms };
}

/** How many windows are empty beyond that of the last row, so that rows find theirs although the keeper is late. */
const AHEAD = 2;
/** Rows that expire later are in the default partition until their window is made. Bounds the number of partitions. */
const MOST_AHEAD = 48;

/** The latest end of the windows that are made at this time. */
export function horizonOf(now_ms: number, width_ms: number): number {
  return windowAt(now_ms, width_ms).from_ms + MOST_AHEAD * width_ms;
}

/**
 * The windows that are missing: from now, or from the end of the partition of older rows, until some after the last row. They have the
 * same width, but for one that is cut off by its neighbours.
 */
export function windowsToMake(
  existing: readonly Window[],
  { now_ms, last_ms, width_ms }: { now_ms: number; last_ms: number; width_ms: number },
): readonly Window[] {
  const horizon = horizonOf(now_ms, width_ms);
  const end = Math.min(
    windowAt(Math.max(now_ms, last_ms), width_ms).to_ms + AHEAD * width_ms,
    horizon,
  );
  const made: Window[] = [];
  const sorted = existing.toSorted((one, other) => one.from_ms - other.from_ms);
  let at = windowAt(now_ms, width_ms).from_ms;
  while (at < end) {
    const here = at;
    const covering = sorted.find(({ from_ms, to_ms }) => from_ms <= here && here < to_ms);
    if (covering !== undefined) {
      at = covering.to_ms;
      continue;
    }
    const next = sorted.find(({ from_ms }) => from_ms > here)?.from_ms ?? Infinity;
    const to_ms = Math.min(windowAt(here, width_ms).to_ms, next);
    made.push({ from_ms: here, to_ms });
    at = to_ms;
  }
  return made;
}

/** Of the clocks of servers: a window is over for all of them that much later. */
const GRACE_MS = MINUTE_MS;

/** Whether every row of a window has expired. */
export function isOver({ to_ms }: Window, now_ms: number): boolean {
  return to_ms + GRACE_MS <= now_ms;
}
