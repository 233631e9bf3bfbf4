import {
  type Config,
  type MigrationPlan,
  type PlannedMigration,
  type PlannedStatement,
  planMigrations,
} from "@latchkey/server";
import type { Arguments } from "../arguments/command.ts";
import { features } from "../features.ts";
import { formatOf, showList, type View, write } from "../output/format.ts";
import type { ProcessIo } from "../process-io.ts";

/** Prints what the pending migrations will lock, and for how long. Nothing is changed. */
export async function showPlan(config: Config, args: Arguments, io: ProcessIo): Promise<void> {
  const plan = await planMigrations(config, { features });
  const format = formatOf(args);
  if (format !== "table") return write(plan, format, io);
  if (plan.migrations.length === 0) return io.out("The database is up to date.\n");
  showList({ items: plan.migrations.flatMap(linesOf), hint: hintOf(plan) }, { view }, args, io);
}

interface Line {
  readonly migration: string;
  readonly does: string;
  readonly table: string;
  readonly size: string;
  readonly lock: string;
  readonly blocks: string;
  readonly takes: string;
}

const view: View<Line> = {
  MIGRATION: ({ migration }) => migration,
  STATEMENT: ({ does }) => does,
  TABLE: ({ table }) => table,
  SIZE: ({ size }) => size,
  LOCK: ({ lock }) => lock,
  BLOCKS: ({ blocks }) => blocks,
  TAKES: ({ takes }) => takes,
};

/** Statements that only concern new tables share a line. */
function linesOf({ name, statements, fills_rows }: PlannedMigration): readonly Line[] {
  const lines = [
    ...lineOfNewTables(statements.filter(isOfNewTable)),
    ...statements.filter((statement) => !isOfNewTable(statement)).map(lineOf),
    ...(fills_rows ? [{ ...nothing, does: "compute values", takes: "unknown" }] : []),
  ];
  const shown = lines.length === 0 ? [{ ...nothing, does: "none" }] : lines;
  return shown.map((line, index) => ({ migration: index === 0 ? name : "", ...line }));
}

function lineOfNewTables(
  statements: readonly PlannedStatement[],
): readonly Omit<Line, "migration">[] {
  const [first] = statements;
  if (first === undefined) return [];
  const created = statements.filter(({ does }) => does === "create table");
  const [one] = created;
  if (one !== undefined && created.length === 1)
    return [{ ...lineOf(one), does: "create a table" }];
  const does = one === undefined ? "change new tables" : `create ${created.length} tables`;
  return [{ ...lineOf(first), does, table: "" }];
}

function isOfNewTable({ does, size, locks }: PlannedStatement): boolean {
  return does !== "unknown" && size === undefined && locks.every(({ table }) => table === "*");
}

const nothing = { does: "", table: "", size: "", lock: "none", blocks: "nothing", takes: "" };

function lineOf(statement: PlannedStatement): Omit<Line, "migration"> {
  const { does, table = "", size, locks, takes, seconds = 0 } = statement;
  const onOthers = locks.map((lock) =>
    lock.table === table || lock.table === "*" ? lock.mode : `${lock.mode} on ${lock.table}`,
  );
  return {
    does,
    table,
    size: size === undefined ? "" : describeSize(size),
    lock: onOthers.join(", ") || "none",
    blocks: [...new Set(locks.map(({ blocks }) => blocks))].join(", ") || "nothing",
    takes: takes === "by rows" ? (seconds === 0 ? "milliseconds" : `up to ${seconds} s`) : takes,
  };
}

function describeSize({ rows, bytes }: NonNullable<PlannedStatement["size"]>): string {
  const count = rows === 1 ? "1 row" : `${rows} rows`;
  return bytes === undefined ? count : `${count}, ${Math.ceil(bytes / 1024)} KiB`;
}

function hintOf({ database, lock_wait_ms, migrations }: MigrationPlan): string {
  const { length } = migrations;
  const wait =
    database === "postgres"
      ? ` A migration waits ${lock_wait_ms / 1000} s for a lock, then lets the servers go on and tries again.`
      : "";
  return `${length === 1 ? "1 migration is" : `${length} migrations are`} pending, each one transaction. Nothing was changed.${wait}
${describeServers(migrations)}`;
}

function describeServers(migrations: readonly PlannedMigration[]): string {
  if (migrations.some(({ servers }) => servers === "unknown"))
    return "A statement has a form that is not known here: stop all servers for the upgrade.";
  const needed = migrations.flatMap(({ needs }) => needs ?? []);
  if (needed.length === 0)
    return "Servers of the version before go on meanwhile, and may be replaced one at a time.";
  return `Servers that know ${needed.join(" and ")} go on meanwhile, and may be replaced one at a time. Older ones stop.`;
}
