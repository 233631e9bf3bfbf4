import type { Context } from "../context.ts";
import { readSighting } from "../inspector/read-sighting.ts";
import { summarizeFlows } from "../inspector/summarize.ts";
import { type Job, repeat } from "./repeat.ts";

const INTERVAL_MS = 250;

type World = Pick<Context, "config" | "inspector" | "log" | "notary" | "now" | "now_ms" | "store">;

/** Writes down what the inspector saw, masked, away from the requests it saw. A crash loses the last moments. */
export function startInspections(world: World): Job {
  const job = repeat("inspections", INTERVAL_MS, world.log, () => writeInspections(world));
  return {
    async stop() {
      await job.stop();
      await writeInspections(world);
    },
  };
}

/** Writes down what was seen until now. */
export async function writeInspections(world: World): Promise<void> {
  const { config, inspector, notary, now, now_ms, store } = world;
  const sightings = inspector.drain();
  if (sightings.length === 0) return;
  const readings = sightings
    .map((sighting) => readSighting(sighting, notary))
    .toSorted((one, other) => one.step.at_ms - other.step.at_ms);
  await store.inspections.record(
    summarizeFlows(readings),
    readings.map(({ step }) => step),
    now_ms(),
    now() + config["inspector.lifespan"],
  );
}
