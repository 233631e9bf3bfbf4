import { availableParallelism } from "node:os";
import { isDevelopment } from "./check.ts";
import { keepsInMemory } from "./dsn.ts";
import type { Config } from "./settings.ts";

/** How many processes share the listeners. */
export function countWorkers(config: Config): number {
  const said = config["serve.workers"];
  if (said !== undefined) return said;
  return isDevelopment(config) || keepsInMemory(config.dsn) ? 1 : availableParallelism();
}
