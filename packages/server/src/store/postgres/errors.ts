import { ConnectionLostError } from "./connection.ts";
import { StoreUnavailableError } from "../port/unavailable.ts";

/** The code of an error of the database or of Node; empty where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
}

/** The transaction must be run again: 40001 serialization failure, 40P01 deadlock. */
export function isConflict(error: unknown): boolean {
  return /^(?:40001|40P01)$/.test(codeOf(error));
}

/** The server accepts no writes any more, as after a failover: another connection may lead to one that does. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === "25006";
}

/**
 * The error for the caller: `StoreUnavailableError` for temporary failures, others unchanged. Temporary are timeouts and
 * cancelled statements (57014), locks (55P03), lack of resources (53), system errors (58), shutdowns (57P), and a conflict that
 * remained after all attempts.
 */
export function describeFailure(error: unknown): unknown {
  if (error instanceof StoreUnavailableError) return error;
  const is_temporary =
    error instanceof ConnectionLostError || isConflict(error) || TEMPORARY.test(codeOf(error));
  if (!is_temporary) return error;
  return new StoreUnavailableError("The database did not carry out a statement.", { cause: error });
}

const TEMPORARY = /^(?:08|25006|53|55P03|57014|57P|58)/;
