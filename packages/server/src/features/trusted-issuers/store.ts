import { hash } from "node:crypto";
import type { StoreTools } from "../../store/store-tools.ts";
import { describeTrustedIssuer, keysOf, type TrustedIssuer } from "./rules/trusted-issuer.ts";
import type { Change } from "../../store/changes.ts";
import { bytes, integer, pick, type RowOf, table, text } from "../../store/database/columns.ts";
import { insertValues, names } from "../../store/database/sql.ts";
import { command, query } from "../../store/database/statement.ts";
import { documents, optional, readEach, readOr, required } from "../../store/port/documents.ts";
import type { Cursor, KeysetListing, KeysetPage } from "../../store/port/page.ts";
import { readKeysetPage } from "../../store/tables/list-page.ts";

export const trusted_issuer = table("trusted_issuer", {
  id: text,
  issuer: text,
  /** The one subject that it may assert, else empty. */
  subject: text,
  /** Of what makes two records the same. */
  digest: bytes,
  document: text,
  created_at: integer,
  expires_at: integer,
});

/** The part that no query needs. */
type TrustDocument = Omit<TrustedIssuer, "id" | "issuer" | "subject" | "created_at" | "expires_at">;

const trustDocuments = documents<TrustDocument>({
  table: trusted_issuer.name,
  fields: {
    subject_pattern: optional("text"),
    allow_any_subject: required("boolean"),
    scope: required("list"),
    jwks: optional("object"),
    jwks_uri: optional("text"),
    assertion_audiences: required("list"),
    claims: required("object"),
    client_id: optional("text"),
    allow_assertion_reuse: required("boolean"),
    enabled: optional("boolean"),
  },
});

const { columns } = trusted_issuer;
const { digest: _digest, ...read } = columns;
const byId = pick(columns, "id");
const removeExpired = command({
  given: { digest: bytes, now: integer },
  sql: "delete from trusted_issuer where digest = :digest and expires_at <= :now",
});
const countAlike = query({
  given: { issuer: text, subject: text, now: integer },
  returns: { total: integer },
  sql: `select count(*) as total from trusted_issuer
    where issuer = :issuer and subject = :subject and expires_at > :now`,
});
const insert = command({
  given: columns,
  sql: `insert into trusted_issuer ${insertValues(columns)} on conflict do nothing returning id`,
});
const select = query({
  given: byId,
  returns: read,
  sql: `select ${names(read)} from trusted_issuer where id = :id`,
});
const covering = query({
  given: { issuer: text, subject: text, now: integer },
  returns: read,
  sql: `select ${names(read)} from trusted_issuer
    where issuer = :issuer and subject in ('', :subject) and expires_at > :now order by created_at, id`,
});
const part = { ...pick(columns, "created_at", "id"), limit: integer, offset: integer };
const inPart = `(created_at, id) > (:created_at, :id) order by created_at, id limit :limit offset :offset`;
const page = query({
  given: part,
  returns: read,
  sql: `select ${names(read)} from trusted_issuer where ${inPart}`,
});
const count = query({
  returns: { total: integer },
  sql: "select count(*) as total from trusted_issuer",
});
const pageOf = query({
  given: { issuer: text, ...part },
  returns: read,
  sql: `select ${names(read)} from trusted_issuer where issuer = :issuer and ${inPart}`,
});
const countOf = query({
  given: pick(columns, "issuer"),
  returns: { total: integer },
  sql: "select count(*) as total from trusted_issuer where issuer = :issuer",
});
const lock = query({
  given: byId,
  returns: read,
  sql: `update trusted_issuer set document = document where id = :id returning ${names(read)}`,
});
const update = command({
  given: pick(columns, "id", "document"),
  sql: "update trusted_issuer set document = :document where id = :id",
});
const remove = query({
  given: byId,
  returns: read,
  sql: `delete from trusted_issuer where id = :id returning ${names(read)}`,
});

/** Before the oldest record. */
const OLDEST: Cursor = { at: -1, id: "" };

/** A JWT is compared with all of them. */
const MAX_ALIKE = 100;

export interface TrustedIssuers {
  /** `exists` when there is such a record, `too_many` when there are too many for one subject; then nothing is written. */
  create(issuer: TrustedIssuer): Promise<"created" | "exists" | "too_many">;
  find(id: string): Promise<TrustedIssuer | undefined>;
  /** The records of an issuer that have not expired and are about this subject, or about subjects that are not named one by one. */
  findCovering(issuer: string, subject: string, now: number): Promise<readonly TrustedIssuer[]>;
  /** All, or those of one issuer, the oldest first. */
  list(issuer: string | undefined, page: KeysetPage): Promise<KeysetListing<TrustedIssuer>>;
  /** Disables a record, or enables it again. Undefined when there is none. */
  setEnabled(id: string, enabled: boolean): Promise<TrustedIssuer | undefined>;
  /** False when there is no such record. */
  delete(id: string): Promise<boolean>;
}

export function createTrustedIssuers({
  changes,
  database,
  onUnreadable: report,
  revision,
  suspensions,
}: Pick<
  StoreTools,
  "changes" | "database" | "onUnreadable" | "revision" | "suspensions"
>): TrustedIssuers {
  return {
    create(issuer) {
      const record = changes.recorder();
      return database.write(function* create() {
        const { digest, ...row } = toRow(issuer);
        const now = issuer.created_at;
        yield* removeExpired({ digest, now });
        const [alike] = yield* countAlike({ ...pickKey(row), now });
        if ((alike?.total ?? 0) >= MAX_ALIKE) return "too_many";
        if ((yield* insert({ ...row, digest })) === 0) return "exists";
        if (issuer.enabled === false)
          yield* suspensions.suspend("trusted_issuer", issuer.id, endOfTokens(issuer));
        const after = describeTrustedIssuer(issuer);
        yield* record({ action: "created", object: issuerObject(issuer.id), after });
        return "created";
      });
    },

    async find(id) {
      const [row] = await database.read(() => select({ id }));
      return row && fromRow(row);
    },

    async findCovering(issuer, subject, now) {
      const rows = await database.read(() => covering({ issuer, subject, now }));
      return readEach(rows, fromRow, report);
    },

    list: (issuer, { limit, offset, after = OLDEST }) =>
      database.read(function* list() {
        const wanted = { created_at: after.at, id: after.id, limit: limit + 1, offset };
        const rows = yield* issuer === undefined ? page(wanted) : pageOf({ issuer, ...wanted });
        const [all] = yield* issuer === undefined ? count({}) : countOf({ issuer });
        const listed = readKeysetPage(rows, limit, { read: fromRow, cursorOf, report });
        return { ...listed, total: all?.total ?? 0 };
      }),

    setEnabled(id, enabled) {
      const record = changes.recorder();
      return revision.change(function* setEnabled() {
        const [row] = yield* lock({ id });
        if (row === undefined) return undefined;
        const before = fromRow(row);
        const { enabled: was = true, ...described } = before;
        if (was === enabled) return before;
        // One that is enabled is stored without saying so, as those are that were stored before it could be disabled.
        const after = enabled ? described : { ...described, enabled };
        yield* suspensions.set("trusted_issuer", id, !enabled, endOfTokens(before));
        yield* update({ id, document: trustDocuments.replace(row.document, documentOf(after)) });
        yield* record({
          action: "updated",
          object: issuerObject(id),
          before: describeTrustedIssuer(before),
          after: describeTrustedIssuer(after),
        });
        return after;
      });
    },

    delete(id) {
      const record = changes.recorder();
      return database.write(function* deleteIssuer() {
        const [removed] = yield* remove({ id });
        if (removed === undefined) return false;
        const before = readOr(() => describeTrustedIssuer(fromRow(removed)), undefined, report);
        yield* record({ action: "deleted", object: issuerObject(id), before });
        return true;
      });
    },
  };
}

/** When no token is valid any more that was issued by it, also where it is deleted while it is disabled. */
function endOfTokens({ expires_at }: TrustedIssuer): number {
  return expires_at + TOKENS_LAST;
}

/** Seconds: longer than access tokens are valid. */
const TOKENS_LAST = 365 * 86_400;

function issuerObject(id: string): Change["object"] {
  return { type: "trusted_issuer", id };
}

function pickKey({ issuer, subject }: { issuer: string; subject: string }) {
  return { issuer, subject };
}

function toRow(record: TrustedIssuer): RowOf<typeof columns> {
  const { id, issuer, subject, created_at, expires_at } = record;
  return {
    id,
    issuer,
    subject,
    digest: digestOf(record),
    document: trustDocuments.write(documentOf(record)),
    created_at,
    expires_at,
  };
}

function documentOf({
  id: _id,
  issuer: _issuer,
  subject: _subject,
  created_at: _created,
  expires_at: _expires,
  ...document
}: TrustedIssuer): TrustDocument {
  return document;
}

/** Two records are the same if they are about the same JWTs of the same keys, for the same client. */
function digestOf({ issuer, subject, ...record }: TrustedIssuer): Uint8Array {
  const { subject_pattern, claims, client_id } = record;
  const keys = keysOf(record);
  const identity = [issuer, subject, subject_pattern ?? null, keys, claims, client_id ?? null];
  return hash("sha256", JSON.stringify(identity), "buffer");
}

function cursorOf({ created_at, id }: RowOf<typeof read>): Cursor {
  return { at: created_at, id };
}

function fromRow({ document, ...row }: RowOf<typeof read>): TrustedIssuer {
  return { ...row, ...trustDocuments.read(row.id, document) };
}
