import { setTimeout as wait } from "node:timers/promises";
import type { Planes } from "../../config/check.ts";
import type { Config } from "../../config/settings.ts";
import type { Log } from "../../telemetry/log.ts";
import { createMetrics } from "../../telemetry/metrics.ts";
import { startCrew } from "./supervisor.ts";
import { createMetricsAggregation } from "./metrics-aggregation.ts";
import { type Hand, hire } from "./spawn.ts";
import type { Addresses, ToPrimary } from "./messages.ts";

/** A server of several processes. */
export interface RunningWorkers extends Addresses {
  readonly count: number;
  /** Rejects when no worker is left and none can be started. */
  readonly failed: Promise<never>;
  /** Lets every worker finish what is in flight, then stops. */
  close(): Promise<void>;
}

/** How to run workers. */
export interface WorkersOptions {
  readonly planes: Planes;
  readonly count: number;
  readonly log: Log;
  /** How workers write their lines. */
  readonly format: "json" | "text";
  readonly colour: boolean;
}

/** A worker closes its listeners in time; what it has to do after that takes a moment. */
const MOMENT_MS = 5_000;

/** Starts workers behind the addresses that the settings name, and keeps their number. */
export async function startWorkers(
  config: Config,
  options: WorkersOptions,
): Promise<RunningWorkers> {
  const { planes, count, log, format, colour } = options;
  const hands = new Map<number, Hand>();
  const places = new Set<number>();
  const working = new Set<Hand>();
  const { restarts, render } = countOwn(() => working.size);
  const desk = createMetricsAggregation(() => [...hands.values()], render);
  const receive = (hand: Hand, message: ToPrimary): void => {
    if (message.kind === "merge_metrics") void desk.gather(hand, message.question);
    if (message.kind === "metrics") desk.hear(hand.number, message);
    if (message.kind === "messages") passOn(message, hand, hands);
  };
  const fill = (number: number, first: Addresses | undefined): Hand => {
    const order = { config, planes, number, count, ports: first?.ports, format, colour };
    if (places.has(number)) restarts.add();
    places.add(number);
    const hand: Hand = hire(order, (message) => receive(hand, message));
    hand.ready.then(() => working.add(hand)).catch(() => {}); // The crew deals with one that cannot start.
    log.info("worker started", { worker: number, pid: hand.pid });
    return hand;
  };

  const crew = await startCrew({
    count,
    hands,
    hire: fill,
    log,
    onEnd(hand) {
      working.delete(hand);
      desk.bury(hand.number);
    },
    pause,
    now_ms: () => performance.now(),
  });
  return {
    ...crew.addresses,
    count,
    failed: crew.failed,
    close: () => crew.stop(longestStopMs(config)),
  };
}

function longestStopMs(config: Config): number {
  const { "serve.limits.drain_delay": drain, "serve.limits.shutdown_timeout": finish } = config;
  return (drain + finish) * 1000 + MOMENT_MS;
}

/** The metrics of the primary itself. */
function countOwn(countWorking: () => number) {
  const metrics = createMetrics();
  metrics.gauge("latchkey_workers", "Workers that take requests.", countWorking);
  const restarts = metrics
    .counter("latchkey_worker_restarts_total", "Workers that ended and were started anew.", [])
    .with({});
  return { restarts, render: () => metrics.render() };
}

function passOn(
  message: Extract<ToPrimary, { kind: "messages" }>,
  from: Hand,
  hands: ReadonlyMap<number, Hand>,
): void {
  for (const hand of hands.values()) if (hand !== from) hand.tell(message);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal });
  } catch {
    // Somebody could not wait, which is what the signal is for.
  }
}
