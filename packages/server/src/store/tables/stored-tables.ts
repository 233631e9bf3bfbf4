import type { ChangeListener } from "../changes.ts";
import type { Migration } from "../migrations/migration.ts";
import type { SealedColumn } from "./sealed-column.ts";

/** The tables of a feature: how they come to be, and how their rows go. */
export interface StoredTables {
  /** Oldest first. Their names begin with that of the feature. */
  readonly migrations: readonly Migration[];
  /** Those whose rows expire, which must be all that grow. */
  readonly expiring: readonly ExpiringTable[];
  /** Those of its columns whose values are sealed, which must be all: what is missing cannot be read once a secret is removed. */
  readonly sealed?: readonly SealedColumn[];
  /** What is written with each recorded change, in its transaction. */
  readonly onChange?: ChangeListener;
}

/** What a sweep may be limited to. */
export type ExpiringKind = "tokens" | "requests" | "others";

/** A table whose rows expire: `expires_at`, in unix seconds. */
export interface ExpiringTable {
  readonly table: string;
  readonly key: string;
  readonly kind: ExpiringKind;
  /** Whether keys begin with the time at which their row expires; then the key serves as the index. */
  readonly key_is_expiry: boolean;
  /**
   * How long most rows live, in seconds, where the table may be partitioned by the time of its keys (`postgres/partitions`): keys begin
   * with the time at which their row expires, and no update changes that.
   */
  readonly partitioned_for?: number;
}
