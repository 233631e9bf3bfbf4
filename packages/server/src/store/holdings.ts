import type { EndableKind } from "../oauth/ending.ts";

/** Everything that something holds, up to a moment. */
export interface Ending {
  readonly kind: EndableKind;
  /** The subject, the `sid`, the `client_id`, the id of the grant, or the audience. */
  readonly name: string;
  /** Of a session, where it is known. */
  readonly subject?: string | undefined;
  /** Unix seconds: what was requested before is ended. */
  readonly before: number;
}

/** One kind of rows that give access: a part of what a subject, a session, a client, a grant or an API holds. */
export interface Holding {
  /** As the admin API counts it: `grants`. */
  readonly kind: string;
  /** Whether such a row can belong to such a thing. */
  covers(ending: Ending): boolean;
  /**
   * Removes rows, or counts them in a dry run, `step.limit` at most, and of as many as it looks at. Repeating it does no harm.
   */
  next(ending: Ending, step: HoldingStep): Promise<HoldingBatch>;
}

interface HoldingStep {
  /** Where the batch before ended; empty at the beginning. */
  readonly after: string;
  readonly limit: number;
  readonly dry_run: boolean;
}

export interface HoldingBatch {
  /** How many were removed, or would be. */
  readonly count: number;
  /** Where the next batch begins; undefined when there is none. */
  readonly next: string | undefined;
}
