/** What clients saw in some span of time. */
export interface Figures {
  readonly requests: number;
  /** Sent again at once, by the client, because the connection ended without a response. */
  readonly repeated: number;
  /** Answered with an error, or not at all. */
  readonly errors: number;
  /** From the first error to the last, in seconds. */
  readonly seconds_of_errors: number;
  /** The longest that a request took, in seconds, without those that ended in an error. */
  readonly longest_wait: number;
  /** How the errors looked, with their counts. */
  readonly kinds: Readonly<Record<string, number>>;
}

export interface Recorder {
  /** A request was answered as it should be. Times are milliseconds of `performance.now()`. */
  answered(began_at: number): void;
  repeated(): void;
  failed(kind: string): void;
  /** Everything since the last call. */
  take(): Figures;
}

/** Counts what happens to requests. */
export function createRecorder(now: () => number = () => performance.now()): Recorder {
  let counts = newCounts();
  return {
    answered(began_at) {
      counts.requests += 1;
      counts.longest_ms = Math.max(counts.longest_ms, now() - began_at);
    },
    repeated: () => void (counts.repeated += 1),
    failed(kind) {
      counts.requests += 1;
      counts.errors += 1;
      counts.first_ms = Math.min(counts.first_ms, now());
      counts.last_ms = now();
      counts.kinds.set(kind, (counts.kinds.get(kind) ?? 0) + 1);
    },
    take() {
      const { requests, repeated, errors, first_ms, last_ms, longest_ms, kinds } = counts;
      counts = newCounts();
      return {
        requests,
        repeated,
        errors,
        seconds_of_errors: errors === 0 ? 0 : toTenths(last_ms - first_ms + SHORTEST_MS),
        longest_wait: toTenths(longest_ms),
        kinds: Object.fromEntries(kinds),
      };
    },
  };
}

/** One error alone counts as a tenth of a second. */
const SHORTEST_MS = 100;

function newCounts() {
  return {
    requests: 0,
    repeated: 0,
    errors: 0,
    first_ms: Infinity,
    last_ms: 0,
    longest_ms: 0,
    kinds: new Map<string, number>(),
  };
}

/** Milliseconds as seconds with one digit. */
function toTenths(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}
