import type { Examination, Source } from "../source.ts";

/** Records that are written in a second: measured with SQLite on two busy cores (`npm run bench:takeover`), so rather too few. */
const WRITTEN_PER_SECOND = 2_900;
const SAMPLE = 200;

/** About how many seconds an import takes: some records of each kind are read, and the time that they took is scaled up. */
export async function estimateSeconds(
  source: Source,
  { kinds }: Examination,
  now: number,
): Promise<number> {
  let seconds = 0;
  for (const { kind, count } of kinds) {
    if (count === 0) continue;
    const began = performance.now();
    let read = 0;
    for await (const { records, left_out } of source.read(kind, { now, limit: SAMPLE })) {
      read += records.length + left_out.length;
      break;
    }
    const reading = (performance.now() - began) / 1000 / Math.max(read, 1);
    seconds += count * (reading + 1 / WRITTEN_PER_SECOND);
  }
  return Math.ceil(seconds);
}
