import { findAll, rowsFound } from "./batch.ts";
import type { Database } from "../database/database.ts";
import { createGroup, gather, type Group } from "../database/write-batch.ts";
import { type Connection, ConnectionLostError, type Timeouts } from "./connection.ts";
import { readServers } from "./dsn.ts";
import { describeFailure, isConflict } from "./errors.ts";
import { finish } from "./run-batch.ts";
import { createPool, type Pool } from "./pool.ts";
import { createWriter, pauseBefore } from "./writer.ts";
import type { Lookup, Row, Value } from "../database/script.ts";
import { isTransient } from "../port/unavailable.ts";

/** How a server uses PostgreSQL. */
export interface PostgresOptions extends Timeouts {
  readonly connections: number;
  /** Told when a call of the database took longer than it may. */
  readonly onTimeout?: (() => void) | undefined;
  /** Told when a write whose outcome was unknown could not be taken back. */
  readonly onMistake?: ((error: unknown) => void) | undefined;
}

/** PostgreSQL, or whatever speaks its protocol. Nothing here leans on advisory locks, notifications or sequences. */
export function openPostgres(dsn: string, options: PostgresOptions): Database {
  const { connections, onTimeout = () => {} } = options;
  const servers = readServers(dsn);
  const outage = createOutage(2 * options.statement_ms);
  // Batches are written one after another. Over one connection, PostgreSQL keeps their plans once.
  const pool = createPool({ servers, max: connections - 1, timeouts: options });
  const writing = createPool({ servers, max: 1, timeouts: options });
  const writer = createWriter(writing, options, options.onMistake);

  const note = (failure: unknown): unknown => {
    if (!isTransient(failure)) return failure;
    outage.note();
    if (isTimeout(failure)) onTimeout();
    return failure;
  };

  const group: Group = createGroup(async (pending) => {
    const reason = await writer.commit(pending);
    if (reason === undefined) return;
    note(reason);
    group.rejectWaiting(reason);
  });

  const ask: Ask = async (work) => {
    const deadline = performance.now() + options.statement_ms;
    for (let tries = 1; ; tries += 1) {
      try {
        return await pool.lend(deadline, (connection) => work(connection, deadline));
      } catch (cause) {
        const isLost = cause instanceof ConnectionLostError && !cause.timed_out;
        if (!isLost && !isConflict(cause)) throw note(describeFailure(cause));
      }
      await pauseBefore(tries, deadline).catch((late: unknown) => {
        throw note(late);
      });
    }
  };

  return {
    dialect: { bytes: "bytea", in_key_order: "" },
    read: (script) => ask((connection, deadline) => finish(script(), connection, deadline)),
    find: createFinder(ask),
    write: group.write,
    insert: group.insert,
    update: group.update,
    async check() {
      const trouble = writer.trouble();
      if (trouble !== undefined) throw trouble;
      await ask((connection, deadline) => connection.execute("select 1", deadline));
    },
    wasUnavailable: (at_ms) => writer.trouble() !== undefined || outage.covers(at_ms),
    async close() {
      await group.whenIdle();
      writer.close();
      await Promise.all([pool, writing].map((each: Pool) => each.close()));
    },
  };
}

/** Runs a piece of work that only reads, again on another connection when one is lost. */
type Ask = <T>(work: (connection: Connection, deadline: number) => Promise<T>) => Promise<T>;

function isTimeout(failure: unknown): boolean {
  for (let at = failure; at instanceof Error; at = at.cause) {
    if (at instanceof ConnectionLostError) return at.timed_out;
  }
  return false;
}

/** When the database was unavailable last, as far as this process noticed. */
function createOutage(noticed_late_ms: number) {
  let [from_ms, until_ms] = [Infinity, -Infinity];
  return {
    note() {
      const now_ms = Date.now();
      if (now_ms > until_ms) from_ms = now_ms - noticed_late_ms;
      until_ms = now_ms + RECOVERED_AFTER_MS;
    },
    covers: (at_ms: number): boolean => {
      const isOver = Date.now() > until_ms;
      return !isOver && at_ms >= from_ms && at_ms <= until_ms;
    },
  };
}

/** By then every process has cleared its doubts. */
const RECOVERED_AFTER_MS = 5_000;

interface Question {
  readonly values: readonly Value[];
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Asks many look-ups of one kind as one question: all that come while such a question is under way make up the next, with
 * whoever comes right behind. So a busy server asks few large questions, and one with time to spare asks at once.
 */
function createFinder(ask: Ask): Database["find"] {
  const desks = new Map<Lookup, Desk>();

  const answer = async (lookup: Lookup, { waiting }: Desk): Promise<void> => {
    const questions = waiting.splice(0);
    try {
      const step = findAll(
        lookup,
        questions.map(({ values }) => values),
      );
      const rows = await ask((connection, deadline) => connection.run(step, deadline));
      const found = rowsFound(lookup, rows);
      questions.forEach(({ resolve }, index) => resolve(found[index + 1]));
    } catch (cause) {
      // Those who came meanwhile have waited for the same database, and shall not wait as long again.
      const unanswered = isTransient(cause) ? [...questions, ...waiting.splice(0)] : questions;
      for (const { reject } of unanswered) reject(cause);
    }
  };

  const serve = (lookup: Lookup, desk: Desk): void =>
    gather(
      () => desk.waiting.length,
      async () => {
        await answer(lookup, desk);
        if (desk.waiting.length > 0) serve(lookup, desk);
        else desk.busy = false;
      },
    );

  const deskFor = (lookup: Lookup): Desk => {
    let desk = desks.get(lookup);
    if (desk === undefined) desks.set(lookup, (desk = { waiting: [], busy: false }));
    return desk;
  };

  return (lookup, ...values) =>
    new Promise((resolve, reject) => {
      const desk = deskFor(lookup);
      desk.waiting.push({ values, resolve, reject });
      if (desk.busy) return;
      desk.busy = true;
      serve(lookup, desk);
    });
}

/** Where the look-ups of one kind wait. */
interface Desk {
  readonly waiting: Question[];
  busy: boolean;
}
