import { type MaybePromise, thenOrCall } from "../../maybe-promise.ts";
import type { StoreTools } from "../../store/store-tools.ts";
import {
  describeType,
  type DetailsType,
  type DetailsTypes,
} from "../../oauth/authorization-details/details-type.ts";
import {
  documentText,
  integer,
  pick,
  replacing,
  type RowOf,
  table,
  text,
} from "../../store/database/columns.ts";
import { insertValues, names } from "../../store/database/sql.ts";
import { command, query } from "../../store/database/statement.ts";
import type { Change } from "../../store/changes.ts";
import { documents, or, readEach, readOr, required } from "../../store/port/documents.ts";

export const authorization_details_type = table("authorization_details_type", {
  type: text,
  document: documentText,
  created_at: integer,
  updated_at: integer,
});

const { columns } = authorization_details_type;
const byKey = pick(columns, "type");
const insert = command({
  given: columns,
  sql: `insert into authorization_details_type ${insertValues(columns)} on conflict (type) do nothing returning type`,
});
const all = query({
  returns: columns,
  sql: `select ${names(columns)} from authorization_details_type order by type limit 10000`,
});
const update = query({
  given: replacing(pick(columns, "type", "document", "updated_at")),
  returns: columns,
  sql: `update authorization_details_type set document = :document, updated_at = :updated_at
   where type = :type returning ${names(columns)}`,
});
const lock = query({
  given: byKey,
  returns: columns,
  sql: `update authorization_details_type set document = document where type = :type returning ${names(columns)}`,
});
const remove = query({
  given: byKey,
  returns: columns,
  sql: `delete from authorization_details_type where type = :type returning ${names(columns)}`,
});

type Described = Omit<DetailsType, "type" | "created_at" | "updated_at">;

const detailsTypeDocuments = documents<Described>({
  table: "authorization_details_type",
  fields: {
    schema: required("object"),
    sentences: required("object"),
    reducible: or([]),
    rememberable: or(false),
  },
});

/** The key of the one entry of the cache: types are few, and used together. */
const EVERY = "all";
const none: DetailsTypes = new Map();

/** The types of authorization details. They are few, and cached together. */
export interface AuthorizationDetailsTypes {
  /** By ascending name. The same object until a type changes. Synchronous where it is cached. */
  all(): MaybePromise<DetailsTypes>;
  /** False when the name is taken, and then nothing is written. */
  create(type: DetailsType): Promise<boolean>;
  /** Replaces all but `created_at`. Undefined when there is no such type. */
  replace(type: Omit<DetailsType, "created_at">): Promise<DetailsType | undefined>;
  /** False when there was no such type. */
  delete(type: string): Promise<boolean>;
}

export function createAuthorizationDetailsTypes({
  changes,
  database,
  revision,
  onUnreadable: report,
}: Pick<
  StoreTools,
  "changes" | "database" | "revision" | "onUnreadable"
>): AuthorizationDetailsTypes {
  const describeRow = (row: RowOf<typeof columns>): object | undefined =>
    readOr(() => describeType(fromRow(row)), undefined, report);
  const cached = revision.cache(async () => {
    const rows = await database.read(() => all({}));
    return new Map(readEach(rows, fromRow, report).map((type) => [type.type, type]));
  });

  return {
    all: () => thenOrCall(cached(EVERY), (types) => types ?? none),

    create(created) {
      const { type, created_at, updated_at, ...described } = created;
      const record = changes.recorder();
      return revision.change(function* create() {
        const document = detailsTypeDocuments.write(described);
        const inserted = yield* insert({ type, document, created_at, updated_at });
        if (inserted === 0) return false;
        yield* revision.increment();
        yield* record({
          action: "created",
          object: typeObject(type),
          after: describeType(created),
        });
        return true;
      });
    },

    replace({ type, updated_at, ...described }) {
      const record = changes.recorder();
      return revision.change(function* replace() {
        const [present] = yield* lock({ type });
        const document = detailsTypeDocuments.replace(present?.document, described);
        const [row] = yield* update({ type, document, updated_at });
        if (row === undefined) return undefined;
        yield* revision.increment();
        yield* record({
          action: "updated",
          object: typeObject(type),
          before: present && describeRow(present),
          after: describeRow(row),
        });
        return fromRow(row);
      });
    },

    delete(type) {
      const record = changes.recorder();
      return revision.change(function* deleteType() {
        const [removed] = yield* remove({ type });
        if (removed === undefined) return false;
        yield* revision.increment();
        yield* record({
          action: "deleted",
          object: typeObject(type),
          before: describeRow(removed),
        });
        return true;
      });
    },
  };
}

function typeObject(type: string): Change["object"] {
  return { type: "authorization_details_type", id: type };
}

function fromRow({ type, document, created_at, updated_at }: RowOf<typeof columns>): DetailsType {
  return { type, ...detailsTypeDocuments.read(type, document), created_at, updated_at };
}
