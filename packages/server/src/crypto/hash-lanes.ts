import { hashCostOf } from "@latchkey/api";
import {
  createHashQueue,
  type HashLimits,
  type HashQueue,
  HashQueueError,
  type HashQueueOptions,
  scheduleByTimer,
} from "./hash-queue.ts";

/** Where checks of secrets wait, by the work that they take: a hash that takes more never delays one that takes less. */
export interface HashLanes {
  /** Hashes of this server. */
  readonly own: HashQueue;
  /** Hashes of other servers. */
  readonly imported: HashQueue;
  /** Those that take unusually long: one at a time, and none that waits for it waits longer than the longest wait. */
  readonly slow: HashQueue;
}

/** As a multiple of an own hash: bcrypt with a cost of 12, say. */
export const MAX_IMPORTED_WORK = 16;

/** The lane in which a stored hash is checked. */
export function laneOf(stored: string, lanes: HashLanes): HashQueue {
  const { work = 0 } = hashCostOf(stored) ?? {};
  if (work > MAX_IMPORTED_WORK) return lanes.slow;
  return stored.startsWith("$") ? lanes.imported : lanes.own;
}

export function createHashLanes(limits: HashLimits, options: HashQueueOptions = {}): HashLanes {
  return {
    own: createHashQueue(limits, options),
    imported: createHashQueue(limits, options),
    slow: createSlowQueue(limits, options),
  };
}

/**
 * A hash that is being computed cannot be stopped. At the deadline the caller stops waiting, and the task goes on: what it stores when
 * the secret matched is there for the next attempt.
 */
function createSlowQueue(limits: HashLimits, options: HashQueueOptions): HashQueue {
  const { onLimit, schedule = scheduleByTimer } = options;
  const queue = createHashQueue(
    {
      concurrency: 1,
      get queue_length() {
        return limits.queue_length;
      },
      queue_length_per_caller: 1,
      get longest_wait_ms() {
        return limits.longest_wait_ms;
      },
    },
    // The longest wait is counted below, which includes the check itself.
    { ...options, onLimit: (limit) => limit !== "longest_wait" && onLimit?.(limit) },
  );
  return {
    run: (caller, task) =>
      new Promise((resolve, reject) => {
        const { longest_wait_ms } = limits;
        const cancelTimer = schedule(longest_wait_ms, () => {
          onLimit?.("longest_wait");
          reject(new HashQueueError("longest_wait", Math.ceil(longest_wait_ms / 1000)));
        });
        queue.run(caller, task).then(resolve, reject).finally(cancelTimer);
      }),
  };
}
