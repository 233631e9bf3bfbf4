import type { RecordKind } from "../record.ts";
import type { Source } from "../source.ts";
import type { LeftOutRows } from "./progress.ts";
import type { Target } from "./target.ts";
import type { Verification } from "./verify.ts";

/** What is taken over, and how. */
export interface TakeoverOptions {
  readonly source: Source;
  readonly target: Target;
  /** What the source is called, so that a run that was stopped goes on; its description when left out. */
  readonly id?: string;
  /** Records in a transaction. */
  readonly batch_size?: number;
  /** Goes on with what changes at the source, until `signal`, or until a pass finds nothing where `until_idle`. */
  readonly follow?: { readonly until_idle: boolean; readonly interval_ms: number };
  /** Stops after the batch under way; the next run goes on from there. */
  readonly signal?: AbortSignal;
  readonly now?: () => number;
  readonly onProgress?: (progress: TakeoverProgress) => void;
  /** Called once, when everything was copied, before the first pass. */
  readonly onCopied?: (copied: CopyReport) => void;
  readonly onPass?: (pass: Pass) => void;
  /** Called when following fails, with a sentence; it is tried again until `signal`. */
  readonly onOutage?: (sentence: string) => void;
}

/** How far an import is. */
export interface TakeoverProgress {
  readonly kind: RecordKind;
  /** Records of all kinds that were read. */
  readonly read: number;
  /** About how many there are. */
  readonly expected: number;
}

/** A pass over the source that carried what had changed. */
export interface Pass {
  readonly number: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Changes at the source that were not carried, because the record was changed here. */
  readonly kept: number;
  /** What is alive at the source and was left out, of the records that changed. */
  readonly left_out: readonly LeftOutRows[];
  readonly seconds: number;
}

/** What came of the first copy. */
export interface CopyReport {
  readonly source: string;
  /** Records that were written, by kind, earlier parts of the run included. */
  readonly carried: Readonly<Partial<Record<RecordKind, number>>>;
  readonly left_out: readonly LeftOutRows[];
  readonly notes: readonly string[];
}

/** What came of an import. */
export interface TakeoverReport extends CopyReport {
  readonly is_resumed: boolean;
  /** False where it was stopped before its end. */
  readonly is_complete: boolean;
  readonly passes: number;
  readonly verification: Verification | undefined;
}

/** Records in a transaction, where the options name no number. */
export const BATCH_SIZE = 2_000;

/** Unix seconds. */
export function currentTime(): number {
  return Math.floor(Date.now() / 1000);
}
