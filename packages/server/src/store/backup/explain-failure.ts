import { SealedStreamError, type SealedStreamProblem } from "../../crypto/sealed-stream.ts";
import { codeOf } from "../port/error-code.ts";
import { isOutOfSpace } from "../port/unavailable.ts";
import { BackupError } from "./backup-error.ts";

/** What the message says beside the reason. */
interface Outcome {
  /** What did not happen: the beginning of a sentence. */
  readonly failed: string;
  /** What is the case now: a sentence. */
  readonly left: string;
  /** Whether it was stopped. */
  readonly signal?: AbortSignal | undefined;
}

/** The error for the operator. */
export function explainFailure(cause: unknown, { failed, left, signal }: Outcome): BackupError {
  if (cause instanceof BackupError) return cause;
  if (signal?.aborted === true) return new BackupError(`Stopped. ${left}`, { cause });
  return new BackupError(`${failed}: ${reasonOf(cause)}. ${left}`, { cause });
}

/** The outermost error says what failed, the innermost why. */
function reasonOf(cause: unknown): string {
  let innermost = cause;
  for (let at = cause; at instanceof Error; at = at.cause) {
    if (isOutOfSpace(at)) return "the disk is full";
    innermost = at;
  }
  const [what, why] = [cause, innermost].map(sentenceOf);
  return what === why ? `${what}` : `${what} (${why})`;
}

function sentenceOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
}

/** What is inside a backup is not as any version writes it. */
export class MalformedBackupError extends Error {
  override readonly name = "MalformedBackupError";
}

/** The error for the operator where the file of a backup cannot be read; another one as it is. */
export function explainUnreadable(cause: unknown, file: string): unknown {
  if (cause instanceof SealedStreamError) {
    const is_misconfigured = cause.problem === "unknown_secret";
    return new BackupError(unreadable[cause.problem](file), { cause, is_misconfigured });
  }
  if (codeOf(cause) === "ENOENT") return new BackupError(`There is no file ${file}.`, { cause });
  if (cause instanceof MalformedBackupError || codeOf(cause).startsWith("Z_"))
    return new BackupError(unreadable.damaged(file), { cause });
  return cause;
}

const unreadable: Readonly<Record<SealedStreamProblem, (file: string) => string>> = {
  not_sealed: (file) => `${file} is no backup of latchkey backup.`,
  unknown_secret: (file) =>
    `${file} is sealed with a secret that is not in secrets.system: add the one that was first there when the backup was made.`,
  damaged: (file) =>
    `${file} is damaged: it was cut off or changed after it was written. Use another backup.`,
};
