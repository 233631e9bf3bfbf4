import { setTimeout as wait } from "node:timers/promises";
import type { Planes } from "../../config/check.ts";
import type { Config } from "../../config/settings.ts";
import type { Log } from "../../telemetry/log.ts";
import { createMetrics } from "../../telemetry/metrics.ts";
import { startSupervisor } from "./supervisor.ts";
import { createMetricsAggregation } from "./metrics-aggregation.ts";
import { spawnWorker, type WorkerHandle } from "./spawn.ts";
import type { SettingsSource } from "../../config/reload.ts";
import { createReloadMetrics } from "../../telemetry/reload-metrics.ts";
import { createReloader, type ReloadSettings } from "../reload-settings.ts";
import { answerReload, createWorkerSettings } from "./primary-reload.ts";
import type { Addresses } from "../start.ts";
import type { ToPrimary } from "./messages.ts";

/** A server of several processes. */
export interface RunningWorkers extends Addresses {
  readonly count: number;
  /** Reads the settings again and applies what may change; undefined without a `settings_source`. */
  readonly reloadSettings: ReloadSettings | undefined;
  /** Rejects when no worker is left and none can be started. */
  readonly failed: Promise<never>;
  /** Lets every worker finish its requests, then stops. */
  close(): Promise<void>;
}

/** How to run workers. */
export interface WorkersOptions {
  readonly planes: Planes;
  /** The URL of a module that exports `features`: those that the workers are composed of. */
  readonly features_module?: string;
  readonly count: number;
  readonly log: Log;
  /** The format of the workers' log lines. */
  readonly format: "json" | "text";
  readonly colour: boolean;
  /** Where this process reads the settings again for all workers when they are reloaded. */
  readonly settings_source?: SettingsSource;
  /** Stops the workers while they start; `startWorkers` then rejects. */
  readonly signal?: AbortSignal;
}

/** Time for a worker to close its store and send its last metrics, after its listeners are closed. */
const EXTRA_STOP_MS = 5_000;

/** Starts workers that share the addresses of the settings, and replaces those that exit. */
export async function startWorkers(
  config: Config,
  options: WorkersOptions,
): Promise<RunningWorkers> {
  const { planes, features_module, count, log, format, colour, signal } = options;
  const { settings_source: source } = options;
  const workers = new Map<number, WorkerHandle>();
  const started = new Set<number>();
  const running = new Set<WorkerHandle>();
  const { metrics, restarts, render } = createPrimaryMetrics(() => running.size);
  const settings = createWorkerSettings({ config, running: () => running });
  const reloadSettings =
    source && createReloader({ source, config, prepare: settings.prepare, log, metrics });
  const aggregation = createMetricsAggregation(() => [...workers.values()], render);
  const receive = (worker: WorkerHandle, message: ToPrimary): void => {
    if (message.kind === "merge_metrics") void aggregation.merge(worker, message.request);
    if (message.kind === "metrics") aggregation.receive(worker.number, message);
    if (message.kind === "messages") forward(message, worker, workers);
    if (message.kind === "reload_settings")
      void answerReload(worker, message.request, reloadSettings);
    settings.receive(message);
  };
  const spawn = (number: number, first: Addresses | undefined): WorkerHandle => {
    const ports = first?.ports;
    const startedWith = settings.config();
    const workerOptions = {
      config: startedWith,
      planes,
      features_module,
      number,
      count,
      ports,
      format,
      colour,
    };
    if (started.has(number)) restarts.add();
    started.add(number);
    const worker: WorkerHandle = spawnWorker(workerOptions, (message) => receive(worker, message));
    log.info("worker started", { worker: number, pid: worker.pid });
    worker.ready
      .then(() => settings.catchUp(worker, startedWith))
      .catch((error: unknown) => {
        if (running.has(worker))
          log.error("a worker has older settings", { worker: number, error });
      });
    return worker;
  };

  const supervisor = await startSupervisor({
    count,
    workers,
    running,
    spawn,
    log,
    onExit: ({ number }) => aggregation.reap(number),
    pause,
    now_ms: () => performance.now(),
    stop_timeout_ms: stopTimeoutMs(config),
    signal,
  });
  return {
    ...supervisor.addresses,
    count,
    reloadSettings,
    failed: supervisor.failed,
    close: () => supervisor.stop(),
  };
}

function stopTimeoutMs(config: Config): number {
  const { "serve.limits.drain_delay": drain, "serve.limits.shutdown_timeout": finish } = config;
  return (drain + finish) * 1000 + EXTRA_STOP_MS;
}

function createPrimaryMetrics(countRunning: () => number) {
  const metrics = createMetrics();
  metrics.gauge("latchkey_workers", "Workers that take requests.", countRunning);
  const restarts = metrics
    .counter("latchkey_worker_restarts_total", "Workers that ended and were started anew.", [])
    .with({});
  return {
    metrics: createReloadMetrics(metrics, () => Math.floor(Date.now() / 1000)),
    restarts,
    render: () => metrics.render(),
  };
}

function forward(
  message: Extract<ToPrimary, { kind: "messages" }>,
  from: WorkerHandle,
  workers: ReadonlyMap<number, WorkerHandle>,
): void {
  for (const worker of workers.values()) if (worker !== from) worker.send(message);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal });
  } catch {
    // Aborted: the supervisor is stopping.
  }
}
