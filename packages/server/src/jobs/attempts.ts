import type { Signal } from "../context/signal.ts";

/** Attempts under way in one process, of one outbox. */
export const MAX_ATTEMPTS = 256;
/** Of these, to one receiver. */
export const MAX_ATTEMPTS_PER_RECEIVER = 10;
/** How long to wait for the end of an attempt before the outbox is looked at again. */
const LOOK_AGAIN_MS = 1_000;

/** Attempts that run beside each other. */
export interface Attempts {
  /** Starts one, unless its receiver has too many. Those without a receiver send nothing, and have no limit. */
  start(receiver: string | undefined, work: () => Promise<unknown>): boolean;
  /** How many are under way. */
  count(): number;
  /** Whether one has thrown. */
  failed(): boolean;
  /** Resolves when one has ended, at a notification of the signal, or after a second. */
  next(signal: Signal): Promise<void>;
  /** Resolves when all have ended. Rejects with the first error of one. */
  end(): Promise<void>;
}

export function createAttempts(): Attempts {
  const underWay = new Set<Promise<void>>();
  const byReceiver = new Map<string, number>();
  let failure: { readonly error: unknown } | undefined;

  const run = async (receiver: string | undefined, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      failure ??= { error };
    }
    if (receiver !== undefined) release(receiver);
  };

  const release = (receiver: string): void => {
    const left = (byReceiver.get(receiver) ?? 1) - 1;
    if (left === 0) byReceiver.delete(receiver);
    else byReceiver.set(receiver, left);
  };

  return {
    start(receiver, work) {
      if (receiver !== undefined) {
        const current = byReceiver.get(receiver) ?? 0;
        if (current >= MAX_ATTEMPTS_PER_RECEIVER) return false;
        byReceiver.set(receiver, current + 1);
      }
      const attempt = run(receiver, work).then(() => void underWay.delete(attempt));
      underWay.add(attempt);
      return true;
    },

    count: () => underWay.size,
    failed: () => failure !== undefined,

    async next(signal) {
      const { promise: woken, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, LOOK_AGAIN_MS).unref();
      const unlisten = signal.listen(resolve);
      try {
        await Promise.race([woken, ...underWay]);
      } finally {
        clearTimeout(timer);
        unlisten();
      }
    },

    async end() {
      await Promise.all(underWay);
      if (failure !== undefined) throw failure.error;
    },
  };
}
