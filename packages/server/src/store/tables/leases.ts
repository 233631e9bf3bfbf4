import type { Database } from "../database/database.ts";
import { statement } from "../database/script.ts";
import type { Leases } from "../port/store.ts";

const take = statement(
  `insert into lease (name, holder, expires_at) values ($1, $2, $3)
   on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
   where lease.holder = excluded.holder or lease.expires_at <= $4
   returning holder`,
);
const release = statement("delete from lease where name = $1 and holder = $2");

export function createLeases(database: Database): Leases {
  return {
    async take(name, holder, now, ttl) {
      const rows = await database.write(() => take(name, holder, now + ttl, now));
      return rows.length > 0;
    },

    async release(name, holder) {
      await database.write(() => release(name, holder));
    },
  };
}
