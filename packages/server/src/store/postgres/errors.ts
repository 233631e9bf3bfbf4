import { ConnectionLostError } from "./connection.ts";
import { codeOf } from "../port/error-code.ts";
import { isNameFault } from "./statement-names.ts";
import { StoreUnavailableError } from "../port/unavailable.ts";

/**
 * The transaction was not committed and must be run again: 40001 serialization failure, 40P01 deadlock, a statement whose name
 * a pooler lost, or a node of a distributed database that could not be reached.
 */
export function isRepeatable(error: unknown): boolean {
  return /^(?:40001|40P01)$/.test(codeOf(error)) || isNameFault(error) || isNodeAway(error);
}

/** Citus has no code of its own for it, and its messages are in English alone. Other internal errors (XX000) are bugs. */
function isNodeAway(error: unknown): boolean {
  return (
    codeOf(error) === "XX000" && /failure on connection marked as essential/.test(String(error))
  );
}

/** The server accepts no writes any more, as after a failover: another connection may lead to one that does. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === "25006";
}

/**
 * The error for the caller: `StoreUnavailableError` for temporary failures, others unchanged. Temporary are timeouts and
 * cancelled statements (57014), locks (55P03), lack of resources (53), system errors (58), shutdowns (57P), and what
 * remained after all attempts.
 */
export function describeFailure(error: unknown): unknown {
  if (error instanceof StoreUnavailableError) return error;
  const isTemporary =
    error instanceof ConnectionLostError || isRepeatable(error) || TEMPORARY.test(codeOf(error));
  if (!isTemporary) return error;
  return new StoreUnavailableError("The database did not carry out a statement.", { cause: error });
}

const TEMPORARY = /^(?:08|25006|53|55P03|57014|57P|58)/;
