import type { Lookup } from "../checked-lookup.ts";

/** How many lookups run at once. */
interface LookupLimits {
  readonly concurrency: number;
  /** Of names of one domain, whose name servers are the same. */
  readonly per_domain: number;
}

/** How long a lookup waits for its turn. With its own deadline it is within that of the request. Milliseconds. */
const MAX_WAIT_MS = 2_000;
const MAX_WAITING = 1_000;

type Callback = Parameters<Lookup>[2];

/**
 * The same lookup, with few at once. A domain whose name servers do not respond takes only its part of them, so that others
 * need not wait for it.
 */
export function limitLookups(
  lookup: Lookup,
  { concurrency, per_domain }: LookupLimits,
  max_wait_ms = MAX_WAIT_MS,
): Lookup {
  const running = new Map<string, number>();
  const waiting = new Set<{ readonly domain: string; readonly start: () => void }>();
  let count = 0;

  const mayStart = (domain: string): boolean =>
    count < concurrency && (running.get(domain) ?? 0) < per_domain;

  const change = (domain: string, by: 1 | -1): void => {
    count += by;
    const left = (running.get(domain) ?? 0) + by;
    if (left === 0) running.delete(domain);
    else running.set(domain, left);
  };

  const startNext = (): void => {
    for (const next of waiting) {
      if (count >= concurrency) return;
      if (!mayStart(next.domain)) continue;
      waiting.delete(next);
      next.start();
    }
  };

  return (hostname, options, callback) => {
    const domain = domainOf(hostname);
    const start = (): void => {
      change(domain, 1);
      const end: Callback = (error, addresses) => {
        change(domain, -1);
        startNext();
        callback(error, addresses);
      };
      try {
        lookup(hostname, options, end);
      } catch (error) {
        end(error instanceof Error ? error : new Error(String(error)), []);
      }
    };
    if (mayStart(domain)) return start();
    if (waiting.size >= MAX_WAITING) return callback(tooMany(), []);
    const timer = setTimeout(() => {
      waiting.delete(entry);
      callback(tooMany(), []);
    }, max_wait_ms);
    const entry = {
      domain,
      start: () => {
        clearTimeout(timer);
        start();
      },
    };
    waiting.add(entry);
  };
}

function tooMany(): Error {
  return Object.assign(new Error("Too many names are being looked up."), { code: "EBUSY" });
}

/**
 * The domain that was registered, as far as a name shows it: two labels, or three under endings such as co.uk. The list of public
 * suffixes is not worth its size here: domains that are mistaken for one only share a limit.
 */
export function domainOf(hostname: string): string {
  const labels = hostname.toLowerCase().replace(/\.$/, "").split(".");
  const [second = "", top = ""] = labels.slice(-2);
  return labels.slice(top.length === 2 && second.length <= 3 ? -3 : -2).join(".");
}
