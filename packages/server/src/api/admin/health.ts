import type { Context, Endpoint } from "../../context/context.ts";
import { json, type Response } from "../../http/response.ts";
import { MAX_PING_AGE_MS } from "../../store/port/store.ts";
import { outageKindOf } from "../../store/port/unavailable.ts";

/** GET /health/alive: the process responds, whatever the state of its database. */
export const isInstanceAlive: Endpoint = () => healthy;

/**
 * GET /health/ready: the database responds and accepts writes. It is asked at most four
 * times a second, and counts as unavailable when it does not respond within `DEADLINE_MS`.
 */
export const isInstanceReady: Endpoint = (_request, context) => {
  if (context.isDraining()) return draining;
  return context.now_ms() < (ready_until_ms.get(context) ?? 0) ? healthy : pingDatabase(context);
};

/** From the failure of the database to the first 503. Probes often wait no longer than two seconds. */
const NOTICED_WITHIN_MS = 1_950;
export const CACHED_FOR_MS = 250;
/** The last success may be as old as the store and this endpoint cache it. */
export const DEADLINE_MS = NOTICED_WITHIN_MS - MAX_PING_AGE_MS - CACHED_FOR_MS;

const ready_until_ms = new WeakMap<Context, number>();

async function pingDatabase(context: Context): Promise<Response> {
  const { store, outages, now_ms } = context;
  const asked_at_ms = now_ms();
  try {
    await withDeadline(store.ping(), DEADLINE_MS);
    ready_until_ms.set(context, asked_at_ms + CACHED_FOR_MS);
    return healthy;
  } catch (error) {
    outages.report({ subject: "readiness_probe", kind: outageKindOf(error) }, () => ({ error }));
    return json(503, { errors: { database: "The database does not respond." } });
  }
}

async function withDeadline(work: Promise<void>, ms: number): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`No answer within ${ms} ms.`)), ms);
  try {
    await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const healthy = json(200, { status: "ok" });
const draining = json(503, { errors: { server: "The server is stopping." } });
