import { type RecordKind, recordKinds, type TakenRecord } from "../record.ts";
import { type Examination, type LeftOut, SourceError } from "../source.ts";
import { applyChange } from "./changes.ts";
import type { Renew } from "./lease.ts";
import { BATCH_SIZE, currentTime, type TakeoverOptions } from "./options.ts";
import {
  countLeftOut,
  type KindProgress,
  type LeftOutRows,
  progressRow,
  type Run,
  runRow,
} from "./progress.ts";
import { createSamples } from "./verify.ts";
import { writeRecords } from "./writer.ts";

/** The first copy: kind by kind, from where an earlier run was stopped. */
export async function copyAll(
  run: Run,
  examination: Examination,
  renew: Renew,
  options: TakeoverOptions,
) {
  const { onProgress } = options;
  const expected = examination.kinds.reduce((sum, { count }) => sum + count, 0);
  const samples = createSamples();
  const carried: Partial<Record<RecordKind, number>> = {};
  let left_out: readonly LeftOutRows[] = [];
  let read = 0;
  let is_complete = true;
  for (const kind of recordKinds) {
    let progress = run.progressOf(kind);
    if (progress.ended_at === undefined) {
      progress = await copyKind(kind, progress, run, renew, options, (records) => {
        samples.add(records);
        read += records.length;
        onProgress?.({ kind, read, expected: Math.max(expected, read) });
      });
    }
    if (progress.carried > 0) carried[kind] = progress.carried;
    left_out = mergeLeftOut(left_out, progress.left_out);
    is_complete = progress.ended_at !== undefined;
    if (!is_complete) break;
  }
  return { carried, left_out, samples, is_complete };
}

/** Copies one kind. Its progress has no end where it was stopped. */
async function copyKind(
  kind: RecordKind,
  from: KindProgress,
  run: Run,
  renew: Renew,
  options: TakeoverOptions,
  onRead: (records: readonly TakenRecord[]) => void,
): Promise<KindProgress> {
  const { source, target, now = currentTime, signal, batch_size = BATCH_SIZE } = options;
  let progress = from;
  const reading = { after: from.position, now: now(), limit: batch_size };
  const write = async (
    records: readonly TakenRecord[],
    left_out: readonly LeftOut[],
    position: string | undefined,
  ): Promise<void> => {
    onRead(records);
    const { changed } = await writeRecords(kind, records, target, {
      now: now(),
      also: (written) => {
        progress = {
          position,
          carried: progress.carried + written.carried,
          left_out: countLeftOut(progress.left_out, [...left_out, ...written.left_out]),
          ended_at: undefined,
        };
        const { last_expires_at } = written;
        return [
          progressRow(run, kind, progress),
          ...(last_expires_at > 0 ? [runRow(run, source, { last_expires_at })] : []),
        ];
      },
    });
    for (const change of changed) await applyChange(change, target, now());
    await renew();
  };

  // The order of keys matters across batches, and they are few.
  const together: { records: TakenRecord[]; left_out: LeftOut[] } = { records: [], left_out: [] };
  for await (const batch of resumable(source.read(kind, reading))) {
    if (signal?.aborted === true) return progress;
    if (kind === "key") {
      together.records.push(...batch.records);
      together.left_out.push(...batch.left_out);
    } else await write(batch.records, batch.left_out, batch.position);
  }
  if (signal?.aborted === true) return progress;
  if (kind === "key") await write(together.records, together.left_out, undefined);
  progress = { ...progress, ended_at: now() };
  await target.store.tools.database.insert(
    runRow(run, source, {}),
    progressRow(run, kind, progress),
  );
  return progress;
}

/** A source that goes away leaves what was written; the sentence says how to go on. */
async function* resumable<T>(batches: AsyncIterable<T>): AsyncIterable<T> {
  try {
    yield* batches;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : "It does not respond.";
    throw new SourceError(
      `The source could not be read any further: ${reason} What was carried is stored. Run the same command again: it goes on from there.`,
      { cause },
    );
  }
}

/** Rows of both, by table and cause. */
export function mergeLeftOut(
  counted: readonly LeftOutRows[],
  more: readonly LeftOutRows[],
): readonly LeftOutRows[] {
  const all = new Map(counted.map((one) => [`${one.table}\0${one.reason}`, one]));
  for (const one of more) {
    const name = `${one.table}\0${one.reason}`;
    const known = all.get(name);
    all.set(name, known === undefined ? one : { ...known, rows: known.rows + one.rows });
  }
  return [...all.values()];
}
