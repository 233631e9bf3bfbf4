import { recordKinds } from "../record.ts";
import type { Source } from "../source.ts";
import { fit } from "./fitness.ts";
import { BATCH_SIZE } from "./options.ts";
import { countLeftOut, type LeftOutRows } from "./progress.ts";

/** What of the records of a source would be left out, by name, though it is alive there: each is read, as the copy would read it. */
export async function findLeftOut(
  source: Source,
  now: number,
  onRead: (records: number) => void = () => {},
): Promise<readonly LeftOutRows[]> {
  let found: readonly LeftOutRows[] = [];
  let read = 0;
  for (const kind of recordKinds) {
    for await (const { records, left_out } of source.read(kind, { now, limit: BATCH_SIZE })) {
      found = countLeftOut(found, [
        ...left_out.filter(({ dead, key }) => dead !== true && key !== undefined),
        ...records.flatMap((record) => fit(record).left_out),
      ]);
      read += records.length;
      onRead(read);
    }
  }
  return found;
}
