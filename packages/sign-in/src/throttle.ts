import { hash } from "node:crypto";

/** Slows down whoever guesses passwords, in a memory that does not grow. */
export interface Throttle {
  /**
   * Seconds to wait; at 0 the attempt may be made. It then counts as failed until `succeed` says otherwise,
   * so that a hundred attempts at once are a hundred.
   */
  attempt(username: string, address: string | undefined): number;
  succeed(username: string, address: string | undefined): void;
  /** Counts what another process has seen. */
  hear(news: ThrottleNews): void;
}

/** What processes that look after the same people tell one another. The person comes first, then the place. */
export interface ThrottleNews {
  readonly event: "attempt" | "success";
  /** Hashes: nobody's name travels. */
  readonly keys: readonly string[];
}

/** Time is a number the caller passes: unix seconds. `tell` hears of everything that other processes should. */
export function createThrottle(
  now: () => number,
  tell: (news: ThrottleNews) => void = () => {},
): Throttle {
  const failures = new Map<string, Failures>();

  const countOf = (key: string): number => {
    const known = failures.get(key);
    return known === undefined || known.last_at + FORGOTTEN_AFTER <= now() ? 0 : known.count;
  };
  const remember = (key: string, count: number): void => {
    failures.delete(key); // A map keeps the order of insertion: the first one is the one unused for longest.
    if (count > 0) failures.set(key, { count, last_at: now() });
    const [oldest] = failures.keys();
    if (failures.size > CAPACITY && oldest !== undefined) failures.delete(oldest);
  };
  const waitFor = ({ key, free }: Suspect): number => {
    const count = countOf(key);
    if (count < free) return 0;
    const last_at = failures.get(key)?.last_at ?? 0;
    return Math.max(0, last_at + Math.min(LONGEST_WAIT, 2 ** (count - free)) - now());
  };

  const hear = ({ event, keys }: ThrottleNews): void => {
    if (event === "attempt") return keys.forEach((key) => remember(key, countOf(key) + 1));
    const [person, place] = keys;
    if (person !== undefined) remember(person, 0);
    // An account of one's own must not wipe out what one did to others: only this attempt is taken back.
    if (place !== undefined) remember(place, countOf(place) - 1);
  };
  const note = (event: ThrottleNews["event"], suspects: readonly Suspect[]): void => {
    const news = { event, keys: suspects.map(({ key }) => key) };
    hear(news);
    tell(news);
  };

  return {
    attempt(username, address) {
      const suspects = suspectsOf(username, address);
      const wait = Math.max(...suspects.map(waitFor));
      if (wait === 0) note("attempt", suspects);
      return wait;
    },
    succeed: (username, address) => note("success", suspectsOf(username, address)),
    hear,
  };
}

interface Failures {
  readonly count: number;
  readonly last_at: number;
}

interface Suspect {
  readonly key: string;
  /** How many failures are nobody's business. */
  readonly free: number;
}

/** The person first, then the place. Keys are hashes, so a long name takes no more room than a short one. */
function suspectsOf(username: string, address: string | undefined): Suspect[] {
  const person = { key: hash("sha256", `username ${fold(username)}`, "base64url"), free: 5 };
  if (address === undefined) return [person];
  const place = hash("sha256", `address ${networkOf(address)}`, "base64url");
  return [person, { key: place, free: 20 }];
}

/** Whoever has one IPv6 address has the 2⁶⁴ around it too, so they count as one. */
function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  if (address.includes(".")) return address.slice(address.lastIndexOf(":") + 1); // ::ffff:192.0.2.1
  const [left = [], right = []] = address
    .split("::")
    .map((half) => half.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  return [...left, ...zeros, ...right].slice(0, 4).join(":");
}

function fold(username: string): string {
  return username.normalize("NFKC").trim().toLowerCase();
}

const CAPACITY = 10_000;
const LONGEST_WAIT = 60;
const FORGOTTEN_AFTER = 15 * 60;
