import { id, integer, table, text } from "../database/columns.ts";
import { insertValues } from "../database/sql.ts";
import { command } from "../database/statement.ts";

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

/** Adds a delivery; part of the script that completes a logout. */
export const insertDelivery = command({
  given: columns,
  sql: `insert into logout_delivery ${insertValues(columns)}`,
});
