import { networkOf } from "../limits/networks.ts";

/** The caller whose secret is checked. */
export interface HashCaller {
  /** The address that the request comes from; empty where there is none. */
  readonly address: string;
  /** The client or account that the caller claims to be. */
  readonly name: string;
}

/** Runs slow hashes a few at a time, fairly between callers. */
export interface HashQueue {
  /** Runs a task when a slot is free. Rejects with a HashQueueError when it would wait too long. */
  run<T>(caller: HashCaller, task: () => Promise<T>): Promise<T>;
}

/** The settings `limits.hash.*`, read each time: they may change. */
export interface HashLimits {
  readonly concurrency: number;
  readonly queue_length: number;
  readonly queue_length_per_caller: number;
  readonly longest_wait_ms: number;
}

/** The setting that ended a wait. */
export type HashLimit = keyof Omit<HashLimits, "concurrency" | "longest_wait_ms"> | "longest_wait";

/** More hashes wait than can be computed in time. The caller should be asked to try again later. */
export class HashQueueError extends Error {
  override readonly name = "HashQueueError";
  readonly limit: HashLimit;
  /** Seconds. */
  readonly retry_after: number;

  constructor(limit: HashLimit, retry_after: number) {
    super(`A slow hash was not computed: limits.hash.${limit} is reached.`);
    this.limit = limit;
    this.retry_after = retry_after;
  }
}

/** The limits where there are no settings. */
export const defaultHashLimits: HashLimits = {
  concurrency: 1,
  queue_length: 1_000,
  queue_length_per_caller: 16,
  longest_wait_ms: 5_000,
};

/** Optional parts of a queue. */
export interface HashQueueOptions {
  readonly onLimit?: (limit: HashLimit) => void;
  /** Calls back after a delay in milliseconds, unless the function it returns is called first. */
  readonly schedule?: (ms: number, callback: () => void) => () => void;
}

/**
 * A fair queue: no caller can fill it for the others. Addresses are served round-robin, and so are the names within an
 * address; tasks of one name start in the order in which they came. A full queue drops the oldest task of the address that has the most waiting,
 * so that a flood pushes out itself; a caller with too many waiting pushes out its own oldest.
 */
export function createHashQueue(limits: HashLimits, options: HashQueueOptions = {}): HashQueue {
  const { onLimit, schedule = scheduleByTimer } = options;
  const waiting = createFairQueue();
  let running = 0;

  const drop = (task: Waiting | undefined, limit: HashLimit): void => {
    if (task === undefined) return;
    waiting.remove(task);
    task.cancelTimer();
    onLimit?.(limit);
    task.reject(new HashQueueError(limit, Math.ceil(limits.longest_wait_ms / 1000)));
  };

  const waitForSlot = ({ address, name }: HashCaller): Promise<void> => {
    if (running < limits.concurrency) {
      running += 1;
      return Promise.resolve();
    }
    return new Promise<void>((start, reject) => {
      const task: Waiting = {
        address: networkOf(address),
        name,
        start,
        reject,
        cancelTimer: schedule(limits.longest_wait_ms, () => drop(task, "longest_wait")),
      };
      waiting.add(task);
      const own = waiting.ofCaller(task);
      if (own.size > limits.queue_length_per_caller) drop(firstOf(own), "queue_length_per_caller");
      if (waiting.size() > limits.queue_length) drop(waiting.oldestOfLongest(), "queue_length");
    });
  };

  const startNext = (): boolean => {
    const next = waiting.next();
    if (next === undefined) return false;
    running += 1;
    next.cancelTimer();
    next.start();
    return true;
  };

  return {
    async run(caller, task) {
      await waitForSlot(caller);
      try {
        return await task();
      } finally {
        running -= 1;
        // At once, so that no newer task takes the slot. The limit may be another than when the task began.
        while (running < limits.concurrency && startNext());
      }
    },
  };
}

interface Waiting {
  readonly address: string;
  readonly name: string;
  readonly start: () => void;
  readonly reject: (error: HashQueueError) => void;
  readonly cancelTimer: () => void;
}

/** Tasks by address and name. Maps and sets keep the order of insertion: the caller that was served is inserted again, at the end. */
function createFairQueue() {
  const addresses = new Map<string, Address>();
  let size = 0;

  const remove = (task: Waiting): void => {
    const address = addresses.get(task.address);
    const tasks = address?.names.get(task.name);
    if (address === undefined || tasks?.delete(task) !== true) return;
    size -= 1;
    address.size -= 1;
    if (tasks.size === 0) address.names.delete(task.name);
    if (address.size === 0) addresses.delete(task.address);
  };

  return {
    size: () => size,
    remove,

    add(task: Waiting): void {
      const address = addresses.get(task.address) ?? { size: 0, names: new Map() };
      const tasks = address.names.get(task.name) ?? new Set();
      addresses.set(task.address, address);
      address.names.set(task.name, tasks.add(task));
      address.size += 1;
      size += 1;
    },

    ofCaller: ({ address, name }: Waiting): ReadonlySet<Waiting> =>
      addresses.get(address)?.names.get(name) ?? new Set(),

    /** Takes the next task out. */
    next(): Waiting | undefined {
      const address = firstOf(addresses.values());
      const tasks = address && firstOf(address.names.values());
      const task = tasks && firstOf(tasks);
      if (address === undefined || tasks === undefined || task === undefined) return undefined;
      remove(task);
      if (addresses.delete(task.address)) addresses.set(task.address, address);
      if (address.names.delete(task.name)) address.names.set(task.name, tasks);
      return task;
    },

    oldestOfLongest(): Waiting | undefined {
      const address = longestOf(addresses.values());
      const tasks = address && longestOf(address.names.values());
      return tasks && firstOf(tasks);
    },
  };
}

interface Address {
  size: number;
  readonly names: Map<string, Set<Waiting>>;
}

function firstOf<T>(values: Iterable<T>): T | undefined {
  const [first] = values;
  return first;
}

function longestOf<T extends { readonly size: number }>(values: Iterable<T>): T | undefined {
  let longest: T | undefined;
  for (const value of values)
    if (longest === undefined || value.size > longest.size) longest = value;
  return longest;
}

/** Does not keep the process alive. */
export function scheduleByTimer(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms).unref();
  return () => clearTimeout(timer);
}
