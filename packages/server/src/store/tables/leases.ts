import { integer, pick, table, text } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { insertValues } from "../database/sql.ts";
import { command } from "../database/statement.ts";
import type { Leases } from "../port/store.ts";

export const lease = table("lease", { name: text, holder: text, expires_at: integer });

const take = command({
  given: { ...lease.columns, now: integer },
  sql: `insert into lease ${insertValues(lease.columns)}
   on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
   where lease.holder = excluded.holder or lease.expires_at <= :now
   returning holder`,
});
const release = command({
  given: pick(lease.columns, "name", "holder"),
  sql: "delete from lease where name = :name and holder = :holder",
});

export function createLeases(database: Database): Leases {
  return {
    async take(name, holder, now, ttl) {
      const expires_at = now + ttl;
      return (await database.write(() => take({ name, holder, expires_at, now }))) > 0;
    },

    async release(name, holder) {
      await database.write(() => release({ name, holder }));
    },
  };
}
