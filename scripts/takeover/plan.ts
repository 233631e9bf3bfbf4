import type { Check } from "./compare.ts";
import type { World } from "./world.ts";

/** Checks that change what they look at. */
export interface Destructive {
  /** What they touch. Two of one chain never run on the same copy. */
  readonly chain: string;
  readonly run: (world: World) => AsyncGenerator<Check>;
}

/** Which of them may run on one copy: at most one of each chain. */
export function batch(tasks: readonly Destructive[]): readonly (readonly Destructive[])[] {
  const batches: Destructive[][] = [];
  const seen = new Map<string, number>();
  for (const task of tasks) {
    const index = seen.get(task.chain) ?? 0;
    seen.set(task.chain, index + 1);
    (batches[index] ??= []).push(task);
  }
  return batches;
}
