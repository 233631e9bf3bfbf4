import { id, integer, table, text } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { insertValues } from "../database/sql.ts";
import { command } from "../database/statement.ts";
import type { LogoutDeliveries } from "../port/store.ts";
import { outboxOf } from "./outbox.ts";

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
const outbox = outboxOf(logout_delivery);

export function createLogoutDeliveries(database: Database): LogoutDeliveries {
  return {
    take: (now, until, limit) => database.write(() => outbox.take({ now, until, limit })),

    async finish(delivery_id) {
      await database.write(() => outbox.remove({ delivery_id }));
    },

    async postpone(delivery_id, due_at) {
      await database.write(() => outbox.postpone({ delivery_id, due_at }));
    },
  };
}

/** Adds a delivery; part of the script that completes a logout. */
export const insertDelivery = command({
  given: columns,
  sql: `insert into logout_delivery ${insertValues(columns)}`,
});
