import {
  bytes,
  command,
  documents,
  id,
  insertValues,
  integer,
  names,
  optional,
  or,
  pick,
  query,
  type RowOf,
  sealedDocuments,
  type StoreTools,
  table,
  text,
  documentContexts,
  sealedColumn,
} from "@latchkey/server/feature/store";
import type { OneTimeContent, OneTimeLink, OneTimeLinks } from "./port.ts";

/** The purpose of links by which users choose a password in place of one that they forgot. */
export const RESET_PASSWORD = "reset_password";

export const one_time_link = table("one_time_link", {
  token_hash: id,
  purpose: text,
  expires_at: integer,
  sealed: bytes,
});

export const sealedLinks = sealedColumn(one_time_link, {
  column: "sealed",
  key: ["token_hash"],
  contextsOf: ({ token_hash }) => documentContexts(token_hash, "one-time link"),
});

const { columns } = one_time_link;
const valid = { ...pick(columns, "token_hash", "purpose"), now: integer };
const insert = command({
  given: columns,
  sql: `insert into one_time_link ${insertValues(columns)} on conflict (token_hash) do update
   set purpose = excluded.purpose, expires_at = excluded.expires_at, sealed = excluded.sealed`,
});
const select = query({
  given: valid,
  returns: columns,
  sql: `select ${names(columns)} from one_time_link
   where token_hash = :token_hash and purpose = :purpose and expires_at > :now`,
});
const take = query({
  given: valid,
  returns: columns,
  sql: `delete from one_time_link where token_hash = :token_hash and purpose = :purpose and expires_at > :now
   returning ${names(columns)}`,
});

const contentDocuments = documents<OneTimeContent>({
  table: "one_time_link",
  fields: { subject: optional("text"), address: optional("text"), payload: or({}) },
});

export function createOneTimeLinks({
  database,
  sealer,
  changes,
}: Pick<StoreTools, "database" | "sealer" | "changes">): OneTimeLinks {
  const contents = sealedDocuments("one-time link", sealer, contentDocuments);
  const fromRow = (row: RowOf<typeof columns> | undefined): OneTimeLink | undefined => {
    if (row === undefined) return undefined;
    const { sealed, ...rest } = row;
    const content = contents.open(row.token_hash, sealed);
    return content && { ...rest, ...withAll(content) };
  };

  return {
    async add({ token_hash, purpose, expires_at, ...content }) {
      const sealed = contents.seal(token_hash, content);
      await database.write(() => insert({ token_hash, purpose, expires_at, sealed }));
    },

    async find(token_hash, purpose, now) {
      return fromRow((await database.read(() => select({ token_hash, purpose, now })))[0]);
    },

    async take(token_hash, purpose, now) {
      const record = changes.recorder();
      return database.write(function* takeOnce() {
        const link = fromRow((yield* take({ token_hash, purpose, now }))[0]);
        if (link?.subject !== undefined && purpose === RESET_PASSWORD) {
          const object = { type: "account", id: link.subject };
          yield* record({ action: "recovery_started", object });
        }
        return link;
      });
    },
  };
}

function withAll({ subject, address, payload }: OneTimeContent): OneTimeContent {
  return { subject, address, payload };
}
