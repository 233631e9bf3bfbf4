import { randomBytes } from "node:crypto";
import type { Value } from "../database/columns.ts";
import type { Step } from "../database/statement.ts";
import type { Outcome, PendingWrite } from "../database/write-batch.ts";
import { LOCK_MS } from "../migrations/lock-waits.ts";
import type { Pool } from "./pool.ts";
import { isWorthRepeating, pauseBefore } from "./retry.ts";

/** What came of each write of a batch. */
export type Outcomes = ReadonlyMap<PendingWrite, Outcome>;

/**
 * One attempt to commit a write batch. Its row in `write_attempt` is inserted in the batch's own transaction, so the batch was
 * committed if and only if the row exists:
 *
 *   sent ──response──▶ known
 *     └──connection lost──▶ in doubt ──fence: the row exists──▶ committed, with these outcomes
 *                               └──────fence: it does not─────▶ never will be: safe to try again
 *
 * The fence inserts the row itself. A transaction that is still under way, on a connection lost on this side only, is waited
 * for, and one that has not got so far fails because the row exists. As a write, the fence is acknowledged only after what it
 * found was replicated, where commits wait for replication.
 */
export interface Attempt {
  readonly id: Uint8Array;
  /** Unix seconds, from which the row may be swept. */
  readonly expires_at: number;
  /** Whether its row is inserted. A schema that is being migrated may not have the table yet. */
  readonly is_recorded: boolean;
  /** Without a statement timeout, for migrations. */
  readonly is_unlimited: boolean;
  /** The attempt before it, whose row is obsolete and deleted. The row of a fence stays: the transaction it blocks may still arrive. */
  readonly previous: Uint8Array | undefined;
  /** Whether the transaction may have been committed. */
  commit_sent: boolean;
  /** The outcomes of the batch, given the column `made` of its row. */
  outcomesFrom: (made: unknown) => Outcomes;
}

/** A new attempt. Its id begins with the time at which it expires, as other keys do. */
export function newAttempt(
  options: Pick<Attempt, "is_recorded" | "is_unlimited" | "previous">,
): Attempt {
  const expiresAtMs = Date.now() + KEPT_MS;
  const id = randomBytes(16);
  id.writeUIntBE(expiresAtMs, 0, 6);
  return {
    id,
    expires_at: Math.floor(expiresAtMs / 1000),
    ...options,
    commit_sent: false,
    outcomesFrom: () => new Map(),
  };
}

const KEPT_MS = 600_000;

/** Begins the transaction of an attempt and inserts its row, in one round trip. */
export function beginText(attempt: Attempt): string {
  const { id, expires_at, is_recorded, is_unlimited, previous } = attempt;
  const statements = ["begin"];
  if (is_unlimited)
    statements.push("set local statement_timeout = 0", `set local lock_timeout = ${LOCK_MS}`);
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

/** The common table expressions that record an attempt; `first` is the number of their first parameter, `made` an expression. */
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

/** The outcomes of an attempt that was committed; undefined when it was not and, after this, never will be. */
export async function fenceAttempt(
  pool: Pool,
  attempt: Attempt,
  deadline: number,
): Promise<Outcomes | undefined> {
  for (let tries = 1; ; tries += 1) {
    try {
      const rows = await pool.lend(deadline, (connection) =>
        connection.run(fence(attempt), deadline),
      );
      const [row] = rows;
      return row?.["fenced"] === 0 ? attempt.outcomesFrom(row["made"]) : undefined;
    } catch (cause) {
      if (!isWorthRepeating(cause, tries)) throw cause;
      await pauseBefore(tries, deadline);
    }
  }
}

function fence({ id, expires_at }: Attempt): Step {
  return {
    sql: `insert into write_attempt (attempt_id, expires_at, fenced) values ($1, $2, 1)
      on conflict (attempt_id) do update set fenced = write_attempt.fenced returning fenced, made`,
    values: [id, expires_at],
  };
}
