import { id, integer, pick, table, text } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { insertValues, names } from "../database/sql.ts";
import { command, query } from "../database/statement.ts";
import type { LogoutDeliveries } from "../port/store.ts";

export const logout_delivery = table("logout_delivery", {
  delivery_id: id,
  client_id: text,
  client_key: integer,
  sid: text,
  attempts: integer,
  due_at: integer,
  expires_at: integer,
});

const { columns } = logout_delivery;
const take = query({
  given: { now: integer, until: integer, limit: integer },
  returns: columns,
  sql: `update logout_delivery set due_at = :until, attempts = attempts + 1 where delivery_id in (
     select delivery_id from logout_delivery where due_at <= :now and expires_at > :now order by due_at limit :limit
   ) and due_at <= :now returning ${names(columns)}`,
});
const remove = command({
  given: pick(columns, "delivery_id"),
  sql: "delete from logout_delivery where delivery_id = :delivery_id",
});
const postpone = command({
  given: pick(columns, "delivery_id", "due_at"),
  sql: "update logout_delivery set due_at = :due_at where delivery_id = :delivery_id",
});

export function createLogoutDeliveries(database: Database): LogoutDeliveries {
  return {
    take: (now, until, limit) => database.write(() => take({ now, until, limit })),

    async finish(delivery_id) {
      await database.write(() => remove({ delivery_id }));
    },

    async postpone(delivery_id, due_at) {
      await database.write(() => postpone({ delivery_id, due_at }));
    },
  };
}

/** Adds a delivery; part of the script that completes a logout. */
export const insertDelivery = command({
  given: columns,
  sql: `insert into logout_delivery ${insertValues(columns)}`,
});
