import type { Dialect } from "../database/database.ts";
import type { Script } from "../database/statement.ts";

/** A change of the schema. There is no way back: an older server must be able to use a newer schema. */
export interface Migration {
  readonly name: string;
  readonly statements: Tables;
  /** Computes values of existing rows, in the same transaction. */
  readonly fill?: () => Script<void>;
}

/** The statements that create tables or change them. */
export type Tables = (dialect: Dialect) => readonly string[];
