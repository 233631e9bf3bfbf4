import type { StartOptions } from "../start.ts";
import type { WorkerOptions } from "./messages.ts";

/** How a worker starts. While other workers serve requests, it waits for the database without a limit. */
export function startOptionsOf(
  { planes, ports }: Pick<WorkerOptions, "planes" | "ports">,
  othersListen: () => boolean,
): Pick<StartOptions, "planes" | "shared" | "startup_timeout_ms"> {
  const first = { planes, shared: { ports, othersListen } };
  return ports === undefined ? first : { ...first, startup_timeout_ms: Infinity };
}
