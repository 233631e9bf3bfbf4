import { integer } from "../../database/columns.ts";
import { command, query, type Script } from "../../database/statement.ts";

const counted = query({
  given: { max: integer },
  returns: { total: integer },
  sql: `select count(*) as total from (
     select 1 from client where described_by is not null limit :max
   ) as stranger`,
});
const lock = command({ sql: "update revision set value = value + 1 where name = 'strangers'" });

/** How many clients there are that no operator registered, as far as `max`. */
export function* countStrangers(max: number): Script<number> {
  const [row] = yield* counted({ max });
  return row?.total ?? 0;
}

/** Whether there may be one more. Transactions that ask wait for one another, so that all servers together stay below. */
export function* hasRoom(max: number | undefined): Script<boolean> {
  if (max === undefined) return true;
  yield* lock({});
  return (yield* countStrangers(max)) < max;
}
