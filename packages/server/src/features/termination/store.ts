import { integer, id, oneOf, optional, pick, table, text } from "../../store/database/columns.ts";
import { names } from "../../store/database/sql.ts";
import { command, query, type Script } from "../../store/database/statement.ts";
import type { EndableKind } from "../../oauth/ending.ts";
import type { Change, ChangeListener } from "../../store/changes.ts";
import { documents, required } from "../../store/port/documents.ts";
import type { StoreTools } from "../../store/store-tools.ts";
import type { Column } from "../../store/database/columns.ts";
import type { Ended } from "./rules/ended-index.ts";
import type { EndedGrant } from "./rules/ended-list.ts";

/**
 * Every server knows of an ending within a second. What it still issues until then belongs to what is ended, so that nothing slips
 * in between, and nothing that is issued later is refused: times in tokens are whole seconds.
 */
export const KNOWN_AFTER = 2;

/** How far the rows of an ending are removed. */
export interface Work {
  /** The second pass finds what was stored while servers did not know of the ending yet. */
  readonly pass: "first" | "second";
  /** The kind of rows, and the position in them. */
  readonly kind: string;
  readonly after: string;
}

type Counts = Readonly<Record<string, number>>;

const workDocuments = documents<Work>({
  table: "termination",
  fields: { pass: required("text"), kind: required("text"), after: required("text") },
});
const work: Column<Work> = {
  type: "text",
  write: (value) => workDocuments.write(value),
  read: (value) => workDocuments.read("an ending", text.read(value)),
};

const countDocuments = documents<Counts>({ table: "termination", fields: {}, foreign: true });
const counts: Column<Counts> = {
  type: "text",
  write: (value) => countDocuments.write(value),
  read: (value) => countDocuments.read("an ending", text.read(value)),
};

export const termination = table("termination", {
  kind: oneOf<EndableKind>("subject", "session", "client", "grant", "audience"),
  name: text,
  subject: optional(text),
  ended_before: integer,
  counts,
  work: optional(work),
  expires_at: integer,
});

export const ended_grant = table("ended_grant", {
  grant_id: id,
  ended_at: integer,
  expires_at: integer,
});

const { columns } = termination;
const begin = command({
  given: columns,
  sql: `insert into termination (${names(columns)})
   values (:kind, :name, :subject, :ended_before, :counts, :work, :expires_at)
   on conflict (kind, name) do update set subject = coalesce(excluded.subject, termination.subject),
     ended_before = case when termination.ended_before > excluded.ended_before
       then termination.ended_before else excluded.ended_before end,
     counts = excluded.counts, work = excluded.work,
     expires_at = case when termination.expires_at > excluded.expires_at
       then termination.expires_at else excluded.expires_at end`,
});
const endedColumns = pick(columns, "kind", "name", "ended_before", "expires_at");
const since = query({
  given: { since: integer, limit: integer, offset: integer },
  returns: endedColumns,
  sql: `select ${names(endedColumns)} from termination where ended_before >= :since
   order by ended_before, kind, name limit :limit offset :offset`,
});
const unfinished = query({
  returns: columns,
  sql: `select ${names(columns)} from termination where work is not null order by ended_before limit 100`,
});
const advance = command({
  given: pick(columns, "kind", "name", "ended_before", "counts", "work"),
  sql: `update termination set counts = :counts, work = :work
   where kind = :kind and name = :name and ended_before = :ended_before and work is not null returning name`,
});
const addGrant = command({
  given: ended_grant.columns,
  sql: `insert into ended_grant (${names(ended_grant.columns)}) values (:grant_id, :ended_at, :expires_at)
   on conflict (grant_id) do nothing`,
});
const grantsSince = query({
  given: { since: integer, limit: integer, offset: integer },
  returns: ended_grant.columns,
  sql: `select ${names(ended_grant.columns)} from ended_grant where ended_at >= :since
   order by ended_at, grant_id limit :limit offset :offset`,
});
const lasting = query({
  returns: { longest: optional(integer) },
  sql: "select max(longest_lifespan) as longest from json_web_key",
});
const ofHolder = query({
  given: pick(columns, "kind", "name"),
  returns: columns,
  sql: `select ${names(columns)} from termination where kind = :kind and name = :name`,
});
const lastToken = query({
  returns: { expires_at: optional(integer) },
  sql: "select expires_at from access_token order by signature desc limit 1",
});

/** An ending, with what is known of its rows. */
export interface StoredEnding extends Ended {
  readonly subject?: string | undefined;
  readonly counts: Counts;
  readonly work: Work | undefined;
}

/** What a holder has when it is ended, as far as it was counted. */
export interface Held {
  readonly counts: Counts;
  readonly complete: boolean;
}

/** A grant in the list, until no JWT of it can be valid. */
export interface ListedGrant extends EndedGrant {
  readonly expires_at: number;
}

export interface Terminations {
  /** From now on it is ended, as the audit says with what was counted before. Repeating it begins the work again. */
  begin(ending: StoredEnding, held: Held): Promise<void>;
  /** The ending of a holder, for as long as it is kept. */
  find(kind: EndableKind, name: string): Promise<StoredEnding | undefined>;
  /** Those of this time and later. */
  since(at: number): Promise<readonly Ended[]>;
  /** Those whose rows are not removed yet, up to 100. */
  unfinished(): Promise<readonly StoredEnding[]>;
  /** Records how far the work has come. False when it began again meanwhile, or is done. */
  advance(ending: StoredEnding): Promise<boolean>;
  /** The grants that were listed at this time or later. */
  grantsSince(at: number): Promise<readonly ListedGrant[]>;
  /** Part of the script that revokes or removes a grant. */
  addGrant(grant: ListedGrant): Script<unknown>;
  /** Unix seconds: when the last access token expires that has a row. */
  lastTokenEnd(): Promise<number>;
}

const PAGE = 5_000;

/** What audits call the kinds of holders. */
const objectTypes: Readonly<Record<EndableKind, string>> = {
  subject: "account",
  session: "login_session",
  client: "client",
  grant: "grant",
  audience: "audience",
};

/** Seconds for which such an ending is kept at least: longer than flows, codes and tokens live that have rows, and as a record. */
const KEPT = 365 * 86_400;

/**
 * Ends what the user of an account held, in the transaction that disables it; and all of a client or an API that is deleted while it
 * is disabled, since it is not refused for that any more. That transaction has raised the revision. A job removes the rows.
 */
export const endWithChange: ChangeListener = function* endWith(change, _cause, at_ms) {
  const ended = endedBy(change);
  if (ended === undefined) return;
  const ended_before = Math.floor(at_ms / 1000) + KNOWN_AFTER;
  const [keys] = yield* lasting({});
  yield* begin({
    ...ended,
    subject: undefined,
    ended_before,
    work: { pass: "first", kind: "", after: "" },
    expires_at: ended_before + (keys?.longest ?? 0) + KEPT,
  });
};

/** What a change ends, with what it has removed itself. */
function endedBy({
  action,
  object: { type, id: name },
  before,
  facts,
}: Change): Pick<StoredEnding, "kind" | "name" | "counts"> | undefined {
  if (type === "account") {
    const { ends_access, ended_sessions }: { ends_access?: unknown; ended_sessions?: unknown } =
      facts ?? {};
    if (ends_access !== true) return undefined;
    const login_sessions = Array.isArray(ended_sessions) ? ended_sessions.length : 0;
    return { kind: "subject", name, counts: { login_sessions } };
  }
  if (action !== "deleted") return undefined;
  const { enabled, identifier }: { enabled?: unknown; identifier?: unknown } = before ?? {};
  if (enabled !== false) return undefined;
  if (type === "client") return { kind: "client", name, counts: {} };
  return type === "api" && typeof identifier === "string"
    ? { kind: "audience", name: identifier, counts: {} }
    : undefined;
}

export function createTerminations({
  database,
  revision,
  changes,
}: Pick<StoreTools, "database" | "revision" | "changes">): Terminations {
  /** Pages keep their order: rows are added at the end. */
  async function all<Row>(read: (offset: number) => Promise<readonly Row[]>): Promise<Row[]> {
    const rows: Row[] = [];
    for (;;) {
      const found = await read(rows.length);
      rows.push(...found);
      if (found.length < PAGE) return rows;
    }
  }

  return {
    async begin(ending, { counts: ended, complete }) {
      const record = changes.recorder();
      await revision.change(function* beginEnding() {
        yield* begin({ subject: undefined, ...ending });
        yield* revision.increment();
        yield* record({
          action: "ended",
          object: { type: objectTypes[ending.kind], id: ending.name },
          after: { ended_before: ending.ended_before, ended, complete },
        });
      });
    },

    async find(kind, name) {
      const [row] = await database.read(() => ofHolder({ kind, name }));
      return row;
    },

    since: (at) => all((offset) => database.read(() => since({ since: at, limit: PAGE, offset }))),

    unfinished: () => database.read(() => unfinished({})),

    async advance(ending) {
      return (await database.write(() => advance(ending))) > 0;
    },

    grantsSince: (at) =>
      all((offset) => database.read(() => grantsSince({ since: at, limit: PAGE, offset }))),

    addGrant: (grant) => addGrant(grant),

    async lastTokenEnd() {
      const [row] = await database.read(() => lastToken({}));
      return row?.expires_at ?? 0;
    },
  };
}
