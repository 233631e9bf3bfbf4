import { id, integer, oneOf, table } from "../../database/columns.ts";
import { insertValues } from "../../database/sql.ts";
import { command } from "../../database/statement.ts";
import type { BackchannelDelivery } from "../../port/backchannel-store.ts";

export const backchannel_delivery = table("backchannel_delivery", {
  delivery_id: id,
  request_id: id,
  kind: oneOf<BackchannelDelivery["kind"]>("asked", "answered"),
  attempts: integer,
  due_at: integer,
  expires_at: integer,
});

const { columns } = backchannel_delivery;

/** Adds a delivery; part of the script that stores or answers a request. */
export const insertDelivery = command({
  given: columns,
  sql: `insert into backchannel_delivery ${insertValues(columns)}`,
});
