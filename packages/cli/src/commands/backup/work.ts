import { BackupError } from "@latchkey/server";

import { features } from "../../features.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { Failure } from "../../output/failure.ts";
import { type Progress, startProgress } from "../../output/progress.ts";
import type { ProcessIo } from "../../process-io.ts";

/** How a command works on a backup. */
interface Work {
  readonly features: typeof features;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/** Works on a backup with a progress bar, until it is done or stopped. */
export async function workOnBackup<T>(
  label: string,
  work: (how: Work) => Promise<T>,
  io: ProcessIo,
): Promise<T> {
  const stop = new AbortController();
  void io.stopped().then(() => stop.abort());
  let progress: Progress | undefined;
  const onProgress = (done: number, total: number): void => {
    progress ??= startProgress(label, total, io);
    progress.at(done);
  };
  try {
    return await work({ features, signal: stop.signal, onProgress });
  } catch (cause) {
    if (!(cause instanceof BackupError)) throw cause;
    const code = cause.is_misconfigured ? exitCodes.misconfigured : exitCodes.failed;
    throw new Failure(code, cause.message, { cause });
  } finally {
    progress?.end();
  }
}

/** A number of things, as in `1,234 rows`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
