/** From files to a plan, and from a plan to changes: for the command, and for a server that starts. */

import type { Client } from "@latchkey/client";

import { exitCodes } from "../output/exit-codes.ts";
import { Failure } from "../output/failure.ts";
import { type Applied, applyChanges, withLease } from "./apply-changes.ts";
import type { FilesToApply } from "./files-flags.ts";
import { type Change, planChanges } from "./plan.ts";
import type { FileSources } from "./read-files.ts";
import { readResources } from "./read-files.ts";
import { readServer, type ReportUncompared } from "./read-server.ts";
import type { DesiredResource } from "./resource.ts";

/** Compares files with the server. */
export async function planFiles(
  latchkey: Client,
  files: FilesToApply,
  desired: readonly DesiredResource[],
  onUncompared?: ReportUncompared,
): Promise<readonly Change[]> {
  const state = await readServer(latchkey, desired, files.owner, onUncompared);
  return planChanges({ ...files, ...state, desired });
}

/** What is notified of an apply. */
export interface ApplyObserver {
  /** Before the first change. May throw, and then nothing is changed. */
  readonly onPlanned?: (changes: readonly Change[]) => Promise<void> | void;
  readonly onApplied: (applied: Applied) => void;
}

/** Plans, and makes the changes, as the only one that does so for the owner. Throws a `Failure` where one cannot be made. */
export async function applyFiles(
  latchkey: Client,
  files: FilesToApply,
  sources: FileSources,
  { onPlanned, onApplied }: ApplyObserver,
): Promise<readonly Change[]> {
  const desired = readResources(files.paths, sources);
  return withLease(latchkey, files.owner, async (renew) => {
    const changes = await planFiles(latchkey, files, desired);
    const refused = changes.find(({ action }) => action === "refuse");
    if (refused?.action === "refuse") {
      const { kind, id, reason } = refused;
      throw new Failure(exitCodes.taken, `${kind}/${id} ${reason}. Nothing was changed.`);
    }
    await onPlanned?.(changes);
    let renewedAt = Date.now();
    for await (const applied of applyChanges(latchkey, changes, files.owner)) {
      onApplied(applied);
      if (Date.now() - renewedAt < RENEW_MS) continue;
      await renew();
      renewedAt = Date.now();
    }
    return changes;
  });
}

const RENEW_MS = 15_000;
