import type { JsonObject } from "@latchkey/api";
import type { Sealer } from "../../crypto/sealed.ts";
import type { TokenSource } from "../../oauth/access-token.ts";
import { endingIdOf } from "../../oauth/ending-key.ts";
import type { TokenDetails } from "../../oauth/token-details.ts";
import {
  bytes,
  type Column,
  id,
  integer,
  optional as nullable,
  pick,
  table,
  text,
  words,
} from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { type Insertion, type Lookup } from "../database/sql.ts";
import { command, insertRow, newRow, type NewRow } from "../database/statement.ts";
import type { Holding } from "../holdings.ts";
import { documents, optional } from "../port/documents.ts";
import { keyAt, toBytes, toId } from "../port/ids.ts";
import { type SealedDocuments, sealedDocuments } from "../port/sealed-documents.ts";
import type { AccessTokens, NewAccessToken } from "../port/grant-store.ts";
import type { StoreTools } from "../store-tools.ts";
import { heldRows } from "./held-rows.ts";
import { documentContexts, sealedColumn } from "./sealed-column.ts";

/** What an exchanged token depends on, in one text: the ids of grants, and the signatures of tokens. */
const sources: Column<readonly TokenSource[]> = {
  type: "text",
  write: (value) => value.map(writeSource).join(","),
  read: (value) => text.read(value).split(",").map(readSource),
};

function writeSource(source: TokenSource): string {
  if ("signature" in source) return `token ${toId(source.signature)}`;
  if ("grant_id" in source)
    return `grant ${source.grant_id} ${source.subject_key} ${source.client_epoch}`;
  if ("sid" in source)
    return `login ${[source.sid, source.client_id].map(encodeURIComponent).join(" ")} ${source.issued_at}`;
  const { named_by, subject, actor, client_id } = source;
  return `named ${[named_by, subject, actor, client_id].map(encodeURIComponent).join(" ")}`;
}

function readSource(written: string): TokenSource {
  const [kind, first = "", second = "", third = "", fourth = ""] = written.split(" ");
  if (kind === "token") return { signature: toBytes(first) };
  if (kind === "grant")
    return { grant_id: first, subject_key: Number(second), client_epoch: Number(third) };
  const [one, other] = [first, second].map(decodeURIComponent);
  if (kind === "login") return { sid: one ?? "", client_id: other ?? "", issued_at: Number(third) };
  const [actor = "", client_id = ""] = [third, fourth].map(decodeURIComponent);
  return { named_by: one ?? "", subject: other ?? "", actor, client_id };
}

/** The details of a token, and what no response has of it: its claims `ext` sealed, in base64url, and its trusted issuers. */
interface StoredDetails extends TokenDetails {
  readonly sealed_ext?: string;
  readonly trusted_issuers?: readonly string[];
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
    trusted_issuers: optional("list"),
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
  sources: nullable(sources),
});

/** Of the claims of tokens, which are a field of their details. The key is read as text. */
export const sealedClaims = sealedColumn(
  table(access_token.name, { ...access_token.columns, signature: id }),
  {
    column: "details",
    key: ["signature"],
    // As JSON: fields and versions that this server does not know stay as they are.
    part: {
      read(value) {
        const { sealed_ext } = fieldsOf(value);
        return typeof sealed_ext === "string" ? toBytes(sealed_ext) : undefined;
      },
      write: (value, sealed) => JSON.stringify({ ...fieldsOf(value), sealed_ext: toId(sealed) }),
    },
    contextsOf: ({ signature }) => documentContexts(signature, "access token"),
  },
);

function fieldsOf(json: string): { readonly sealed_ext?: unknown } {
  const value: unknown = JSON.parse(json);
  return typeof value === "object" && value !== null ? value : {};
}

const { columns } = access_token;
const insertion: Insertion<typeof columns> = {
  table: access_token.name,
  columns,
  random_key: "signature",
};
const { signature: _signature, ...read } = columns;
const bySignature: Lookup<Pick<typeof columns, "signature">, typeof read> = {
  table: "access_token",
  given: pick(columns, "signature"),
  returns: read,
};
const remove = command({
  given: pick(columns, "signature"),
  sql: "delete from access_token where signature = :signature returning signature",
});
const flush = command({
  given: { now: integer, not_after: integer, key: bytes, limit: integer },
  sql: `delete from access_token where signature in (
     select signature from access_token
     where signature < :key and expires_at < :now and issued_at < :not_after order by signature limit :limit
   ) returning expires_at`,
});

/** Access tokens that belong to no grant. They are found by their key alone: an index would be written with every token. */
export function heldTokens(database: Database): Holding {
  return heldRows(
    {
      kind: "access_tokens",
      table: access_token,
      key: "signature",
      key_type: id,
      requested: "issued_at",
      by: { subject: "subject", client: "client_id", audience: "audience" },
      indexed: [],
    },
    database,
  );
}

/** The claims `ext` of tokens, which are stored sealed. */
export function tokenClaims(sealer: Sealer): SealedDocuments<JsonObject> {
  return sealedDocuments("access token", sealer, claimDocuments);
}

/** The row of a new token. */
export function accessTokenRow(
  token: NewAccessToken,
  claims: SealedDocuments<JsonObject>,
  into: Insertion<typeof columns> = insertion,
): NewRow {
  if (token.ext === undefined && token.trusted_issuers === undefined) return newRow(into, token);
  const { ext, trusted_issuers, ...rest } = token;
  const stored = {
    ...rest.details,
    ...(ext !== undefined && { sealed_ext: toId(claims.seal(toId(token.signature), ext)) }),
    ...(trusted_issuers !== undefined && { trusted_issuers }),
  };
  return newRow(into, { ...rest, details: stored });
}

export function createAccessTokens({
  changes,
  database,
  sealer,
  endings: { isEnded, isSuspended, recordGrant },
}: StoreTools): AccessTokens {
  const claims = tokenClaims(sealer);

  return {
    async issue(token, also) {
      const row = accessTokenRow(token, claims);
      if (also === undefined) return database.insert(row);
      await database.write(function* issue() {
        yield* insertRow(row);
        yield* also();
      });
    },

    async find(signature) {
      const row = await database.find(bySignature, { signature });
      if (row === undefined || (await isEnded({ ...row, at: row.issued_at }))) return undefined;
      const { sealed_ext, trusted_issuers = [], ...plain } = row.details ?? {};
      const isRefused =
        (row.audience.length > 0 && (await isSuspended("audience", row.audience))) ||
        (trusted_issuers.length > 0 && (await isSuspended("trusted_issuer", trusted_issuers)));
      const token = {
        ...row,
        signature,
        ...(row.details !== undefined && { details: plain }),
        ...(isRefused && { is_suspended: true }),
      };
      if (sealed_ext === undefined) return token;
      // Where no system secret opens its claims any more, the token has ended, as those of grants have.
      const ext = claims.open(toId(signature), toBytes(sealed_ext));
      return ext && { ...token, ext };
    },

    async revoke(signature, jwt_id) {
      await database.write(function* revoke() {
        if ((yield* remove({ signature })) === 0) return;
        if (jwt_id !== undefined) yield* recordGrant(endingIdOf(jwt_id));
        yield* recordGrant(toId(signature)); // What was exchanged for it names that.
      });
    },

    flush(now, not_after, limit) {
      const record = changes.recorder();
      return database.write(function* flushSome() {
        const flushed = yield* flush({ now, not_after, key: keyAt(now), limit });
        if (flushed > 0)
          yield* record({
            action: "flushed",
            object: { type: "access_tokens", id: "" },
            before: { expired: flushed },
          });
        return flushed;
      });
    },
  };
}
