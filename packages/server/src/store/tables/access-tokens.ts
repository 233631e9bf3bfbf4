import type { AccessToken } from "../../oauth/access-token.ts";
import type { Database } from "../database/database.ts";
import { keyAt } from "../port/ids.ts";
import { type Insertion, type Lookup, statement } from "../database/script.ts";
import type { AccessTokens } from "../port/store.ts";
import { joinWords, splitWords } from "../database/words.ts";

interface AccessTokenRow extends Omit<AccessToken, "signature" | "scope" | "audience"> {
  readonly scope: string;
  readonly audience: string;
}

const columns = "client_id, client_epoch, subject, scope, audience, issued_at, expires_at";
const insertion: Insertion = {
  table: "access_token",
  columns: {
    signature: "bytea",
    client_id: "text",
    client_epoch: "bigint",
    subject: "text",
    scope: "text",
    audience: "text",
    issued_at: "bigint",
    expires_at: "bigint",
  },
};
const bySignature: Lookup = {
  given: { signature: "bytea" },
  select: `select ${columns} from access_token where signature = given.signature`,
};
const remove = statement("delete from access_token where signature = $1");
const flush = statement(
  `delete from access_token where signature in (
     select signature from access_token where signature < $4 and expires_at < $1 and issued_at < $2 order by signature limit $3
   ) returning expires_at`,
);

export function createAccessTokens(database: Database): AccessTokens {
  return {
    issue(token) {
      const values = [
        token.signature,
        token.client_id,
        token.client_epoch,
        token.subject,
        joinWords(token.scope),
        joinWords(token.audience),
        token.issued_at,
        token.expires_at,
      ];
      return database.insert({ insertion, values });
    },

    async find(signature) {
      const row = await database.find(bySignature, signature);
      return row && fromRow(signature, row as unknown as AccessTokenRow);
    },

    async revoke(signature) {
      await database.write(() => remove(signature));
    },

    async flush(now, not_after, limit) {
      const rows = await database.write(() => flush(now, not_after, limit, keyAt(now)));
      return rows.length;
    },
  };
}

// Field by field: a row of the driver's is slow to copy whole.
function fromRow(signature: Uint8Array, row: AccessTokenRow): AccessToken {
  return {
    signature,
    client_id: row.client_id,
    client_epoch: row.client_epoch,
    subject: row.subject,
    scope: splitWords(row.scope),
    audience: splitWords(row.audience),
    issued_at: row.issued_at,
    expires_at: row.expires_at,
  };
}
