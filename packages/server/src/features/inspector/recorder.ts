/** Records requests and their responses for the inspector, within limits per second. */

import { isObserved } from "../../crypto/flow-id.ts";
import type { ObservedRequest, Observer } from "../../inspector/observed-request.ts";

/** Observes requests. */
export interface Recorder<Reading> extends Observer {
  /** The recorded steps since the last call. */
  drain(): readonly Reading[];
}

/** The limits, and how a request is read. */
export interface RecorderOptions<Reading> {
  /** The recordable part of a request and its response, if any. */
  readonly read: (observed: ObservedRequest) => Reading | undefined;
  /** Called with the error when a request cannot be read. */
  readonly onUnreadable?: (error: unknown) => void;
  /** Seconds until records are deleted; 0 turns the inspector off. */
  readonly lifespan: number;
  readonly flows_per_second: number;
  readonly now_ms: () => number;
  /** Called for each request that was not recorded because of a limit. */
  readonly onSkipped?: () => void;
}

/** The maximum number of queued requests: more than are written in a quarter of a second, and small enough for memory. */
const MAX_QUEUED = 5_000;

/** An upper bound of the steps of a successful flow. */
const MAX_STEPS_OF_FLOW = 20;

/**
 * Creates a recorder. Each kind of record has a limit per second: failures of any flow (an attacker can cause any number),
 * failed token requests of clients for themselves, and successful steps of flows that are recorded.
 *
 * Queued requests are read in the next event-loop turn, after the response was sent. What is recorded is a fraction of the
 * request and has no secrets; queueing whole requests until they are written would make them survive garbage collections.
 */
export function createRecorder<Reading>(options: RecorderOptions<Reading>): Recorder<Reading> {
  const { lifespan, flows_per_second, now_ms, onSkipped } = options;
  const flows = createPerSecondLimit(flows_per_second, now_ms);
  const failures = createPerSecondLimit(flows_per_second, now_ms);
  const tokenFailures = createPerSecondLimit(flows_per_second, now_ms);
  const refreshes = createPerSecondLimit(flows_per_second, now_ms);
  const steps = createPerSecondLimit(flows_per_second * MAX_STEPS_OF_FLOW, now_ms);
  let noted: ObservedRequest[] = [];
  let readings: Reading[] = [];

  return {
    enabled: lifespan > 0,
    admits: () => lifespan > 0 && flows.take(),
    note(observed) {
      if (lifespan === 0) return;
      if (noted.length + readings.length >= MAX_QUEUED || !isWithinLimits(observed)) {
        onSkipped?.();
        return;
      }
      noted.push(observed);
      if (noted.length === 1) setImmediate(readAll);
    },
    drain() {
      readAll();
      const drained = readings;
      readings = [];
      return drained;
    },
  };

  function readAll(): void {
    for (const observed of noted) {
      try {
        const reading = options.read(observed);
        if (reading !== undefined) readings.push(reading);
      } catch (error) {
        options.onUnreadable?.(error);
      }
    }
    noted = [];
  }

  /** A client that keeps failing must not use up the limit for failed sign-ins of users. */
  function limitFor({ grant }: ObservedRequest): PerSecondLimit {
    return grant?.for_user === false ? tokenFailures : failures;
  }

  function isWithinLimits(observed: ObservedRequest): boolean {
    const { note, status } = observed.answer;
    if (note?.error !== undefined || status >= 400) return limitFor(observed).take();
    const flow_id = note?.flow_id ?? claimedFlow(observed);
    if (flow_id === undefined) return observed.inspect.successes === "all" && flows.take();
    if (!isObserved(flow_id)) return false;
    // Refreshes and exchanges have their own limit: a grant may be refreshed for years, and many grants at the same time.
    return isRepeated(observed) ? refreshes.take() : steps.take();
  }
}

/** The flow id in a request, not verified yet. */
function claimedFlow({ inspect, request }: ObservedRequest): string | undefined {
  const hasTokens = inspect.tokens.length > 0;
  return (hasTokens ? TOKEN.exec(request.body) : HANDLE.exec(request.search))?.[1];
}

function isRepeated({ request: { body } }: ObservedRequest): boolean {
  const isRefresh = body.includes("refresh_token") && !body.includes("authorization_code");
  return isRefresh || body.includes("subject_token");
}

const HANDLE =
  /(?:^|&)(?:(?:login|consent|logout|device|backchannel)_)?(?:challenge|verifier)=([\w-]{22})/;
const TOKEN = /lk_(?:ac|dc|ar|rt|at|wac|wrt|wat)_([\w-]{22})/;

/** A limit per second. Unlike `limits/rate-limiter.ts` it has no keys, since it is checked for every request. */
interface PerSecondLimit {
  /** False when the limit of the current second is reached. */
  take(): boolean;
}

function createPerSecondLimit(per_second: number, now_ms: () => number): PerSecondLimit {
  let second = 0;
  let left = per_second;
  return {
    take() {
      const current = Math.floor(now_ms() / 1000);
      if (current !== second) {
        second = current;
        left = per_second;
      }
      left -= 1;
      return left >= 0;
    },
  };
}
