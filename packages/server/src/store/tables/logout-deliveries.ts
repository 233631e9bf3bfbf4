import type { Database } from "../database/database.ts";
import { toBytes, toId } from "../port/ids.ts";
import { type Script, statement } from "../database/script.ts";
import type { LogoutDeliveries, LogoutDelivery } from "../port/store.ts";

type DeliveryRow = Omit<LogoutDelivery, "delivery_id"> & { readonly delivery_id: Uint8Array };

const columns = "delivery_id, client_id, client_key, sid, attempts, due_at, expires_at";
const insert = statement(
  `insert into logout_delivery (${columns}) values ($1, $2, $3, $4, $5, $6, $7)`,
);
const take = statement<DeliveryRow>(
  `update logout_delivery set due_at = $2, attempts = attempts + 1 where delivery_id in (
     select delivery_id from logout_delivery where due_at <= $1 and expires_at > $1 order by due_at limit $3
   ) and due_at <= $1 returning ${columns}`,
);
const remove = statement("delete from logout_delivery where delivery_id = $1");
const postpone = statement("update logout_delivery set due_at = $2 where delivery_id = $1");

export function createLogoutDeliveries(database: Database): LogoutDeliveries {
  return {
    async take(now, until, limit) {
      const rows = await database.write(() => take(now, until, limit));
      return rows.map((row) => ({ ...row, delivery_id: toId(row.delivery_id) }));
    },

    async finish(delivery_id) {
      await database.write(() => remove(toBytes(delivery_id)));
    },

    async postpone(delivery_id, due_at) {
      await database.write(() => postpone(toBytes(delivery_id), due_at));
    },
  };
}

/** Posts a delivery; part of the script that completes a logout. */
export function* postDelivery(delivery: LogoutDelivery): Script<void> {
  const { delivery_id, client_id, client_key, sid, attempts, due_at, expires_at } = delivery;
  yield* insert(toBytes(delivery_id), client_id, client_key, sid, attempts, due_at, expires_at);
}
