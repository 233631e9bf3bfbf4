import type { Config } from "../config/settings.ts";
import type { Context } from "../context/context.ts";
import { randomId } from "../crypto/random.ts";
import { loadFeatures } from "../feature/load-features.ts";
import { standardFeatures } from "../features/standard.ts";
import { registerGrantTypes } from "../grants/grant-types.ts";
import { startLogoutDeliveries } from "../jobs/logout-deliveries.ts";
import { watchRevision } from "../jobs/revision-watch.ts";
import { startResealing } from "../jobs/resealing.ts";
import { startSearchCompletion } from "../jobs/search-completion.ts";
import { startSecretReport } from "../jobs/secret-report.ts";
import { startSessionCount } from "../jobs/session-count.ts";
import { startSweeper } from "../jobs/sweeper.ts";
import { createContext } from "./create-context.ts";
import { createHandlers, type Handlers } from "./handlers.ts";
import type { ServerOptions } from "./server-options.ts";

/** A server without sockets: its handlers are called with requests. */
export interface Server extends Handlers {
  readonly context: Context;
  /** Reports not ready from now on; requests are still served. */
  drain(): void;
  /** Resolves when the back-channel logouts and the deliveries of features that are due were sent, or failed. */
  settled(): Promise<void>;
  /** Stops the jobs, completes pending writes and closes the database. */
  close(): Promise<void>;
}

/** Creates a server on the database of its settings. */
export async function createServer(config: Config, options: ServerOptions = {}): Promise<Server> {
  let draining = false;
  const features = await loadFeatures(options.features ?? standardFeatures);
  const grant_types = registerGrantTypes([
    ...features.flatMap((feature) => feature.grant_types ?? []),
    ...(options.grant_types ?? []),
  ]);
  const parts = { features, grant_types };
  const context = await createContext(config, parts, options, () => draining);
  const deliveries = [
    startLogoutDeliveries(context),
    ...features.flatMap((feature) => feature.startDeliveries?.(context) ?? []),
  ];
  const jobs = [
    watchRevision(context),
    startSweeper(context, randomId()),
    startSearchCompletion(context, randomId()),
    ...deliveries,
    startSessionCount(context),
    startSecretReport(context, randomId()),
    startResealing(context, randomId()),
    ...features.flatMap((feature) => feature.startJobs?.(context) ?? []),
  ];
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await Promise.all(jobs.map((job) => job.stop()));
    context.outages.close();
    await context.store.close();
    context.log.flush();
  };
  return {
    ...createHandlers(context, parts, options.onResponse),
    context,
    drain: () => void (draining = true),
    settled: async () => void (await Promise.all(deliveries.map((job) => job.idle()))),
    close: () => (closing ??= close()),
  };
}
