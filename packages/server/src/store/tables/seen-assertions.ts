import type { Database } from "../database/database.ts";
import { statement } from "../database/script.ts";
import type { SeenAssertions } from "../port/store.ts";

const insert = statement(
  "insert into seen_assertion (digest, expires_at) values ($1, $2) on conflict (digest) do nothing returning expires_at",
);

const remove = statement("delete from seen_assertion where digest = $1");

export function createSeenAssertions(database: Database): SeenAssertions {
  return {
    async remember(digest, expires_at) {
      const rows = await database.write(() => insert(digest, expires_at), {
        undo: ({ length }) => (length > 0 ? remove(digest) : undefined),
      });
      return rows.length > 0;
    },
  };
}
