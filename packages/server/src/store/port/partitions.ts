/** The partitions of a database whose tables are partitioned by the time at which their rows expire. */
export interface Partitions {
  /** Makes windows ahead, and drops those that are over with all their rows. Does what it can do without waiting. */
  keep(now: number): Promise<KeptPartitions>;
  /** How each table that is partitioned is. */
  read(now: number): Promise<readonly PartitionLayout[]>;
}

/** What was done to the partitions of a database. */
export interface KeptPartitions {
  /** How many windows were made. */
  readonly made: number;
  /** How many partitions were dropped, with all their rows. */
  readonly dropped: number;
  /** How many steps were put off, because other sessions held a lock or rows of a window are still valid. */
  readonly postponed: number;
}

/** A table that is partitioned. */
export interface PartitionLayout {
  readonly table: string;
  readonly windows: number;
  /** How wide the windows are, in seconds. */
  readonly width: number;
  /** How many of them have not begun. */
  readonly ahead: number;
  /** How long ago the oldest window that is there was over, in seconds; 0 where none is. */
  readonly overdue: number;
  /** Rows that were there before the table was partitioned are in a partition of their own until then, in unix seconds. */
  readonly earlier_until: number | undefined;
}
