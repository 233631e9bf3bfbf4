import type { Database } from "./database.ts";
import { statement } from "./script.ts";

/** Every table whose rows expire, with its key. A table that is not here grows for ever. */
const expiring = [
  { table: "access_token", key: "signature" },
  { table: "seen_assertion", key: "digest" },
  { table: "lease", key: "name" },
  { table: "flow", key: "flow_id" },
  { table: "authorization_grant", key: "grant_id" },
  { table: "workspace_grant", key: "grant_id" },
  { table: "login_session", key: "sid" },
  { table: "session_visit", key: "sid" },
  { table: "logout_request", key: "logout_id" },
  { table: "logout_delivery", key: "delivery_id" },
  { table: "inspected_flow", key: "flow_id" },
  { table: "inspected_step", key: "step_id" },
] as const;

const removals = expiring.map(({ table, key }) =>
  statement(
    `delete from ${table} where ${key} in (
       select ${key} from ${table} where expires_at < $1 order by expires_at limit $2
     ) returning expires_at`,
  ),
);

/** Removes up to `limit` expired rows of each kind and says how many there were, in a transaction a kind. */
export async function sweep(database: Database, now: number, limit: number): Promise<number> {
  let found = 0;
  for (const remove of removals) found += (await database.write(() => remove(now, limit))).length;
  return found;
}
