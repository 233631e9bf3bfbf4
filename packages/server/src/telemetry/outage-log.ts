import type { Fields } from "./log-format.ts";
import type { Log } from "./log.ts";

/**
 * The log lines of a database that is unavailable: the first failure in full, the first of each other kind with its reason, all
 * others as a number every ten seconds, and one line when the database is available again.
 */
export interface OutageLog {
  /** `fields` is called for a failure that is logged; its `error` is left out of all lines but the first. */
  report(failure: OutageFailure, fields: () => Fields): void;
  /** A peer process has logged the first failure of an outage, which is this one's too. */
  peerBegan(): void;
  /** Logs what was counted and not logged yet. */
  close(): void;
}

/** A failure of the database. */
interface OutageFailure {
  readonly subject: Subject;
  /** Failures with the same text are of the same kind. */
  readonly kind: string;
}

/** What failed, and how it is logged. */
const messages = {
  request: "database unavailable",
  readiness_probe: "database does not respond",
  job: "job waits for the database",
} as const;

/** What counts the failures of a subject. */
const counters = { request: "refused", readiness_probe: "not_ready", job: "jobs" } as const;

type Subject = keyof typeof messages;

/** What an outage log depends on. */
export interface OutageLogOptions {
  readonly log: Log;
  /** Rejects while the database is unavailable. It has a deadline of its own. */
  readonly ping: () => Promise<void>;
  /** Called when the first failure of an outage was logged. */
  readonly onBegin?: () => void;
  /** A monotonic clock, in milliseconds. */
  readonly clock?: () => number;
}

export function createOutageLog({
  log,
  ping,
  onBegin = () => {},
  clock = () => performance.now(),
}: OutageLogOptions): OutageLog {
  let current: Outage | undefined;
  let peerBeganAt = Number.NEGATIVE_INFINITY;

  const begin = (): Outage => {
    const now = clock();
    const timer = setInterval(() => void check(outage), CHECK_INTERVAL_MS).unref();
    const outage: Outage = {
      kinds: new Set(),
      refused: 0,
      not_ready: 0,
      jobs: 0,
      unlogged: 0,
      began_at: now,
      failed_at: now,
      logged_at: now,
      pinging: false,
      timer,
    };
    return outage;
  };

  const check = async (outage: Outage): Promise<void> => {
    if (clock() - outage.logged_at >= SUMMARY_INTERVAL_MS) summarize(outage);
    if (outage.pinging || clock() - outage.failed_at < QUIET_MS) return;
    const { failed_at } = outage;
    outage.pinging = true;
    try {
      await ping();
      if (outage.failed_at === failed_at && outage === current) end(outage);
    } catch {
      outage.failed_at = clock();
    }
    outage.pinging = false;
  };

  const summarize = (outage: Outage): void => {
    if (outage.unlogged === 0) return;
    outage.unlogged = 0;
    outage.logged_at = clock();
    log.warn("database still unavailable", totalsOf(outage));
  };

  // At the level of the first line, so that a log without requests has both.
  const end = (outage: Outage): void => {
    clearInterval(outage.timer);
    current = undefined;
    log.warn("database available again", totalsOf(outage));
  };

  return {
    report({ subject, kind }, fields) {
      const outage = (current ??= begin());
      outage.failed_at = clock();
      outage[counters[subject]] += 1;
      if (outage.kinds.has(kind) || outage.kinds.size >= MAX_KINDS) {
        outage.unlogged += 1;
        return;
      }
      const isFirst = outage.kinds.size === 0;
      outage.kinds.add(kind);
      if (isFirst && clock() - peerBeganAt > PEER_MS) {
        log.warn(messages[subject], fields());
        onBegin();
      } else {
        const { error: _, ...rest } = fields();
        log.warn(messages[subject], { ...rest, reason: kind });
      }
    },

    peerBegan() {
      peerBeganAt = clock();
    },

    close() {
      if (current === undefined) return;
      clearInterval(current.timer);
      summarize(current);
      current = undefined;
    },
  };
}

interface Outage {
  /** Those that were logged in full. */
  readonly kinds: Set<string>;
  /** Requests that got a 503. */
  refused: number;
  /** Readiness probes that got a 503. */
  not_ready: number;
  /** Runs of jobs that failed. */
  jobs: number;
  /** How many of these no line has counted yet. */
  unlogged: number;
  readonly began_at: number;
  /** When the database was last known to be unavailable. */
  failed_at: number;
  logged_at: number;
  pinging: boolean;
  readonly timer: NodeJS.Timeout;
}

function totalsOf({ refused, not_ready, jobs, began_at, failed_at }: Outage): Fields {
  return { refused, not_ready, jobs, duration_ms: Math.round(failed_at - began_at) };
}

const CHECK_INTERVAL_MS = 1_000;
const SUMMARY_INTERVAL_MS = 10_000;
/** Longer than callers wait before they retry (`Retry-After`): one outage is not logged as many. */
const QUIET_MS = 3_000;
/** Within this, an outage of a peer process and of this one are the same. */
const PEER_MS = 30_000;
/** Messages of a database may differ in their details; the set of kinds must not grow with them. */
const MAX_KINDS = 16;
