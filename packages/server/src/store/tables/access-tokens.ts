import type { JsonObject } from "@latchkey/api";
import type { Sealer } from "../../crypto/sealed.ts";
import type { TokenSource } from "../../oauth/access-token.ts";
import type { TokenDetails } from "../../oauth/token-details.ts";
import {
  bytes,
  type Column,
  integer,
  optional as nullable,
  pick,
  table,
  text,
  words,
} from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { type Insertion, type Lookup } from "../database/sql.ts";
import { command, newRow } from "../database/statement.ts";
import { documents, optional } from "../port/documents.ts";
import { keyAt, toBytes, toId } from "../port/ids.ts";
import { sealedDocuments } from "../port/sealed-documents.ts";
import type { AccessTokens, NewAccessToken } from "../port/grant-store.ts";

/** What an exchanged token depends on: the id of a grant, or the signature of a token. */
const source: Column<TokenSource> = {
  type: "text",
  write: (value) =>
    "grant_id" in value
      ? `grant ${value.grant_id} ${value.subject_key} ${value.client_epoch}`
      : `token ${toId(value.signature)}`,
  read(value) {
    const [kind, id = "", key, epoch] = text.read(value).split(" ");
    return kind === "grant"
      ? { grant_id: id, subject_key: Number(key), client_epoch: Number(epoch) }
      : { signature: toBytes(id) };
  },
};

/** The details of a token, and its claims `ext` sealed, in base64url. */
interface StoredDetails extends TokenDetails {
  readonly sealed_ext?: string;
}

const detailDocuments = documents<StoredDetails>({
  table: "access_token",
  fields: {
    cnf: optional("object"),
    act: optional("object"),
    may_act: optional("object"),
    authorization_details: optional("list"),
    acr: optional("text"),
    auth_time: optional("number"),
    sealed_ext: optional("text"),
  },
});

const claimDocuments = documents<JsonObject>({ table: "access_token", fields: {}, foreign: true });

const details: Column<StoredDetails> = {
  type: "text",
  write: (value) => detailDocuments.write(value),
  read: (value) => detailDocuments.read("a token", text.read(value)),
};

export const access_token = table("access_token", {
  signature: bytes,
  client_id: text,
  client_epoch: integer,
  subject: text,
  scope: words,
  audience: words,
  issued_at: integer,
  expires_at: integer,
  details: nullable(details),
  source: nullable(source),
});

const { columns } = access_token;
const insertion: Insertion<typeof columns> = { table: access_token.name, columns };
const { signature: _signature, ...read } = columns;
const by_signature: Lookup<Pick<typeof columns, "signature">, typeof read> = {
  table: "access_token",
  given: pick(columns, "signature"),
  returns: read,
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

export function createAccessTokens(database: Database, sealer: Sealer): AccessTokens {
  const claims = sealedDocuments("access token", sealer, claimDocuments);

  const sealClaims = ({ ext = {}, ...token }: NewAccessToken) => {
    const sealed_ext = toId(claims.seal(toId(token.signature), ext));
    return { ...token, details: { ...token.details, sealed_ext } };
  };

  return {
    issue: (token) =>
      database.insert(newRow(insertion, token.ext === undefined ? token : sealClaims(token))),

    async find(signature) {
      const row = await database.find(by_signature, { signature });
      if (row?.details?.sealed_ext === undefined) return row && { ...row, signature };
      const { sealed_ext, ...plain } = row.details;
      // Where no system secret opens its claims any more, the token has ended, as those of grants have.
      const ext = claims.open(toId(signature), toBytes(sealed_ext));
      return ext && { ...row, details: plain, ext, signature };
    },

    async revoke(signature) {
      await database.write(() => remove({ signature }));
    },

    flush: (now, not_after, limit) =>
      database.write(() => flush({ now, not_after, key: keyAt(now), limit })),
  };
}
