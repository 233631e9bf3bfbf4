import cluster, { type Worker } from "node:cluster";
import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import type { Addresses } from "../start.ts";
import type { ToPrimary, ToWorker, WorkerOptions } from "./messages.ts";
import { errorOf } from "./error-reasons.ts";

/** A worker process, as the primary sees it. */
export interface WorkerHandle {
  readonly number: number;
  readonly pid: number | undefined;
  /** Resolves when the worker accepts requests; rejects with its own error when it cannot start. */
  readonly ready: Promise<Addresses>;
  /** Resolves when the process has exited and its last messages have been received. */
  readonly exited: Promise<Exit>;
  send(message: ToWorker): void;
  /** Sends SIGKILL. */
  kill(): void;
}

/** How a process exited. */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Starts a worker process. `receive` is called with the messages that it sends while it runs. */
export function spawnWorker(
  options: WorkerOptions,
  receive: (message: ToPrimary) => void,
): WorkerHandle {
  // The workers accept connections themselves: Node would leave one open for ever that it passes to a worker which is killed.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: WORKER, args: [], serialization: "advanced" });
  const worker = cluster.fork();
  const { promise: ready, resolve, reject } = Promise.withResolvers<Addresses>();
  ready.catch(() => {}); // The supervisor awaits it too; without this, a rejection before that would end the primary.
  const exited = whenExited(worker);
  void exited.then(({ code, signal }) => {
    return reject(new Error(`A worker exited with ${signal ?? code} before it accepted requests.`));
  });
  const send = (message: ToWorker): void => {
    if (worker.isConnected()) worker.send(message, ignoreClosedChannel);
  };
  worker.on("error", ignoreClosedChannel);
  worker.on("message", (message: ToPrimary) => {
    if (message.kind === "loaded") send({ kind: "start", options });
    else if (message.kind === "ready") resolve(message.addresses);
    else if (message.kind === "start_failed") reject(errorOf(message.reasons));
    else receive(message);
  });
  return {
    number: options.number,
    pid: worker.process.pid,
    ready,
    exited,
    send,
    kill: () => void worker.process.kill("SIGKILL"),
  };
}

const WORKER = fileURLToPath(new URL("./worker.ts", import.meta.url));

const LAST_MESSAGES_MS = 100;
/** The system could not start a process; Node then emits an error and no exit event. */
const NOT_STARTED: Exit = { code: 1, signal: null };

async function whenExited(worker: Worker): Promise<Exit> {
  if (worker.process.pid === undefined) return NOT_STARTED;
  const disconnected = new Promise((resolve) => worker.once("disconnect", resolve));
  const exit = await new Promise<Exit>((resolve) => {
    worker.once("exit", (code: number | null, signal: string | null) => resolve({ code, signal }));
  });
  // Node may never emit `disconnect` for a worker that is killed while a message is being sent to it.
  if (worker.isConnected()) await Promise.race([disconnected, pause(LAST_MESSAGES_MS)]);
  return exit;
}

/** The worker died while a message was being sent to it; `exited` reports that. */
function ignoreClosedChannel(): void {}
