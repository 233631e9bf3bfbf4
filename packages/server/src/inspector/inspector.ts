import { isObserved } from "../crypto/flow-id.ts";
import { type Allowance, createAllowance } from "./allowance.ts";
import { type ObservedRequest, tellsByItself, unknownGrant } from "./observed-request.ts";
import { type Watched, observedOperations } from "./observed-operations.ts";

/** Looks on while requests are answered. Noting one costs little more than keeping hold of it for a moment. */
export interface Inspector<Reading> {
  /** Whether a flow that begins now is watched. It then is to its end, by every server, for its id says so. */
  admits(): boolean;
  note(observed: ObservedRequest): void;
  /** What was made of everything noted since this was last asked. */
  drain(): readonly Reading[];
}

/** How much is looked at, and what is made of it. */
export interface InspectorOptions<Reading> {
  /** What may be kept of a request and its answer, if anything. */
  readonly read: (observed: ObservedRequest) => Reading | undefined;
  /** Told why something could not be read. */
  readonly onUnreadable?: (error: unknown) => void;
  /** Seconds that things are kept for; 0 turns the inspector off. */
  readonly lifespan: number;
  readonly flows_per_second: number;
  readonly now_ms: () => number;
  /** Told of what was not looked at for lack of room. */
  readonly onSkipped?: () => void;
}

/** More than can be written in a quarter of a second, and little enough to hold. */
const MOST_WAITING = 5_000;

/** What a flow has at the most when nothing goes wrong, and some to spare. */
const STEPS_OF_A_FLOW = 20;

/**
 * Makes an inspector. Whatever is noted is noted so many times a second at the most: failures of any flow, whose names
 * anybody can make up, token requests of clients for themselves that fail, and steps that succeed of flows that are watched.
 *
 * It is read on the next turn of the event loop, when it has been answered: what is made of a request is a fraction of it, and
 * without its secrets. Hundreds of requests held until they are written down would be half of what outlives a collection.
 */
export function createInspector<Reading>(options: InspectorOptions<Reading>): Inspector<Reading> {
  const { lifespan, flows_per_second, now_ms, onSkipped } = options;
  const flows = createAllowance(flows_per_second, now_ms);
  const failures = createAllowance(flows_per_second, now_ms);
  const token_failures = createAllowance(flows_per_second, now_ms);
  const renewals = createAllowance(flows_per_second, now_ms);
  const steps = createAllowance(flows_per_second * STEPS_OF_A_FLOW, now_ms);
  let noted: ObservedRequest[] = [];
  let readings: Reading[] = [];

  return {
    admits: () => lifespan > 0 && flows.take(),
    note(observed) {
      if (lifespan === 0) return;
      if (noted.length + readings.length >= MOST_WAITING || !isWanted(observed)) {
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

  /** A machine that goes on failing must not hide the failed sign-ins of users. */
  function allowanceFor({ operation, grant = unknownGrant }: ObservedRequest): Allowance {
    return operation === "oauth2Token" && !grant.for_user ? token_failures : failures;
  }

  function isWanted(observed: ObservedRequest): boolean {
    const { note, status } = observed.answer;
    if (note?.error !== undefined || status >= 400) return allowanceFor(observed).take();
    const flow_id = note?.flow_id ?? claimedFlow(observed);
    if (flow_id === undefined) return tellsByItself(observed) && flows.take();
    if (!isObserved(flow_id)) return false;
    // A grant may be renewed for years, and all of them at once.
    return isRenewal(observed) ? renewals.take() : steps.take();
  }
}

/** The flow that a request claims to be about. Whether we ever gave out that name is looked at later. */
function claimedFlow({ operation, request }: ObservedRequest): string | undefined {
  const { tokens }: Watched = observedOperations[operation];
  const named = tokens === undefined ? HANDLE.exec(request.search) : TOKEN.exec(request.body);
  return named?.[1];
}

function isRenewal({ request }: ObservedRequest): boolean {
  return request.body.includes("refresh_token") && !request.body.includes("authorization_code");
}

const HANDLE = /(?:^|&)(?:(?:login|consent|logout)_)?(?:challenge|verifier)=([\w-]{22})/;
const TOKEN = /lk_(?:ac|rt|wac|wrt|wat)_([\w-]{22})/;
