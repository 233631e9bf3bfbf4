import { prepareDiscovery } from "../api/public/discovery.ts";
import type { Problem } from "../config/problem.ts";
import type { Config } from "../config/settings.ts";
import type { Context } from "../context/context.ts";
import { randomId } from "../crypto/random.ts";
import { loadFeatures } from "../feature/load-features.ts";
import { standardFeatures } from "../features/standard.ts";
import { registerGrantTypes } from "../grants/grant-types.ts";
import { startKeyRotation } from "../jobs/key-rotation.ts";
import { startLogoutDeliveries } from "../jobs/logout-deliveries.ts";
import { watchRevision } from "../jobs/revision-watch.ts";
import { startResealing } from "../jobs/resealing.ts";
import { startSearchCompletion } from "../jobs/search-completion.ts";
import { startSecretReport } from "../jobs/secret-report.ts";
import { startSessionCount } from "../jobs/session-count.ts";
import { startSweeper } from "../jobs/sweeper.ts";
import { createContext, type FeatureParts } from "./create-context.ts";
import { createCurrentHandlers } from "./current-handlers.ts";
import { createHandlers, type Handlers } from "./handlers.ts";
import { reloadFeatures } from "./reload-features.ts";
import { createReloader, type PreparedReload, type ReloadSettings } from "./reload-settings.ts";
import type { ServerOptions } from "./server-options.ts";
import { ok, type Result } from "../result.ts";
import { createReloadMetrics } from "../telemetry/reload-metrics.ts";

/** A server that was prepared for other settings, which it takes synchronously. */
export interface PreparedServer extends PreparedReload {
  readonly apply: () => void;
}

/** A server without sockets: its handlers are called with requests. */
export interface Server extends Handlers {
  readonly context: Context;
  /** Reports not ready from now on; requests are still served. */
  drain(): void;
  /** Resolves when the back-channel logouts and the deliveries of features that are due were sent, or failed. */
  settled(): Promise<void>;
  /** Prepares for other settings, of which only reloadable ones differ from those of now. */
  readonly prepareReload: (config: Config) => Promise<Result<PreparedServer, readonly Problem[]>>;
  /** Reads the settings again and applies what may change; undefined without a `settings_source`. */
  readonly reloadSettings: ReloadSettings | undefined;
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
  const { settings_source: source } = options;
  const reloadSettings: ReloadSettings | undefined =
    options.reloadSettings ?? (source && (() => reload()));
  const { context, withConfig, useConfig } = await createContext(config, parts, options, {
    isDraining: () => draining,
    reloadSettings,
  });
  // Where that fails, the first request reads it.
  await prepareDiscovery(context).catch(() => {});
  const deliveries = [
    startLogoutDeliveries(context),
    ...features.flatMap((feature) => feature.startDeliveries?.(context) ?? []),
  ];
  const jobs = [
    watchRevision(context),
    startSweeper(context, randomId()),
    startSearchCompletion(context, randomId()),
    ...deliveries,
    startKeyRotation(context, randomId()),
    startSessionCount(context),
    startSecretReport(context, randomId()),
    startResealing(context, randomId()),
    ...features.flatMap((feature) => feature.startJobs?.(context) ?? []),
  ];
  const handlersOf = (given: Config, replaced: FeatureParts): Handlers =>
    createHandlers(withConfig(given, replaced), parts, options.onResponse);
  const current = createCurrentHandlers(handlersOf(config, new Map()));
  const prepareReload = async (next: Config): ReturnType<Server["prepareReload"]> => {
    const reloaded = await reloadFeatures(features, next, context);
    if (!reloaded.ok) return reloaded;
    const { replaced, changed_files } = reloaded.value;
    const handlers = handlersOf(next, replaced);
    return ok({
      changed_files,
      apply() {
        useConfig(next, replaced);
        current.use(handlers);
      },
    });
  };
  const reload: ReloadSettings =
    source === undefined
      ? () => Promise.reject(new Error("The server has no source of settings."))
      : createReloader({
          source,
          config,
          prepare: prepareReload,
          log: context.log,
          metrics: createReloadMetrics(context.metrics, context.now),
        });
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await Promise.all(jobs.map((job) => job.stop()));
    context.outages.close();
    await context.signers.close();
    await context.store.close();
    context.log.flush();
  };
  return {
    ...current.handlers,
    context,
    prepareReload,
    reloadSettings,
    drain: () => void (draining = true),
    settled: async () => void (await Promise.all(deliveries.map((job) => job.idle()))),
    close: () => (closing ??= close()),
  };
}
