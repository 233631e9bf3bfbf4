import { startServer } from "../start.ts";
import { createLog, type Log } from "../../telemetry/log.ts";
import { createPeers } from "./peer-messages.ts";
import type { Order, ToPrimary, ToWorker } from "./messages.ts";
import { reasonsOf } from "./exit-reasons.ts";
import { atLineEnds } from "./whole-lines.ts";

/** A worker at work. */
interface Work {
  receive(message: ToWorker): void;
  stop(): Promise<void>;
}

let work: Promise<Work> | undefined;
const stopping = new AbortController();

process.on("message", (message: ToWorker) => {
  if (message.kind === "start") work = begin(message.order).catch(despair);
  else if (message.kind === "stop") void end();
  else void work?.then((begun) => begun.receive(message));
});
process.once("SIGTERM", () => void end());
process.on("SIGINT", () => {}); // Ctrl-C reaches everybody at the terminal; the primary says when to stop.
for (const stream of [process.stdout, process.stderr]) stream.on("error", ignoreBrokenPipe);
void send({ kind: "here" });

async function begin(order: Order): Promise<Work> {
  const { config, planes, count, ports: known } = order;
  const log = openLog(order);
  const peers = createPeers(count, (message) => void send(message));
  const server = await startServer(config, {
    planes,
    log,
    peers,
    shared: { ports: known },
    signal: stopping.signal,
    // Where others of this server are at work, one more waits for the database for as long as it takes.
    ...(known !== undefined && { startup_timeout_ms: Infinity }),
  });
  await server.prepared; // The first worker makes the keys, and the others find them.
  const { public_url, admin_url, workspace_url, ports, metrics } = server;
  log.flush(); // So that its first words come before those of whoever hears that it is ready.
  void send({ kind: "ready", addresses: { public_url, admin_url, workspace_url, ports } });
  return {
    receive(message) {
      if (message.kind !== "show_metrics") return peers.receive(message);
      void send({ kind: "metrics", question: message.question, page: metrics() });
    },
    async stop() {
      await server.close();
      await send({ kind: "metrics", question: undefined, page: metrics() });
    },
  };
}

/** Finishes what is under way, also where the order has only just come. */
async function end(): Promise<void> {
  stopping.abort();
  const begun = await work;
  await begun?.stop();
  process.exit(0);
}

async function despair(error: unknown): Promise<never> {
  if (stopping.signal.aborted) process.exit(0);
  await send({ kind: "unable", reasons: reasonsOf(error) });
  process.exit(1);
}

function openLog({ config, number, format, colour }: Order): Log {
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

/** Resolves when the primary has the message, or is no more. */
function send(message: ToPrimary): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
    else resolve();
  });
}

/** Whoever read our words has left, which is no reason to stop. */
function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}
