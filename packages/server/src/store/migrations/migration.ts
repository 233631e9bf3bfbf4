import type { Dialect } from "../database/database.ts";
import type { Script } from "../database/statement.ts";

/**
 * A change of the schema, or of what servers store or issue. There is no way back: servers of the version before run beside those
 * that made it.
 */
export interface Migration {
  readonly name: string;
  /**
   * The migration that a server must know to share the database from now on, where not every server can: one of the version before,
   * which prepared for this change. Older servers do not start any more. A change of a format alone has no statements.
   */
  readonly needs?: string;
  readonly statements: Tables;
  /** Where the rows of each table that it makes are, in a database of several nodes. */
  readonly placement?: Placements;
  /** Computes values of existing rows, in the same transaction. */
  readonly fill?: () => Script<void>;
}

/** The statements that create tables or change them. */
export type Tables = (dialect: Dialect) => readonly string[];

/**
 * Where the rows of a table are in a database of several nodes: every node has all of them (`reference`), the node that coordinates
 * has them (`local`), or each row is on the node that the value of one column selects.
 */
export type Placement = "reference" | "local" | { readonly by: string };

/** The placement of tables, by name. */
export type Placements = Readonly<Record<string, Placement>>;
