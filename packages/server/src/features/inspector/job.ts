import type { InspectorContext } from "./context.ts";
import type { Reading } from "./read-observed-request.ts";
import { summarizeFlows } from "./summarize.ts";
import { type Job, repeat, whileAvailable } from "../../jobs/repeat.ts";

const INTERVAL_MS = 250;
const BATCH = 32;

type InspectionContext = Pick<
  InspectorContext,
  "config" | "explanations" | "inspector" | "log" | "outages" | "now" | "now_ms" | "store"
>;

/** Stores the recorded steps of the inspector in the background. A crash loses those of the last 250 ms. */
export function startInspections(context: InspectionContext): Job {
  const job = repeat("inspections", INTERVAL_MS, context, () => writeInspections(context));
  return {
    async stop() {
      await job.stop();
      await whileAvailable(() => writeInspections(context));
    },
  };
}

/**
 * Stores the steps recorded so far in small batches, so that no request waits long for the database. Resolves when they are
 * stored, and with them those of a call before.
 */
export function writeInspections(context: InspectionContext): Promise<void> {
  const before = latest.get(context.inspector) ?? Promise.resolve();
  const written = before.then(() => drain(context));
  latest.set(
    context.inspector,
    written.catch(() => {}), // Reported by the call that failed.
  );
  return written;
}

/** The latest call for each inspector. */
const latest = new WeakMap<InspectionContext["inspector"], Promise<void>>();

async function drain(context: InspectionContext): Promise<void> {
  const recorded = context.inspector.recorder.drain();
  for (let first = 0; first < recorded.length; first += BATCH) {
    await write(recorded.slice(first, first + BATCH), context);
  }
}

async function write(recorded: readonly Reading[], context: InspectionContext): Promise<void> {
  const { config, explanations, inspector, now, now_ms, store } = context;
  const named = await Promise.all(recorded.map((reading) => nameSubject(reading, store)));
  const readings = named.toSorted((one, other) => one.step.at_ms - other.step.at_ms);
  await inspector.store.record(
    summarizeFlows(readings, explanations),
    readings.map(({ step }) => step),
    now_ms(),
    now() + config["inspector.lifespan"],
  );
}

/** A refresh may come long after the login was recorded, so its subject is read from the grant. */
async function nameSubject(
  reading: Reading,
  { grants }: InspectorContext["store"],
): Promise<Reading> {
  const { kind, step, subject } = reading;
  const isRenewal = step.facts.name === "refreshed" || step.facts.name === "refresh_refused";
  if (subject !== undefined || !isRenewal || kind !== "authorization") return reading;
  const grant = await grants.findById(step.flow_id);
  return grant === undefined
    ? reading
    : { ...reading, subject: grant.subject, client_id: grant.client_id };
}
