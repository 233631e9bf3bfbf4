import { setTimeout as pause } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import type { FaultEvent } from "./events.ts";
import type { Figures } from "./figures.ts";
import type { Load } from "./load.ts";

/** What an event caused. */
export interface Measured extends Figures {
  readonly event: string;
  /** From its begin until every part did its work again, in seconds. */
  readonly duration: number;
  readonly may_fail_for: number;
  /** Writes that were acknowledged from its begin on, and looked up. */
  readonly acknowledged: number;
  /** Those that were not there. */
  readonly lost: readonly string[];
}

/** Lets events happen one after another, under load, each on a cluster that is whole. */
export async function measure(
  cluster: Cluster,
  load: Load,
  events: readonly FaultEvent[],
  onMeasured: (measured: Measured) => void = () => {},
): Promise<readonly Measured[]> {
  const results: Measured[] = [];
  await settle(load);
  await load.ledger.verify(load.latchkey, "new");
  for (const event of events) {
    await cluster.untilWhole();
    await pause(SETTLE_MS);
    load.recorder.take();
    const began = performance.now();
    await event.run(cluster);
    await cluster.untilWhole();
    const duration = Math.round((performance.now() - began) / 100) / 10;
    await pause(SETTLE_MS);
    const figures = load.recorder.take();
    const { acknowledged, lost } = await load.ledger.verify(load.latchkey, "new");
    const { name, may_fail_for } = event;
    const measured = { event: name, may_fail_for, duration, ...figures, acknowledged, lost };
    results.push(measured);
    onMeasured(measured);
  }
  return results;
}

/** Until connections are open and code is compiled. */
async function settle({ recorder }: Load): Promise<void> {
  await pause(SETTLE_MS);
  recorder.take();
}

/** Requests that wait for a part that is whole again end within that. */
const SETTLE_MS = 4_000;

/**
 * Codes that were refused because a server that was killed had redeemed them and not answered. A code must not be accepted twice
 * (RFC 6749 §4.1.2), so the user of such a request has to sign in again, whatever is in front of the servers.
 */
export function countSpentCodes({ kinds }: Pick<Measured, "kinds">): number {
  const spent = Object.entries(kinds).filter(([kind]) =>
    kind.includes("The code was already used"),
  );
  return spent.reduce((sum, [, count]) => sum + count, 0);
}

/** Whether nothing was lost, no error lasted for longer than it may, and no other one than a spent code was where none may be. */
export function isWithinTargets(measured: Measured): boolean {
  const { lost, may_fail_for, errors, seconds_of_errors } = measured;
  if (lost.length > 0) return false;
  if (may_fail_for === 0) return errors === countSpentCodes(measured);
  return seconds_of_errors < may_fail_for;
}
