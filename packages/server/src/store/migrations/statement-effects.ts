/**
 * What the statements of migrations do to the tables that they find: derived from their text, of which few forms are known. A
 * statement of another form is undefined here, and no migration may have one: `additive.test.ts`.
 */

/** A lock that a statement takes on a table, in the words of PostgreSQL, and which statements of servers wait for it. */
export interface TableLock {
  readonly table: string;
  readonly mode:
    | "access exclusive"
    | "share row exclusive"
    | "share"
    | "share update exclusive"
    | "row exclusive";
  readonly blocks: Blocked;
}

type Blocked = "reads and writes" | "writes" | "changes of its rows" | "nothing";

/** What a statement does. */
export interface StatementEffect {
  readonly does:
    | "create table"
    | "create index"
    | "add column"
    | "insert row"
    | "update rows"
    | "set storage";
  readonly table: string;
  /** On tables that were there before the migration. All are held until its end. */
  readonly locks: readonly TableLock[];
  /** Whether it takes longer with every row of the table. */
  readonly reads_rows: boolean;
  /** Whether it can fail because of existing rows, or because of what servers of the version before write. */
  readonly restricts_rows: boolean;
}

/** The effects of the statements of a migration, in their order; undefined for those of unknown form. */
export function effectsOf(statements: readonly string[]): readonly (StatementEffect | undefined)[] {
  const created = new Set<string>();
  return statements.map((sql) => {
    const effect = effectOf(sql.replaceAll(/\s+/g, " ").trim());
    if (effect === undefined) return undefined;
    const isNew = created.has(effect.table);
    if (effect.does === "create table") created.add(effect.table);
    return {
      ...effect,
      locks: effect.locks.filter(({ table }) => !created.has(table)),
      reads_rows: effect.reads_rows && !isNew,
      restricts_rows: effect.restricts_rows && !isNew,
    };
  });
}

/** The forms of statements that migrations may have. */
const forms: readonly [RegExp, (...groups: string[]) => StatementEffect][] = [
  [
    /^create table (\w+) \((.*)\)(?: without rowid)?$/,
    (table, definition) => ({
      does: "create table",
      table,
      // A foreign key adds a trigger to the table that it references.
      locks: [...definition.matchAll(/\breferences (\w+)/g)].map(([, referenced = ""]) => ({
        table: referenced,
        mode: "share row exclusive",
        blocks: "writes",
      })),
      reads_rows: false,
      restricts_rows: false,
    }),
  ],
  [
    /^create (unique |)index \w+ on (\w+) \(.*\)(?: where .*)?$/,
    (unique, table) => ({
      does: "create index",
      table,
      locks: [{ table, mode: "share", blocks: "writes" }],
      reads_rows: true,
      restricts_rows: unique !== "",
    }),
  ],
  [
    // Null, or a constant: both databases keep it in their catalogue and leave the rows as they are.
    /^alter table (\w+) add column \w+ (?:text|bigint|bytea|blob)(?: null|(?: not null)? default (?:-?\d+|'[^']*')(?: not null)?)?$/,
    (table) => ({
      does: "add column",
      table,
      locks: [{ table, mode: "access exclusive", blocks: "reads and writes" }],
      reads_rows: false,
      restricts_rows: false,
    }),
  ],
  [
    /^insert into (\w+) \([^()]*\) values \([^()]*\)$/,
    (table) => ({
      does: "insert row",
      table,
      locks: [],
      reads_rows: false,
      restricts_rows: false,
    }),
  ],
  [
    // Another column of the row, or a constant.
    /^update (\w+) set \w+ = (?:\w+|-?\d+|'[^']*')$/,
    (table) => ({
      does: "update rows",
      table,
      locks: [{ table, mode: "row exclusive", blocks: "changes of its rows" }],
      reads_rows: true,
      restricts_rows: false,
    }),
  ],
  [
    /^alter table (\w+) set \([^()]*\)$/,
    (table) => ({
      does: "set storage",
      table,
      locks: [{ table, mode: "share update exclusive", blocks: "nothing" }],
      reads_rows: false,
      restricts_rows: false,
    }),
  ],
];

function effectOf(sql: string): StatementEffect | undefined {
  for (const [form, describe] of forms) {
    const match = form.exec(sql);
    if (match !== null) return describe(...match.slice(1));
  }
  return undefined;
}
