import { bytes, integer, pick, table } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { insertValues } from "../database/sql.ts";
import { command } from "../database/statement.ts";
import type { SeenAssertions } from "../port/store.ts";

export const seen_assertion = table("seen_assertion", { digest: bytes, expires_at: integer });

const { columns } = seen_assertion;
const insert = command({
  given: columns,
  sql: `insert into seen_assertion ${insertValues(columns)} on conflict (digest) do nothing returning expires_at`,
});
const remove = command({
  given: pick(columns, "digest"),
  sql: "delete from seen_assertion where digest = :digest",
});

export function createSeenAssertions(database: Database): SeenAssertions {
  return {
    async remember(digest, expires_at) {
      const inserted = await database.write(() => insert({ digest, expires_at }), {
        undo: (rows) => (rows > 0 ? remove({ digest }) : undefined),
      });
      return inserted > 0;
    },
  };
}
