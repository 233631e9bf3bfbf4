import type { Log } from "../../telemetry/log.ts";
import type { Exit, WorkerHandle } from "./spawn.ts";
import type { Addresses } from "../start.ts";
import { GIVE_UP_AFTER, restartDelay } from "./restart-delay.ts";

/** Keeps the number of workers of a server: each one that exits is replaced. */
export interface Supervisor {
  readonly addresses: Addresses;
  /** Rejects when no worker runs and none can be started any more. */
  readonly failed: Promise<never>;
  /** Lets every worker finish its requests, and kills those that take longer than `stop_timeout_ms`. */
  stop(): Promise<void>;
}

/** What a supervisor needs. */
export interface SupervisorOptions {
  readonly count: number;
  /** The worker processes by number, those that are still starting included. The supervisor adds and removes them. */
  readonly workers: Map<number, WorkerHandle>;
  /** The workers that accept requests. The supervisor adds and removes them, too. */
  readonly running: Set<WorkerHandle>;
  /** Starts a worker. `first` are the addresses of the first worker, undefined for the first itself. */
  readonly spawn: (number: number, first: Addresses | undefined) => WorkerHandle;
  readonly log: Log;
  readonly onExit: (worker: WorkerHandle) => void;
  /** Resolves after a delay, or at once when the signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** A monotonic clock. */
  readonly now_ms: () => number;
  readonly stop_timeout_ms: number;
  /** Stops the workers while they start; `startSupervisor` then rejects. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts one worker alone, which creates what a first start has to create (schema, keys), then the others. Rejects with a
 * worker's own error if it cannot start. After that each worker goes through:
 *
 *   starting ──ready──▶ running ──exits──▶ waiting ──after the restart delay──▶ starting
 *       └─────────────start failed────────────▲
 */
export async function startSupervisor(options: SupervisorOptions): Promise<Supervisor> {
  const { promise: failed, reject: giveUp } = Promise.withResolvers<never>();
  failed.catch(() => {}); // A caller may not await it.
  const { signal, stop_timeout_ms } = options;
  const state: State = { ...options, stopping: new AbortController(), giveUp };
  const abort = (): void => void stop(stop_timeout_ms, state);
  signal?.addEventListener("abort", abort);
  try {
    const first = spawn(1, state);
    const addresses = await first.ready;
    signal?.throwIfAborted();
    state.first = addresses;
    const others = Array.from({ length: options.count - 1 }, (_, index) => spawn(index + 2, state));
    await Promise.all(others.map(({ ready }) => ready));
    for (const worker of [first, ...others]) void keepRunning(worker, state);
    return { addresses, failed, stop: () => stop(stop_timeout_ms, state) };
  } catch (error) {
    await stop(signal?.aborted === true ? stop_timeout_ms : 0, state);
    throw error;
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

interface State extends SupervisorOptions {
  /** The addresses of the first worker, which the others share; undefined until it is ready. */
  first?: Addresses;
  readonly stopping: AbortController;
  readonly giveUp: (error: Error) => void;
}

function spawn(number: number, state: State): WorkerHandle {
  const worker = state.spawn(number, state.first);
  state.workers.set(number, worker);
  void track(worker, state);
  return worker;
}

/** Keeps `workers` and `running` up to date until the worker exits. */
async function track(worker: WorkerHandle, { workers, running, onExit }: State): Promise<void> {
  worker.ready.then(() => running.add(worker)).catch(() => {}); // Reported by the caller of spawn.
  await worker.exited;
  workers.delete(worker.number);
  running.delete(worker);
  onExit(worker);
}

/** Replaces a worker each time it exits, until the supervisor stops. */
async function keepRunning(first: WorkerHandle, state: State): Promise<void> {
  const { log, now_ms, pause, stopping, running, giveUp } = state;
  let worker = first;
  let failures = 0;
  for (;;) {
    const startedMs = now_ms();
    const exit = await worker.exited;
    if (stopping.signal.aborted) return;
    failures = now_ms() - startedMs < STABLE_MS ? failures + 1 : 0;
    if (failures >= GIVE_UP_AFTER && running.size === 0) return giveUp(await finalError(worker));
    const delayMs = restartDelay(failures);
    logExit(log, worker, exit, delayMs);
    await pause(delayMs, stopping.signal);
    if (stopping.signal.aborted) return;
    worker = spawn(worker.number, state);
    worker.ready.catch((error: unknown) => {
      log.error("worker cannot start", { worker: first.number, error });
    });
  }
}

async function stop(timeout_ms: number, { workers, stopping }: State): Promise<void> {
  stopping.abort();
  const present = [...workers.values()];
  for (const worker of present) worker.send({ kind: "stop" });
  const timer = setTimeout(() => present.forEach((worker) => worker.kill()), timeout_ms);
  await Promise.all(present.map(({ exited }) => exited));
  clearTimeout(timer);
}

/** An exit after this long does not count as a failure to start. */
const STABLE_MS = 10_000;

async function finalError({ ready }: WorkerHandle): Promise<Error> {
  const message = "No worker is left, and none can be started any more.";
  try {
    await ready;
    return new Error(message);
  } catch (cause) {
    return new Error(message, { cause });
  }
}

function logExit(log: Log, worker: WorkerHandle, exit: Exit, restart_in_ms: number): void {
  const { number, pid } = worker;
  const level = exit.code === 0 ? "info" : "warn"; // 0: the worker was asked to stop, by SIGTERM say.
  log[level]("worker ended", { worker: number, pid, ...withoutNulls(exit), restart_in_ms });
}

/** `exit_code` rather than `code`, which the log masks. */
function withoutNulls({ code, signal }: Exit): object {
  return signal === null ? { exit_code: code } : { signal };
}
