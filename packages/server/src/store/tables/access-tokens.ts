import type { TokenDetails } from "../../oauth/token-details.ts";
import {
  bytes,
  integer,
  optional as nullable,
  pick,
  table,
  text,
  words,
} from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { type Insertion, type Lookup, names } from "../database/sql.ts";
import { command, newRow } from "../database/statement.ts";
import { documents, optional } from "../port/documents.ts";
import { keyAt } from "../port/ids.ts";
import type { AccessTokens } from "../port/store.ts";

export const access_token = table("access_token", {
  signature: bytes,
  client_id: text,
  client_epoch: integer,
  subject: text,
  scope: words,
  audience: words,
  issued_at: integer,
  expires_at: integer,
  details: nullable(text),
});

const detailDocuments = documents<TokenDetails>({
  table: "access_token",
  fields: {
    cnf: optional("object"),
    act: optional("object"),
    may_act: optional("object"),
    authorization_details: optional("list"),
  },
});

const { columns } = access_token;
const insertion: Insertion<typeof columns> = { table: access_token.name, columns };
const { signature: _signature, ...read } = columns;
const by_signature: Lookup<Pick<typeof columns, "signature">, typeof read> = {
  given: pick(columns, "signature"),
  returns: read,
  sql: `select ${names(read)} from access_token where access_token.signature = :signature`,
};
const remove = command({
  given: pick(columns, "signature"),
  sql: "delete from access_token where signature = :signature",
});
const flush = command({
  given: { now: integer, not_after: integer, key: bytes, limit: integer },
  sql: `delete from access_token where signature in (
     select signature from access_token
     where signature < :key and expires_at < :now and issued_at < :not_after order by signature limit :limit
   ) returning expires_at`,
});

export function createAccessTokens(database: Database): AccessTokens {
  return {
    issue({ details, ...token }) {
      const text_of_details = details && detailDocuments.write(details);
      return database.insert(newRow(insertion, { ...token, details: text_of_details }));
    },

    async find(signature) {
      const row = await database.find(by_signature, { signature });
      if (row === undefined) return undefined;
      const { details, ...found } = row;
      if (details === undefined) return { ...found, signature };
      return { ...found, signature, details: detailDocuments.read("a token", details) };
    },

    async revoke(signature) {
      await database.write(() => remove({ signature }));
    },

    flush: (now, not_after, limit) =>
      database.write(() => flush({ now, not_after, key: keyAt(now), limit })),
  };
}
