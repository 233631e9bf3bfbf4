import type { RecordKind, TakenRecord } from "./record.ts";

/** Data of another server, opened to be read. Nothing is ever written to it. */
export interface Source {
  /** Its name and version, for people: "Ory Hydra 1.9 on SQLite". */
  readonly description: string;
  /** Which version of Ory Hydra's rules its cookies, secrets and challenges follow; undefined for other servers. */
  readonly hydra?: 1 | 2;
  /** What it holds, without reading all of it. */
  examine(now: number): Promise<Examination>;
  /**
   * The records of a kind, in batches in the order of a key that does not change, after the position of an earlier batch. What
   * cannot be carried is in `left_out`, with its reason.
   */
  read(kind: RecordKind, from: ReadFrom): AsyncIterable<RecordBatch>;
  /**
   * The state of every row or chain of a kind, by `recordKey`, in the order of `read`: cheap, since nothing is decrypted. A key
   * whose digest is another than before was changed, one that does not appear is gone. Also has keys of what `read` leaves out.
   */
  fingerprints?(kind: RecordKind, from: ReadFrom): AsyncIterable<FingerprintBatch>;
  /** The records of these keys, as far as they exist and are carried. */
  readSome?(
    kind: RecordKind,
    keys: readonly string[],
    now: number,
  ): Promise<Pick<RecordBatch, "records" | "left_out">>;
  /** Notices changes from the state of now on. */
  observe?(): Promise<ChangeFeed>;
  close(): Promise<void>;
}

/** Changes of a source, of the kinds in `observedKinds`. */
export interface ChangeFeed {
  /** What changed since the last outcome that was accepted: before that, a second call has it again. */
  next(): Promise<{
    /** By kind, the keys of records that may be new, changed or gone. */
    readonly changed: ReadonlyMap<RecordKind, ReadonlySet<string>>;
    /** Whether nothing at all was written to the source, of other kinds neither. */
    readonly is_unchanged: boolean;
    readonly accept: () => void;
  }>;
}

/** The kinds of which there is much, so that a feed has their changes. */
export const observedKinds: ReadonlySet<RecordKind> = new Set([
  "client",
  "session",
  "subject",
  "grant",
  "token",
  "assertion",
  "logout",
]);

export interface ReadFrom {
  /** The position of the last batch that was written; undefined to begin. */
  readonly after?: string | undefined;
  readonly now: number;
  /** Records in a batch, at most. */
  readonly limit: number;
}

export interface RecordBatch {
  readonly records: readonly TakenRecord[];
  readonly left_out: readonly LeftOut[];
  /** Where the next batch begins. */
  readonly position: string;
}

interface FingerprintBatch {
  readonly fingerprints: readonly Fingerprint[];
  /** Where the next batch begins. */
  readonly position: string;
}

interface Fingerprint {
  /** The `recordKey` of the record. */
  readonly key: string;
  readonly digest: string;
}

/** A row that was not carried. */
export interface LeftOut {
  readonly table: string;
  /** A sentence's worth, the same for all rows of one cause: rows are counted by it. */
  readonly reason: string;
  /** The key of the row where it may be shown; never a token or a secret. */
  readonly key?: string;
  /** Whether it can do nothing at the source either, such as a token that expired. */
  readonly dead?: true;
}

export interface Examination {
  readonly kinds: readonly {
    readonly kind: RecordKind;
    /** About how many records will be carried. */
    readonly count: number;
  }[];
  /** What stays behind, by table and cause, and about how many bytes of it there are. */
  readonly left_behind: readonly {
    readonly table: string;
    readonly reason: string;
    readonly rows: number;
    readonly bytes?: number;
  }[];
  /** What an operator should know before the move. */
  readonly notes: readonly string[];
}

/** The source cannot be read: a sentence for people. Nothing was written. */
export class SourceError extends Error {
  override readonly name = "SourceError";
}
