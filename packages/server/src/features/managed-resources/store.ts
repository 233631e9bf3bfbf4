import { integer, optional, pick, type RowOf, table, text } from "../../store/database/columns.ts";
import { createParameters, insertValues, names } from "../../store/database/sql.ts";
import { command, query, type Script } from "../../store/database/statement.ts";
import type { Listing, Page } from "../../store/port/page.ts";
import type { StoreTools } from "../../store/store-tools.ts";

export const managed_resource = table("managed_resource", {
  kind: text,
  id: text,
  owner: text,
  desired_digest: optional(text),
  applied_digest: optional(text),
  updated_at: integer,
});

const { columns } = managed_resource;
const byKey = pick(columns, "kind", "id", "owner");
const find = query({
  given: pick(columns, "kind", "id"),
  returns: columns,
  sql: `select ${names(columns)} from managed_resource where kind = :kind and id = :id`,
});
const label = query({
  given: columns,
  returns: columns,
  sql: `insert into managed_resource ${insertValues(columns)}
   on conflict (kind, id) do update set desired_digest = excluded.desired_digest,
     applied_digest = excluded.applied_digest, updated_at = excluded.updated_at
   where managed_resource.owner = excluded.owner
   returning ${names(columns)}`,
});
const remove = command({
  given: byKey,
  sql: "delete from managed_resource where kind = :kind and id = :id and owner = :owner returning id",
});

/** The label of a resource. */
export type ManagedResource = RowOf<typeof columns>;

export interface ManagedResources {
  /** By kind and id. */
  list(filter: ManagedResourceFilter, page: Page): Promise<Listing<ManagedResource>>;
  /** The label as it is then: that of another owner where it has one, and then nothing is written. */
  label(resource: ManagedResource): Promise<ManagedResource>;
  /** False when this owner has no such label. */
  release(key: RowOf<typeof byKey>): Promise<boolean>;
}

/** Which labels to list; what is undefined does not matter. */
interface ManagedResourceFilter {
  readonly owner?: string | undefined;
  readonly kind?: string | undefined;
}

export function createManagedResources({
  database,
  changes,
}: Pick<StoreTools, "database" | "changes">): ManagedResources {
  return {
    list: (filter, page) => database.read(() => list(filter, page)),

    label(resource) {
      const record = changes.recorder();
      return database.write(function* labelResource() {
        const [before] = yield* find(resource);
        const [after] = yield* label(resource);
        if (after === undefined) return before ?? (yield* find(resource))[0] ?? resource;
        if (before === undefined)
          yield* record({ action: "labelled", object: objectOf(resource), after: ownerOf(after) });
        return after;
      });
    },

    release(key) {
      const record = changes.recorder();
      return database.write(function* release() {
        if ((yield* remove(key)) === 0) return false;
        yield* record({ action: "released", object: objectOf(key), before: ownerOf(key) });
        return true;
      });
    },
  };
}

/** The history of a label is that of its resource. */
function objectOf({ kind, id }: Pick<ManagedResource, "kind" | "id">) {
  return { type: kind, id };
}

function ownerOf({ owner }: Pick<ManagedResource, "owner">): object {
  return { managed_by: owner };
}

function* list(
  { owner, kind }: ManagedResourceFilter,
  { limit, offset }: Page,
): Script<Listing<ManagedResource>> {
  const { add, parameters, given } = createParameters();
  const conditions = [
    ...(owner === undefined ? [] : [`owner = ${add(text, owner)}`]),
    ...(kind === undefined ? [] : [`kind = ${add(text, kind)}`]),
  ];
  const where = conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`;
  const items = yield* query({
    given: { ...parameters, limit: integer, offset: integer },
    returns: columns,
    sql: `select ${names(columns)} from managed_resource ${where}
      order by kind, id limit :limit offset :offset`,
  })({ ...given, limit, offset });
  const [all] = yield* query({
    given: parameters,
    returns: { total: integer },
    sql: `select count(*) as total from managed_resource ${where}`,
  })(given);
  return { items, total: all?.total ?? 0 };
}
