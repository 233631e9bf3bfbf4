import cluster, { type Worker } from "node:cluster";
import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import type { Addresses, Order, ToPrimary, ToWorker } from "./messages.ts";
import { errorOf } from "./exit-reasons.ts";

/** A worker, seen from the primary. */
export interface Hand {
  readonly number: number;
  readonly pid: number | undefined;
  /** Resolves when it takes requests; rejects with its own words when it cannot. */
  readonly ready: Promise<Addresses>;
  readonly ended: Promise<Ending>;
  tell(message: ToWorker): void;
  /** Ends it without a word. */
  kill(): void;
}

/** How a process ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Starts a worker. `hear` is told what it says once it is at work. */
export function hire(order: Order, hear: (message: ToPrimary) => void): Hand {
  cluster.setupPrimary({ exec: WORKER, args: [], serialization: "advanced" });
  const worker = cluster.fork();
  const { promise: ready, resolve, reject } = Promise.withResolvers<Addresses>();
  ready.catch(() => {}); // Whoever minds has asked.
  const ended = whenEnded(worker);
  void ended.then(({ code, signal }) => {
    return reject(new Error(`A worker ended with ${signal ?? code} before it took a request.`));
  });
  const tell = (message: ToWorker): void => {
    if (worker.isConnected()) worker.send(message, ignoreBrokenChannel);
  };
  worker.on("error", ignoreBrokenChannel);
  worker.on("message", (message: ToPrimary) => {
    if (message.kind === "here") tell({ kind: "start", order });
    else if (message.kind === "ready") resolve(message.addresses);
    else if (message.kind === "unable") reject(errorOf(message.reasons));
    else hear(message);
  });
  return {
    number: order.number,
    pid: worker.process.pid,
    ready,
    ended,
    tell,
    kill: () => void worker.process.kill("SIGKILL"),
  };
}

const WORKER = fileURLToPath(new URL("./worker.ts", import.meta.url));

const LAST_WORDS_MS = 100;
/** The system could not start another process; Node tells that as an error and as no end. */
const NO_ROOM: Ending = { code: 1, signal: null };

/** Resolves when the process is gone and its last words are heard. */
async function whenEnded(worker: Worker): Promise<Ending> {
  if (worker.process.pid === undefined) return NO_ROOM;
  const silent = new Promise((resolve) => worker.once("disconnect", resolve));
  const ending = await new Promise<Ending>((resolve) => {
    worker.once("exit", (code: number | null, signal: string | null) => resolve({ code, signal }));
  });
  // One that is killed while it is spoken to never disconnects, as far as Node is concerned.
  if (worker.isConnected()) await Promise.race([silent, pause(LAST_WORDS_MS)]);
  return ending;
}

/** It died while it was spoken to; its end is told elsewhere. */
function ignoreBrokenChannel(): void {}
