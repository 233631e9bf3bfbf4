import type { FailedSignIn } from "@latchkey/sign-in";
import { shortenAddress } from "../history/event.ts";
import { normalizeUsername } from "@latchkey/api";
import { MAX_REQUEST_IDS, WINDOW } from "./rules/window.ts";

/** Failed sign-ins that are alike. */
export interface CountedFailures extends FailedSignIn {
  readonly count: number;
  /** Unix seconds: of the first and the last. */
  readonly first_at: number;
  readonly at: number;
  /** The latest first. */
  readonly request_ids: readonly string[];
}

/** Failed sign-ins until they are stored. */
export interface Collector {
  /** Returns at once, whether the account exists or not. */
  note(failed: FailedSignIn): void;
  /** Stores those noted so far, and resolves when they are stored. Rejects where some could not be. */
  flush(): Promise<void>;
}

/**
 * Most different ones in a window: overall, and from one network, so that an attacker at one cannot crowd out all others. What is
 * beyond is counted together by method and reason, first with the network and then without.
 */
export const MAX_DIFFERENT = 1_000;
export const MAX_OF_NETWORK = 100;

/** Longer than any username or address. */
const MAX_NAME_LENGTH = 1_000;

/**
 * Collects failed sign-ins in memory, and stores them together: what the database does then neither delays the response nor
 * tells by its time which accounts exist, and a flood is a bounded number of rows. A crash loses the last second.
 */
export function createCollector(
  now: () => number,
  store: (failures: CountedFailures) => Promise<void>,
): Collector {
  let noted = new Map<string, CountedFailures>();
  let latest: Promise<void> = Promise.resolve();
  const distinguish = createDistinction(now);

  const drain = async (): Promise<void> => {
    const failures = noted;
    noted = new Map();
    const errors: unknown[] = [];
    for (const one of failures.values()) await store(one).catch((error) => errors.push(error));
    if (errors.length > 0) throw errors[0];
  };

  return {
    note(failed) {
      const { key, alike } = distinguish(withName(failed));
      const before = noted.get(key);
      const { request_id } = failed;
      const ids = [
        ...(request_id === undefined ? [] : [request_id]),
        ...(before?.request_ids ?? []),
      ];
      noted.set(key, {
        ...alike,
        count: (before?.count ?? 0) + 1,
        first_at: before?.first_at ?? now(),
        at: now(),
        request_ids: ids.slice(0, MAX_REQUEST_IDS),
      });
    },

    flush() {
      const flushed = latest.then(drain);
      latest = flushed.catch(() => {}); // Reported by the call that failed.
      return flushed;
    },
  };
}

/** With the name as accounts have it, so that other spellings of it are alike. */
function withName({ who, ...failed }: FailedSignIn): FailedSignIn {
  if (who === undefined || "subject" in who) return who === undefined ? failed : { ...failed, who };
  if (who.username.length > MAX_NAME_LENGTH) return failed;
  return { ...failed, who: { username: normalizeUsername(who.username) } };
}

/** What a failure is counted with. */
interface Alike {
  readonly key: string;
  readonly alike: FailedSignIn;
}

/** Counts the different failures of the present window, and puts those beyond the limits together. */
function createDistinction(now: () => number): (failed: FailedSignIn) => Alike {
  const seen = new Set<string>();
  const ofNetwork = new Map<string, number>();
  let window = 0;
  return (failed) => {
    const current = Math.floor(now() / WINDOW);
    if (current !== window) {
      seen.clear();
      ofNetwork.clear();
      window = current;
    }
    const network = shortenAddress(failed.origin.address) ?? "";
    const key = keyOf(failed, network);
    if (seen.has(key)) return { key, alike: failed };
    const { method, reason } = failed;
    if (seen.size >= MAX_DIFFERENT) {
      const origin = { device: "", address: undefined };
      return { key: keyOf({ method, reason, origin }, ""), alike: { method, reason, origin } };
    }
    const count = ofNetwork.get(network) ?? 0;
    if (count >= MAX_OF_NETWORK) {
      const origin = { device: "", address: failed.origin.address };
      return { key: keyOf({ method, reason, origin }, network), alike: { method, reason, origin } };
    }
    seen.add(key);
    ofNetwork.set(network, count + 1);
    return { key, alike: failed };
  };
}

function keyOf(
  { who, method, reason, throttle, provider, origin }: FailedSignIn,
  network: string,
): string {
  return JSON.stringify([who, method, reason, throttle, provider, network, origin.device]);
}
