import { integer, optional, pick, table, text, words } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { insertValues, names } from "../database/sql.ts";
import { command, query } from "../database/statement.ts";
import type { RegistrationTokens } from "../port/client-store.ts";

export const registration_token = table("registration_token", {
  token_id: text,
  token_hash: text,
  note: text,
  scope: optional(words),
  uses: integer,
  max_uses: optional(integer),
  created_at: integer,
  expires_at: optional(integer),
});

const { columns } = registration_token;
const insert = command({
  given: columns,
  sql: `insert into registration_token ${insertValues(columns)}`,
});
const byHash = query({
  given: { ...pick(columns, "token_hash"), now: integer },
  returns: columns,
  sql: `select ${names(columns)} from registration_token where token_hash = :token_hash
   and (expires_at is null or expires_at > :now) and (max_uses is null or uses < max_uses)`,
});
const page = query({
  given: { limit: integer, offset: integer },
  returns: columns,
  sql: `select ${names(columns)} from registration_token order by created_at desc, token_id limit :limit offset :offset`,
});
const count = query({
  returns: { total: integer },
  sql: "select count(*) as total from registration_token",
});
const remove = command({
  given: pick(columns, "token_id"),
  sql: "delete from registration_token where token_id = :token_id returning token_id",
});

/** Counts a use of a token, if it may still be used. Part of the script that creates the client: two servers cannot both have the last use. */
export const useRegistrationToken = command({
  given: { ...pick(columns, "token_id"), now: integer },
  sql: `update registration_token set uses = uses + 1 where token_id = :token_id
   and (expires_at is null or expires_at > :now) and (max_uses is null or uses < max_uses) returning token_id`,
});

export function createRegistrationTokens(database: Database): RegistrationTokens {
  return {
    async create(token) {
      await database.write(() => insert(token));
    },

    async findUsable(token_hash, now) {
      const [token] = await database.read(() => byHash({ token_hash, now }));
      return token;
    },

    list: ({ limit, offset }) =>
      database.read(function* list() {
        const items = yield* page({ limit, offset });
        const [counted] = yield* count({});
        return { items, total: counted?.total ?? 0 };
      }),

    async delete(token_id) {
      return (await database.write(() => remove({ token_id }))) > 0;
    },
  };
}
