import { randomBytes } from "node:crypto";
import type { Pending } from "../database/write-batch.ts";
import type { Step, Value } from "../database/script.ts";

/**
 * One try at committing a batch. Its row in `write_attempt` is written in the batch's own transaction, so whether the row is
 * there tells whether the batch was committed:
 *
 *   sent ──answer──▶ known
 *     └──connection lost──▶ in doubt ──fence: the row is there──▶ committed, with these results
 *                               └──────fence: it is not─────────▶ never will be: safe to try again
 *
 * The fence inserts the row itself. So a transaction that is still under way, on a connection that only we have lost, is
 * waited for, and one that has not come so far fails at the row that is there already. As a write, the fence is acknowledged
 * only after what it found was replicated, where commits wait for that.
 */
export interface Attempt {
  readonly id: Uint8Array;
  /** Unix seconds: when nobody will ask for it any more. */
  readonly expires_at: number;
  /** Whether its row is written. A schema that is being migrated may not have the table yet. */
  readonly is_recorded: boolean;
  /** Without limit, for migrations. */
  readonly is_unlimited: boolean;
  /** The attempt before it, whose row nobody needs any more. The row of a fence stays: what it keeps out may still come. */
  readonly previous: Uint8Array | undefined;
  /** Whether the transaction may have been committed. */
  commit_sent: boolean;
  /** What the batch came to, given what its row holds. */
  resultsFrom: (made: Value) => ReadonlyMap<Pending, unknown>;
}

/** A new attempt. Its id begins with the time of its end, as other keys do. */
export function newAttempt(
  options: Pick<Attempt, "is_recorded" | "is_unlimited" | "previous">,
): Attempt {
  const ends_at_ms = Date.now() + KEPT_MS;
  const id = randomBytes(16);
  id.writeUIntBE(ends_at_ms, 0, 6);
  return {
    id,
    expires_at: Math.floor(ends_at_ms / 1000),
    ...options,
    commit_sent: false,
    resultsFrom: () => new Map(),
  };
}

const KEPT_MS = 600_000;

/** The text that begins the transaction of an attempt, its row included: one round trip. */
export function beginText(attempt: Attempt): string {
  const { id, expires_at, is_recorded, is_unlimited, previous } = attempt;
  const statements = ["begin"];
  if (is_unlimited) statements.push("set local statement_timeout = 0");
  if (is_recorded) {
    statements.push(
      `insert into write_attempt (attempt_id, expires_at, fenced) values (${literal(id)}, ${expires_at}, 0)`,
    );
  }
  if (is_recorded && previous !== undefined) {
    statements.push(`delete from write_attempt where attempt_id = ${literal(previous)}`);
  }
  return statements.join("; ");
}

function literal(id: Uint8Array): string {
  return `decode('${Buffer.from(id).toString("hex")}', 'hex')`;
}

/** The parts of a statement that record its attempt, their parameters counted from `first`; `made` is an expression. */
export function recordParts(first: number, made: string): readonly string[] {
  return [
    `attempt as (insert into write_attempt (attempt_id, expires_at, fenced, made)
      select $${first}::bytea, $${first + 1}::bigint, 0, ${made} returning made)`,
    `previous as (delete from write_attempt where attempt_id = $${first + 2}::bytea)`,
  ];
}

/** The values of those parameters. */
export function recordValues({ id, expires_at, previous }: Attempt): readonly Value[] {
  return [id, expires_at, previous ?? null];
}

/** Finds out what became of an attempt, and makes sure that it stays so. */
export function fence({ id, expires_at }: Attempt): Step {
  return {
    sql: `insert into write_attempt (attempt_id, expires_at, fenced) values ($1, $2, 1)
      on conflict (attempt_id) do update set fenced = write_attempt.fenced returning fenced, made`,
    values: [id, expires_at],
  };
}
