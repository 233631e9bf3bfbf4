import { copyAll } from "./copy.ts";
import { follow } from "./follow.ts";
import { withFitRecords } from "./fitness.ts";
import { takeLease } from "./lease.ts";
import { currentTime, type TakeoverOptions, type TakeoverReport } from "./options.ts";
import { beginRun, followStateOf, runRow } from "./progress.ts";
import { verifySamples } from "./verify.ts";

/** Carries the records of a source into the store. Nothing is written where the source cannot be read. */
export async function runTakeover(given: TakeoverOptions): Promise<TakeoverReport> {
  const options = { ...given, source: withFitRecords(given.source) };
  const { source, target, now = currentTime } = options;
  const examination = await source.examine(now());
  const lease = await takeLease(options);
  try {
    const run = await beginRun(target.store.tools.database, source, {
      id: options.id ?? source.description,
      now: now(),
    });
    const copy = await copyAll(run, examination, lease.renew, options);
    const state = followStateOf(target.store.tools.database, run);
    const { carried, left_out } = copy;
    const copied = { source: source.description, carried, left_out, notes: examination.notes };
    if (copy.is_complete) options.onCopied?.(copied);
    let passes = 0;
    if (copy.is_complete && options.follow !== undefined)
      passes = await follow(lease.renew, state, options);
    if (copy.is_complete)
      await target.store.tools.database.insert(runRow(run, source, { ended_at: now() }));
    return {
      ...copied,
      is_resumed: run.is_resumed,
      is_complete: copy.is_complete,
      passes,
      verification: copy.is_complete
        ? await verifySamples(copy.samples, source, target, now())
        : undefined,
    };
  } finally {
    await lease.release();
  }
}
