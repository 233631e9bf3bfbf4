import { integer } from "../../../store/database/columns.ts";
import { query, type Script } from "../../../store/database/statement.ts";

/** Whether an administrator must be left, by a key or a role, at this time. */
export interface LastCheck {
  readonly one_must_remain: boolean;
  readonly now: number;
}

const countAdministrators = query({
  given: { now: integer },
  returns: { total: integer },
  sql: `select (select count(*) from operator where role = 'administrator' and workspaces is null)
    + (select count(*) from api_key where role = 'administrator' and workspaces is null
      and (valid_until is null or valid_until > :now)) as total`,
});

/** Whether only one administrator is left, whom the change would take. */
export function* isLast({ one_must_remain, now }: LastCheck): Script<boolean> {
  if (!one_must_remain) return false;
  const [row] = yield* countAdministrators({ now });
  return (row?.total ?? 0) <= 1;
}
