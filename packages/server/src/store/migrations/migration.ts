import type { Dialect } from "../database/database.ts";
import type { Script } from "../database/statement.ts";

/** A change of the schema. There is no way back: an older server must be able to use a newer schema. */
export interface Migration {
  readonly name: string;
  readonly statements: (dialect: Dialect) => readonly string[];
  /** Computes values of existing rows, in the same transaction. */
  readonly fill?: () => Script<void>;
}
