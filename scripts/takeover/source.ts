/** A copy of the database of a folder. */
export interface Source {
  readonly kind: "SQLite" | "PostgreSQL" | "MariaDB";
  readonly dsn: string;
  /** How many rows a table has. */
  count(table: string): Promise<number>;
}
