import { type AccountEventKind, accountEventKinds } from "@latchkey/api";
import {
  type Database,
  type Listing,
  type Page,
  type ReportUnreadable,
  type RowOf,
  type Script,
  command,
  documents,
  flag,
  integer,
  listPage,
  names,
  nullable,
  optional,
  or,
  pick,
  query,
  table,
  text,
} from "@latchkey/server/feature/store";
import {
  type AccountEvent,
  type AccountEventDetails,
  MAX_FAILURES,
  MAX_OTHERS,
  MAX_SUPPORT,
  MAX_USES,
} from "./event.ts";

/**
 * What happened to accounts: at most `MAX_FAILURES` failed sign-ins, `MAX_USES` uses of kept tokens, `MAX_SUPPORT` of support
 * access and `MAX_OTHERS` other events of each.
 */
export interface AccountEvents {
  /**
   * Adds an event, and removes the oldest of its account that are too many. Of an id that is there, the counts are added up.
   * Nothing is written where there is no such account.
   */
  add(event: AccountEvent): Promise<void>;
  /** The latest first. */
  list(subject: string, page: Page, now: number): Promise<Listing<AccountEvent>>;
  /** Returns how many there were. */
  removeAll(subject: string): Promise<number>;
}

export const account_event = table("account_event", {
  event_id: text,
  subject: text,
  kind: text,
  at: integer,
  count: integer,
  by_administrator: flag,
  device: text,
  address: nullable(text),
  details: text,
  expires_at: integer,
});

const { columns } = account_event;
const bySubject = pick(columns, "subject");
const values = Object.keys(columns).map((name) => `:${name}`);
const insert = command({
  given: columns,
  sql: `insert into account_event (${names(columns)})
   select ${values.join(", ")} where exists (select 1 from account where subject = :subject)
   on conflict (event_id, subject) do update set count = account_event.count + excluded.count, at = excluded.at,
     expires_at = excluded.expires_at
   returning event_id`,
});
const pruneFailures = prune("kind = 'sign_in_failed'", MAX_FAILURES);
const pruneUses = prune("kind = 'kept_token_used'", MAX_USES);
const pruneSupport = prune("kind = 'support_access'", MAX_SUPPORT);
const pruneOthers = prune(
  "kind not in ('sign_in_failed', 'kept_token_used', 'support_access')",
  MAX_OTHERS,
);
/** Kinds of a later version are left out, while both run. */
const KNOWN = `kind in (${accountEventKinds.map((kind) => `'${kind}'`).join(", ")})`;
const shown = `subject = :subject and expires_at > :now and ${KNOWN}`;
const page = query({
  given: { ...bySubject, now: integer, limit: integer, offset: integer },
  returns: columns,
  sql: `select ${names(columns)} from account_event where ${shown}
   order by at desc, event_id desc limit :limit offset :offset`,
});
const count = query({
  given: { ...bySubject, now: integer },
  returns: { total: integer },
  sql: `select count(*) as total from account_event where ${shown}`,
});
const removeOfSubject = command({
  given: bySubject,
  sql: "delete from account_event where subject = :subject returning event_id",
});

/** Removes all of an account but the latest: nothing where there are fewer. */
function prune(which: string, most: number) {
  return command({
    given: bySubject,
    sql: `delete from account_event where subject = :subject and ${which} and (at, event_id) < (
       select at, event_id from account_event where subject = :subject and ${which}
       order by at desc, event_id desc limit 1 offset ${most - 1}
     )`,
  });
}

const detailDocuments = documents<AccountEventDetails>({
  table: "account_event",
  fields: {
    amr: or([]),
    factor: optional("text"),
    name: optional("text"),
    client_id: optional("text"),
    provider: optional("text"),
    actor: optional("text"),
    reason: optional("text"),
    fields: or([]),
  },
});

/** Adds an event; part of a script. */
export function* addEvent(event: AccountEvent): Script<void> {
  if ((yield* insert(toRow(event))) === 0) return;
  const { subject } = event;
  if (event.kind === "sign_in_failed") yield* pruneFailures({ subject });
  else if (event.kind === "kept_token_used") yield* pruneUses({ subject });
  else if (event.kind === "support_access") yield* pruneSupport({ subject });
  else yield* pruneOthers({ subject });
}

export function createAccountEvents(database: Database, report: ReportUnreadable): AccountEvents {
  return {
    async add(event) {
      await database.write(() => addEvent(event));
    },

    list: (subject, wanted, now) =>
      database.read(() =>
        listPage(page({ subject, now, ...wanted }), count({ subject, now }), fromRow, report),
      ),

    removeAll: (subject) => database.write(() => removeOfSubject({ subject })),
  };
}

function toRow(event: AccountEvent): RowOf<typeof columns> {
  const { amr, factor, name, client_id, provider, actor, reason, fields, ...row } = event;
  const written = { amr, factor, name, client_id, provider, actor, reason, fields };
  return { ...row, details: detailDocuments.write(written) };
}

function fromRow({ details, kind, ...row }: RowOf<typeof columns>): AccountEvent {
  if (!isKnown(kind)) throw new Error("The query leaves other kinds out.");
  const read = detailDocuments.read(row.event_id, details);
  const { amr, factor, name, client_id, provider, actor, reason, fields } = read;
  return { ...row, kind, amr, factor, name, client_id, provider, actor, reason, fields };
}

function isKnown(kind: string): kind is AccountEventKind {
  const known: readonly string[] = accountEventKinds;
  return known.includes(kind);
}
