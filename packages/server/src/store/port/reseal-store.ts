/**
 * The values that are stored sealed, of all tables of a server, and how far they are sealed with its newest system secret. Secrets
 * are identified by their fingerprint, in progress, and by their position in the list of this server, in steps. Times are unix
 * seconds.
 */
export interface SealedValues {
  /** The columns that have sealed values, such as `json_web_key.sealed`. */
  readonly places: readonly string[];
  /** Looks at the next rows of a place. Where `reseal` is set, what an older secret sealed is sealed again with the newest. */
  step(place: string, options: SealStep): Promise<SealsFound>;
  /** How far it is with this as the newest secret; undefined where it never began. */
  findProgress(newest: string): Promise<SealProgress | undefined>;
  /** When tokens end that other secrets may have signed, as was found before this secret was the newest. */
  findTokenEnds(now: number): Promise<Readonly<Record<string, number>>>;
  /** Saves how far it is. False where another server has saved since `progress` was read; then nothing is written. */
  saveProgress(progress: SealProgress, options: SaveOptions): Promise<boolean>;
}

interface SealStep {
  /** The `next` of the step before. */
  readonly after?: string | undefined;
  /** How many rows are looked at. */
  readonly limit: number;
  readonly reseal: boolean;
}

/** What a step found. */
export interface SealsFound {
  /** Where to go on; undefined after the last row. */
  readonly next: string | undefined;
  /** By the position of an older secret: how many values it sealed, those included that this step sealed again. */
  readonly older: ReadonlyMap<number, number>;
  /** How many values none of the secrets opens. */
  readonly unreadable: number;
  /** By the position of the secret: when the last token of the rows ends that it sealed. */
  readonly tokens_end_at: ReadonlyMap<number, number>;
}

export interface SealProgress {
  /** Fingerprints. */
  readonly newest: string;
  /** The older secrets, in their order. */
  readonly older: readonly string[];
  /** Raised when it is saved. Zero: it was never saved. */
  readonly version: number;
  readonly phase: "counting" | "resealing" | "done";
  /** The place that is looked at, and after which row; absent before the first and after the last. */
  readonly place?: string | undefined;
  readonly after?: string | undefined;
  readonly started_at: number;
  readonly finished_at?: number | undefined;
  /** By the fingerprint of an older secret: how many values are sealed with it, as far as they were counted. None when done. */
  readonly values: Readonly<Record<string, number>>;
  /** By the fingerprint of an older secret: when the last token ends of the rows that it sealed. */
  readonly tokens_end_at: Readonly<Record<string, number>>;
  readonly resealed: number;
  readonly unreadable: number;
  /** The secrets of which it was recorded that they are no longer needed. */
  readonly unneeded: readonly string[];
}

interface SaveOptions {
  readonly now: number;
  /** Whether every value is sealed with the newest secret from now on, which is recorded. */
  readonly is_completed?: boolean;
  /** The secrets that are no longer needed from now on: each is recorded. */
  readonly unneeded?: readonly string[];
}

/** The latest time of each name. */
export function latestOf(
  times: Iterable<readonly [string, number]>,
): Readonly<Record<string, number>> {
  const latest: Record<string, number> = {};
  for (const [name, time] of times) latest[name] = Math.max(latest[name] ?? 0, time);
  return latest;
}
