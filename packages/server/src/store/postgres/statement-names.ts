import { hash } from "node:crypto";
import { codeOf } from "../port/error-code.ts";

/** The names that statements are prepared under, for all connections of a process. */
export interface StatementNames {
  /** The name for a statement; undefined when it is not to be prepared by name. */
  nameOf(sql: string): string | undefined;
  /** Whether a statement was not executed because of its name. From then on, statements have none. */
  isAtFault(error: unknown): boolean;
}

/**
 * A pooler in transaction mode gives each transaction another connection of the server. If it does not know about prepared
 * statements, as PgBouncer before 1.21, a statement may not exist there (26000), or exist already (42P05), prepared by another
 * process. So a name is a digest of its statement: the same name never is another statement. `onUnsupported` is called when
 * either happens the first time.
 */
export function createStatementNames(onUnsupported: () => void = () => {}): StatementNames {
  const names = new Map<string, string>(); // There are few texts: values are never part of one.
  let isSupported = true;
  return {
    nameOf(sql) {
      if (!isSupported) return undefined;
      let name = names.get(sql);
      if (name === undefined) {
        name = `latchkey_${hash("sha256", sql, "hex").slice(0, DIGITS)}`;
        names.set(sql, name);
      }
      return name;
    },
    isAtFault(error) {
      if (!isNameFault(error)) return false;
      if (isSupported) onUnsupported();
      isSupported = false;
      return true;
    },
  };
}

/** Of 63 characters that PostgreSQL allows. */
const DIGITS = 32;

/** 26000: invalid statement name, 42P05: duplicate prepared statement. The statement was not executed. */
export function isNameFault(error: unknown): boolean {
  return /^(?:26000|42P05)$/.test(codeOf(error));
}
