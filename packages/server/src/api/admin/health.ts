import type { Context, Endpoint } from "../../context/context.ts";
import { json, type Response } from "../../http/response.ts";
import { MAX_PING_AGE_MS, type Store } from "../../store/port/store.ts";
import { isOutOfSpace, outageKindOf } from "../../store/port/unavailable.ts";

/** GET /health/alive: the process responds, whatever the state of its database. */
export const isInstanceAlive: Endpoint = () => healthy;

/**
 * GET /health/ready: the database responds and accepts writes. It is asked at most four
 * times a second, and counts as unavailable when it does not respond within `DEADLINE_MS` of the time in which this process runs:
 * on a machine whose processors are busy, the process may be late and the database fine. A signer that fails is named, and the
 * server stays ready: only what its keys sign is refused, on all servers that use it.
 */
export const isInstanceReady: Endpoint = (_request, context) => {
  if (context.isDraining()) return draining;
  return context.now_ms() < (readyUntilMs.get(context) ?? 0)
    ? ready(context)
    : pingDatabase(context);
};

function ready({ signers }: Context): Response {
  return signers.isFailing() ? withoutSigner : healthy;
}

/** From the failure of the database to the first 503. Probes often wait no longer than two seconds. */
const NOTICED_WITHIN_MS = 1_950;
export const CACHED_FOR_MS = 250;
/** The last success may be as old as the store and this endpoint cache it. */
export const DEADLINE_MS = NOTICED_WITHIN_MS - MAX_PING_AGE_MS - CACHED_FOR_MS;

const readyUntilMs = new WeakMap<Context, number>();

async function pingDatabase(context: Context): Promise<Response> {
  const { store, outages, now_ms } = context;
  const askedAtMs = now_ms();
  try {
    await ping(store);
    readyUntilMs.set(context, askedAtMs + CACHED_FOR_MS);
    return ready(context);
  } catch (error) {
    outages.report({ subject: "readiness_probe", kind: outageKindOf(error) }, () => ({ error }));
    const resource = isOutOfSpace(error) ? DISK_FULL : NO_DATABASE;
    return json(503, { errors: { ...resource, ...(context.signers.isFailing() && NO_SIGNER) } });
  }
}

/**
 * Rejects when the database fails or takes too long. A process that got no processor meanwhile asks once more: deadlines have
 * passed for it, here or in the store, although the response may have arrived.
 */
async function ping(store: Pick<Store, "ping">): Promise<void> {
  const time = startOwnTime();
  try {
    await withDeadline(store.ping(), time);
  } catch (error) {
    if (time.delayed_ms() < DELAY_MS) throw error;
    await withDeadline(store.ping(), time);
  } finally {
    time.stop();
  }
}

/** A process is behind when its timers are late by this much in total. */
const DELAY_MS = 200;

async function withDeadline(work: Promise<void>, time: OwnTime): Promise<void> {
  const late = Promise.withResolvers<never>();
  time.onPassed(DEADLINE_MS, () => late.reject(new Error(`No answer within ${DEADLINE_MS} ms.`)));
  await Promise.race([work, late.promise]);
}

/** The time in which the event loop of this process runs: while it does not, none passes. */
interface OwnTime {
  /** Calls back when so many milliseconds have passed from now on. Replaces an earlier one. */
  onPassed(ms: number, passed: () => void): void;
  /** By how much the process was late so far. Milliseconds. */
  delayed_ms(): number;
  stop(): void;
}

const TICK_MS = 50;

function startOwnTime(): OwnTime {
  let last = performance.now();
  let delayed = 0;
  let left = Infinity;
  let callback = (): void => {};
  const count = (): void => {
    const elapsed = performance.now() - last;
    last += elapsed;
    delayed += Math.max(0, elapsed - TICK_MS);
    left -= Math.min(elapsed, TICK_MS);
  };
  const timer = setInterval(() => {
    count();
    if (left <= 0) setImmediate(callback); // What has arrived meanwhile is read first.
  }, TICK_MS);
  return {
    onPassed(ms, passed) {
      left = ms;
      callback = passed;
    },
    delayed_ms: () => delayed + Math.max(0, performance.now() - last - TICK_MS),
    stop: () => clearInterval(timer),
  };
}

/** By resource. Anyone may read them: the log has the details. */
const NO_DATABASE = { database: "The database does not respond, or takes no writes." };
const DISK_FULL = { disk: "The disk of the database is full." };
const NO_SIGNER = { signer: "A signer fails: what its keys sign is refused." };

const healthy = json(200, { status: "ok" });
const withoutSigner = json(200, { status: "ok", errors: NO_SIGNER });
const draining = json(503, { errors: { server: "The server is stopping." } });
