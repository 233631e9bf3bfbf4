import { newestRun } from "../report/newest-run.ts";
import type { PartitionsRun } from "../partitions/stored.ts";
import type { FootprintRun } from "./footprint.ts";
import type { Measurements } from "./sizing.ts";

/** The newest recorded runs: costs of requests, and bytes of the largest store with partitions. */
export function readMeasurements(): Measurements {
  const { footprints }: FootprintRun = newestRun("footprint");
  const { measured }: PartitionsRun = newestRun("partitions");
  const [largest] = measured
    .filter(({ layout }) => layout === "partitioned")
    .toSorted((one, other) => other.size - one.size);
  if (largest === undefined) throw new Error("No store with partitions was measured.");
  return {
    footprints,
    bytes_per_machine_token: largest.bytes_per_access_token,
    bytes_per_grant: largest.bytes_per_grant,
  };
}
