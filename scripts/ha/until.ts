import { setTimeout as pause } from "node:timers/promises";

/** Waits until something holds. Throws with its description after so many seconds. */
export async function until(
  description: string,
  seconds: number,
  holds: () => Promise<boolean>,
): Promise<void> {
  for (const giveUpAt = performance.now() + seconds * 1_000; !(await holds());) {
    if (performance.now() > giveUpAt)
      throw new Error(`After ${seconds} s, not so: ${description}.`);
    await pause(100);
  }
}
