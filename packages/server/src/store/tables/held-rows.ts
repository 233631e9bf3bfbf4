import { type Column, type Columns, integer, pick, type Table } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { names } from "../database/sql.ts";
import { command, query, type Script } from "../database/statement.ts";
import type { EndableKind } from "../../oauth/ending.ts";
import type { Ending, Holding } from "../holdings.ts";

/** Where the rows of a table say what they belong to. */
interface HeldRows<C extends Columns> {
  /** As the admin API counts them. */
  readonly kind: string;
  readonly table: Table<C>;
  /** The column by which its rows are found, one by one and in order. */
  readonly key: keyof C & string;
  /** Its type as text. */
  readonly key_type: Column<string>;
  /** The column with the time of the request, in unix seconds. */
  readonly requested: keyof C & string;
  /** The column that names the holder, for each kind of holder. It holds one name, or a list of them. */
  readonly by: { readonly [Kind in EndableKind]?: keyof C & string };
  /** The kinds whose column has an index. For the others the table is read from its beginning to its end, in batches. */
  readonly indexed: readonly EndableKind[];
}

/** Removes the rows of a table that belong to something. */
export function heldRows<C extends Columns>(
  { kind, table, key, key_type, requested, by, indexed }: HeldRows<C>,
  database: Database,
): Holding {
  const all: Columns = table.columns;
  const byKey: Columns = { [key]: key_type };
  const columns: Columns = { ...pick(all, requested, ...Object.values(by)), ...byKey };
  const from = `select ${names(columns)} from ${table.name} where`;
  // Not named as the key, which can name the holder, too.
  const page: Columns = { position: key_type, limit: integer };
  const inOrder = `${key} > :position order by ${key} limit :limit`;
  const walk = query({ given: page, returns: columns, sql: `${from} ${inOrder}` });
  const found = new Map(
    indexed.map((by_index) => {
      const column = by[by_index] ?? key;
      const given: Columns = { ...page, ...pick(all, column) };
      const sql = `${from} ${column} = :${column} and ${inOrder}`;
      return [by_index, { column, select: query({ given, returns: columns, sql }) }];
    }),
  );
  const remove = command({
    given: byKey,
    sql: `delete from ${table.name} where ${key} = :${key} returning ${key}`,
  });

  const select = (ending: Ending, position: string, most: number) => {
    const index = found.get(ending.kind);
    const given = { position, limit: most };
    return index === undefined
      ? walk(given)
      : index.select({ ...given, [index.column]: ending.name });
  };

  return {
    kind,
    covers: (ending) => by[ending.kind] !== undefined,
    next(ending, { after: position, limit: most, dry_run }) {
      const column = by[ending.kind] ?? key;
      const belongs = (row: Readonly<Record<string, unknown>>): boolean => {
        const { [column]: holder, [requested]: at } = row;
        const isHeld = Array.isArray(holder)
          ? holder.includes(ending.name)
          : holder === ending.name;
        return isHeld && Number(at) < ending.before;
      };
      function* batch(): Script<{ count: number; next: string | undefined }> {
        const rows = yield* select(ending, position, most);
        const held = rows.filter(belongs);
        let count = 0;
        for (const row of held) count += dry_run ? 1 : yield* remove({ [key]: row[key] });
        const last = rows.at(-1)?.[key];
        return { count, next: rows.length < most ? undefined : String(last) };
      }
      return dry_run ? database.read(batch) : database.write(batch);
    },
  };
}
