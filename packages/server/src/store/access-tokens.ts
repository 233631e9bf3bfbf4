import type { AccessToken } from "../oauth/access-token.ts";
import type { Database } from "./database.ts";
import { type Insertion, type Lookup, type Row, statement } from "./script.ts";
import type { AccessTokens } from "./store.ts";
import { joinWords, splitWords } from "./words.ts";

const columns = [
  "signature",
  "client_id",
  "client_epoch",
  "subject",
  "scope",
  "audience",
  "issued_at",
  "expires_at",
] as const;

const insertion: Insertion = { table: "access_token", columns };
const bySignature: Lookup = {
  sql: `select ${columns.join(", ")} from access_token where signature in`,
  key: "signature",
};
const remove = statement("delete from access_token where signature = $1");
const flush = statement(
  `delete from access_token where signature in (
     select signature from access_token where expires_at < $1 and issued_at < $2 order by expires_at limit $3
   ) returning expires_at`,
);

export function createAccessTokens(database: Database): AccessTokens {
  return {
    issue: (token) =>
      database.insert(insertion, [
        token.signature,
        token.client_id,
        token.client_epoch,
        token.subject,
        joinWords(token.scope),
        joinWords(token.audience),
        token.issued_at,
        token.expires_at,
      ]),

    async find(signature) {
      const row = await database.find(bySignature, signature);
      return row === undefined ? undefined : fromRow(row);
    },

    async revoke(signature) {
      await database.write(() => remove(signature));
    },

    async flush(now, not_after, limit) {
      const rows = await database.write(() => flush(now, not_after, limit));
      return rows.length;
    },
  };
}

function fromRow(row: Row): AccessToken {
  const token = row as unknown as Omit<AccessToken, "scope" | "audience"> & {
    scope: string;
    audience: string;
  };
  return { ...token, scope: splitWords(token.scope), audience: splitWords(token.audience) };
}
