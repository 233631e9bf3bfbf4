import type { SuspendableKind, Suspension } from "../../oauth/ending.ts";
import type { Database } from "../database/database.ts";
import { flag, integer, optional, pick, table, text } from "../database/columns.ts";
import { insertValues, names } from "../database/sql.ts";
import { command, query, type Script } from "../database/statement.ts";
import { incrementRevision } from "./revision.ts";

/** What is disabled: a row for each, which stays for a while after it was enabled again, so that every server reads that, too. */
export const suspension = table("suspension", {
  kind: text,
  /** The subject, the `client_id`, or the identifier of the API. */
  name: text,
  is_active: flag,
  /** Unix seconds, as is `expires_at`, which what ends by itself has, and what was enabled again. */
  changed_at: integer,
  expires_at: optional(integer),
});

/** Everything that is disabled. The scripts are parts of those that disable and enable the account, client or API itself. */
export interface Suspensions {
  /** False where it was disabled already. What ends by itself says when nothing of it is left: in unix seconds. */
  suspend(kind: SuspendableKind, name: string, until?: number): Script<boolean>;
  /** False where it was not disabled. */
  resume(kind: SuspendableKind, name: string): Script<boolean>;
  /** Either of them. */
  set(kind: SuspendableKind, name: string, is_suspended: boolean, until?: number): Script<boolean>;
  /** Whether it is disabled, as the transaction sees it. */
  holds(kind: SuspendableKind, name: string): Script<boolean>;
  /** Those that changed at this time or later. */
  since(at: number): Promise<readonly Suspension[]>;
}

/** Longer than any server goes without reading what changed. */
const KEPT_SECONDS = 86_400;
const PAGE = 5_000;

const { columns } = suspension;
const byKey = pick(columns, "kind", "name");
const returns = pick(columns, "kind", "name", "is_active", "changed_at");
const activate = command({
  given: columns,
  sql: `insert into suspension ${insertValues(columns)}
   on conflict (kind, name) do update set is_active = excluded.is_active,
     changed_at = excluded.changed_at, expires_at = excluded.expires_at
   where suspension.is_active = 0 returning name`,
});
const deactivate = command({
  given: { ...byKey, changed_at: integer, expires_at: integer },
  sql: `update suspension set is_active = 0, changed_at = :changed_at, expires_at = :expires_at
   where kind = :kind and name = :name and is_active = 1 returning name`,
});
const select = query({
  given: byKey,
  returns: pick(columns, "is_active"),
  sql: "select is_active from suspension where kind = :kind and name = :name",
});
const changed = query({
  given: { since: integer, limit: integer, offset: integer },
  returns,
  sql: `select ${names(returns)} from suspension where changed_at >= :since
   order by changed_at, kind, name limit :limit offset :offset`,
});

export function createSuspensions(database: Database, now: () => number): Suspensions {
  function* suspend(kind: SuspendableKind, name: string, until?: number): Script<boolean> {
    const row = { kind, name, is_active: true, changed_at: now(), expires_at: until };
    if ((yield* activate(row)) === 0) return false;
    yield* incrementRevision({});
    return true;
  }

  function* resume(kind: SuspendableKind, name: string): Script<boolean> {
    const at = now();
    const again = { kind, name, changed_at: at, expires_at: at + KEPT_SECONDS };
    if ((yield* deactivate(again)) === 0) return false;
    yield* incrementRevision({});
    return true;
  }

  return {
    suspend,
    resume,
    set: (kind, name, is_suspended, until) =>
      is_suspended ? suspend(kind, name, until) : resume(kind, name),

    *holds(kind, name) {
      const [row] = yield* select({ kind, name });
      return row?.is_active === true;
    },

    async since(at) {
      const rows: Suspension[] = [];
      for (;;) {
        const page = { since: at, limit: PAGE, offset: rows.length };
        const found = await database.read(() => changed(page));
        rows.push(...found);
        if (found.length < PAGE) return rows;
      }
    },
  };
}
