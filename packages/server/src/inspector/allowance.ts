/** So much a second and no more. */
export interface Allowance {
  /** False when this second's share is used up. */
  take(): boolean;
}

/** Makes an allowance that is full again with every second of the clock. */
export function createAllowance(per_second: number, now_ms: () => number): Allowance {
  let second = 0;
  let left = per_second;
  return {
    take() {
      const present = Math.floor(now_ms() / 1000);
      if (present !== second) {
        second = present;
        left = per_second;
      }
      left -= 1;
      return left >= 0;
    },
  };
}
