import type { Origin } from "@latchkey/sign-in";

/** A sign-in that failed, to an account that need not exist. */
export interface FailedSignIn {
  readonly who: { readonly username: string } | { readonly subject: string };
  /** RFC 8176: what was wrong. */
  readonly method: string;
  readonly origin: Origin;
}

/** Failed sign-ins that are alike. */
export interface CountedFailures extends FailedSignIn {
  readonly count: number;
  /** Unix seconds: of the last. */
  readonly at: number;
}

/** Failed sign-ins until they are stored. */
export interface FailedSignIns {
  /** Returns at once, whether the account exists or not. */
  note(failed: FailedSignIn): void;
  /** Stores those noted so far, and resolves when they are stored. */
  flush(): Promise<void>;
}

/** Most that are noted at a time. More are not remembered: so many at once are an attack, which metrics show. */
const MAX_NOTED = 1_000;

/** Longer than any username or address. */
const MAX_NAME_LENGTH = 1_000;

/**
 * Collects failed sign-ins in memory, and stores them together: what the database does then neither delays the response nor
 * tells by its time which accounts exist, and a flood is one write for each account in it. A crash loses the last second.
 */
export function createFailedSignIns(
  now: () => number,
  store: (failures: CountedFailures) => Promise<void>,
): FailedSignIns {
  let noted = new Map<string, CountedFailures>();
  let latest: Promise<void> = Promise.resolve();

  const drain = async (): Promise<void> => {
    const failures = noted;
    noted = new Map();
    for (const one of failures.values()) await store(one);
  };

  return {
    note(failed) {
      const { who, method, origin } = failed;
      if ("username" in who && who.username.length > MAX_NAME_LENGTH) return;
      const key = JSON.stringify([who, method, origin]);
      const count = (noted.get(key)?.count ?? 0) + 1;
      if (count === 1 && noted.size >= MAX_NOTED) return;
      noted.set(key, { ...failed, count, at: now() });
    },

    flush() {
      const flushed = latest.then(drain);
      latest = flushed.catch(() => {}); // Reported by the call that failed.
      return flushed;
    },
  };
}
