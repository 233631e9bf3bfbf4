import type { Feature } from "../../feature/feature.ts";
import { startServer } from "../start.ts";
import { createLog, type Log } from "../../telemetry/log.ts";
import { createWorkerReload } from "./worker-reload.ts";
import { createPeers } from "./peer-messages.ts";
import type { ToPrimary, ToWorker, WorkerOptions } from "./messages.ts";
import { reasonsOf } from "./error-reasons.ts";
import { startOptionsOf } from "./start-options.ts";
import { atLineEnds } from "./whole-lines.ts";

/** This process, while it serves requests. */
interface RunningWorker {
  receive(message: ToWorker): void;
  stop(): Promise<void>;
}

let running: Promise<RunningWorker> | undefined;
const stopping = new AbortController();
let serverStops = false;

process.on("message", (message: ToWorker) => {
  if (message.kind === "start") running = start(message.options).catch(exitWithError);
  else if (message.kind === "stop") {
    serverStops = true;
    void stop();
  } else void running?.then((worker) => worker.receive(message));
});
process.once("SIGTERM", () => void stop());
process.on("SIGHUP", () => {}); // As of a terminal that was closed: the primary decides, and sends what is to be done.
process.on("SIGINT", () => {}); // Ctrl-C reaches every process of the terminal; the primary sends `stop`.
for (const stream of [process.stdout, process.stderr]) stream.on("error", ignoreBrokenPipe);
void send({ kind: "loaded" });

async function start(options: WorkerOptions): Promise<RunningWorker> {
  const { config, count } = options;
  const log = openLog(options);
  const peers = createPeers(count, (message) => void send(message));
  const reload = createWorkerReload((message) => void send(message));
  const features = await featuresOf(options);
  const server = await startServer(config, {
    ...(features !== undefined && { features }),
    ...startOptionsOf(options, () => !serverStops),
    log,
    peers,
    reloadSettings: reload.request,
    signal: stopping.signal,
  });
  await server.prepared; // The first worker creates the keys, and the others find them.
  const { public_url, admin_url, api_urls, ports, metrics } = server;
  log.flush(); // So that its first lines come before those that the primary writes when it is ready.
  void send({ kind: "ready", addresses: { public_url, admin_url, api_urls, ports } });
  return {
    receive(message) {
      void reload.receive(message, server);
      if (message.kind !== "show_metrics") return peers.receive(message);
      void send({ kind: "metrics", request: message.request, page: metrics() });
    },
    async stop() {
      await server.close();
      await send({ kind: "metrics", request: undefined, page: metrics() });
    },
  };
}

async function featuresOf({
  features_module,
}: WorkerOptions): Promise<readonly Feature[] | undefined> {
  if (features_module === undefined) return undefined;
  const { features }: { readonly features: readonly Feature[] } = await import(features_module);
  return features;
}

/** Finishes the requests in flight, also if the worker is still starting. */
async function stop(): Promise<void> {
  stopping.abort();
  const worker = await running;
  await worker?.stop();
  process.exit(0);
}

async function exitWithError(error: unknown): Promise<never> {
  if (stopping.signal.aborted) process.exit(0);
  await send({ kind: "start_failed", reasons: reasonsOf(error) });
  process.exit(1);
}

function openLog({ config, number, format, colour }: WorkerOptions): Log {
  const log = createLog({
    level: config["log.level"],
    format,
    leak_sensitive_values: config["log.leak_sensitive_values"],
    colour,
    write: (lines) => atLineEnds(lines).forEach((piece) => process.stdout.write(piece)),
  });
  process.once("exit", () => log.flush());
  return log.child({ worker: number });
}

/** Resolves when the primary has received the message, or has exited. */
function send(message: ToPrimary): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
    else resolve();
  });
}

/** The reader of the output has exited, which is no reason to stop. */
function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
}
