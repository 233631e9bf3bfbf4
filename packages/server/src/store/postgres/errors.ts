import { ConnectionLostError } from "./connection.ts";
import { StoreUnavailableError } from "../port/unavailable.ts";

/** The code of an error of the database or of Node; empty where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
}

/** The database asks for the transaction to be run again: 40001 serialization failure, 40P01 deadlock. */
export function isConflict(error: unknown): boolean {
  return /^(?:40001|40P01)$/.test(codeOf(error));
}

/** The server takes no writes any more, as after a failover: another connection may lead to one that does. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === "25006";
}

/**
 * What to tell the caller: trouble that passes as `StoreUnavailableError`, all else as it is. Timeouts and cancelled
 * statements (57014), locks (55P03), lack of resources (53), system errors (58) and shutdowns (57P) pass; so does a conflict
 * that remained after all attempts.
 */
export function describeFailure(error: unknown): unknown {
  if (error instanceof StoreUnavailableError) return error;
  const passes =
    error instanceof ConnectionLostError || isConflict(error) || PASSES.test(codeOf(error));
  if (!passes) return error;
  return new StoreUnavailableError("The database did not carry out a statement.", { cause: error });
}

const PASSES = /^(?:08|25006|53|55P03|57014|57P|58)/;
