import { codeOf } from "./error-code.ts";

/** The database has no schema, or that of an earlier version: migrations must be applied first. */
export class MissingSchemaError extends Error {
  override readonly name = "MissingSchemaError";
}

/** Whether the database rejected a statement because it has no such table. */
export function isTableMissing(error: unknown): boolean {
  return codeOf(error) === UNDEFINED_TABLE || /no such table/.test(String(error));
}

/** Of PostgreSQL, whose messages may be translated. SQLite has no code for it. */
const UNDEFINED_TABLE = "42P01";
