import { type Column, type Columns, integer, type RowOf, type Table } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { names } from "../database/sql.ts";
import { command, query, type Script } from "../database/statement.ts";
import type { Deliveries } from "../port/outbox.ts";

/** What every outbox has: a table of requests to be sent by any server, written in the transaction that caused them. */
interface OutboxColumns extends Columns {
  readonly delivery_id: Column<string>;
  readonly attempts: Column<number>;
  /** Unix seconds. No row whose time is null is sent. */
  readonly due_at: Column<number> | Column<number | undefined>;
  readonly expires_at: Column<number>;
}

/** The statements of an outbox. */
interface OutboxStatements<C extends Columns> {
  /** Takes up to `limit` deliveries that are due and counts the attempt; no other process gets them before `until`. */
  readonly take: (given: {
    readonly now: number;
    readonly until: number;
    readonly limit: number;
  }) => Script<readonly RowOf<C>[]>;
  readonly postpone: (given: Postponed) => Script<number>;
  /** Postpones a delivery and does not count the attempt. */
  readonly putBack: (given: Postponed) => Script<number>;
  readonly remove: (given: { readonly delivery_id: string }) => Script<number>;
}

interface Postponed {
  readonly delivery_id: string;
  readonly due_at: number;
}

/** The statements of the outbox in a table. A delivery is not taken while `waits_for` finds a row for it, the row `due`. */
export function outboxOf<C extends OutboxColumns>(
  { name, columns }: Table<C>,
  { waits_for }: { readonly waits_for?: string } = {},
): OutboxStatements<C> {
  const { delivery_id } = columns;
  const isFree = waits_for === undefined ? "" : `and not exists (${waits_for})`;
  return {
    take: query({
      given: { now: integer, until: integer, limit: integer },
      returns: columns,
      sql: `update ${name} set due_at = :until, attempts = attempts + 1 where delivery_id in (
         select delivery_id from ${name} as due where due_at <= :now and expires_at > :now ${isFree}
         order by due_at limit :limit
       ) and due_at <= :now returning ${names(columns)}`,
    }),
    postpone: command({
      given: { delivery_id, due_at: integer },
      sql: `update ${name} set due_at = :due_at where delivery_id = :delivery_id`,
    }),
    putBack: command({
      given: { delivery_id, due_at: integer },
      sql: `update ${name} set due_at = :due_at, attempts = attempts - 1 where delivery_id = :delivery_id`,
    }),
    remove: command({
      given: { delivery_id },
      sql: `delete from ${name} where delivery_id = :delivery_id`,
    }),
  };
}

/** The outbox in a table from which a delivery is removed once it is finished. */
export function createDeliveries<C extends OutboxColumns>(
  database: Database,
  table: Table<C>,
): Deliveries<RowOf<C>> {
  const outbox = outboxOf(table);
  return {
    take: (now, until, limit) => database.write(() => outbox.take({ now, until, limit })),

    async putBack(delivery_id, due_at) {
      await database.write(() => outbox.putBack({ delivery_id, due_at }));
    },

    async finish(delivery_id) {
      await database.write(() => outbox.remove({ delivery_id }));
    },

    async postpone(delivery_id, due_at) {
      await database.write(() => outbox.postpone({ delivery_id, due_at }));
    },
  };
}
