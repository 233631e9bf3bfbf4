import { roles } from "@latchkey/api";
import {
  flag,
  integer,
  oneOf,
  optional,
  pick,
  type RowOf,
  table,
  text,
  words,
} from "../../../store/database/columns.ts";
import { insertValues, names } from "../../../store/database/sql.ts";
import { command, query, type Script } from "../../../store/database/statement.ts";
import type { Listing, Page } from "../../../store/port/page.ts";
import type { StoreTools } from "../../../store/store-tools.ts";
import {
  type ApiKeyRecord,
  describeOperator,
  isUnlimited,
  type OperatorRecord,
} from "../rules/records.ts";
import { keysCreatedBy, revokeKey } from "./api-keys.ts";
import { creatorColumns, fromCreatorRow, toCreatorRow } from "./creator.ts";
import { type Administrator, isLast, type LastCheck } from "./last-administrator.ts";

export const operator = table("operator", {
  subject: text,
  name: text,
  role: oneOf(...roles),
  workspaces: optional(words),
  acts_for_users: flag,
  ...creatorColumns,
  created_at: integer,
});

export const operator_session = table("operator_session", {
  token_hash: text,
  subject: text,
  /** Whether its token is in the cookie of the console, or sent by the command. Neither is accepted as the other. */
  use: oneOf("cookie", "bearer"),
  /** The login session that it ends with; undefined where that was not remembered. */
  sid: optional(text),
  created_at: integer,
  expires_at: integer,
});

export type OperatorSessionRecord = RowOf<typeof operator_session.columns>;

/** What may change of an operator. */
type OperatorChange = Omit<OperatorRecord, "created_by" | "created_at">;

/** Users with a role. */
export interface Operators {
  /** False when the user has one already. */
  add(record: OperatorRecord): Promise<boolean>;
  find(subject: string): Promise<CountedOperator | undefined>;
  /** By name. */
  list(page: Page): Promise<Listing<CountedOperator>>;
  /**
   * Replaces name and rights, and deletes the keys of the user that `exceeds` finds too much then. `last` where no
   * administrator would be left and one must be; then nothing is written.
   */
  update(
    next: OperatorChange,
    exceeds: (key: ApiKeyRecord) => boolean,
    check: LastCheck,
  ): Promise<OperatorRecord | "unknown" | "last">;
  /** Whether no administrator would be left if this user were disabled, and one must be; part of the script that does so. */
  isLastAdministrator(subject: string, check: LastCheck): Script<boolean>;
  /** Ends the sessions of the user too, and deletes the keys that they created, unless these are kept. */
  remove(
    subject: string,
    keep_api_keys: boolean,
    check: LastCheck,
  ): Promise<"removed" | "unknown" | "last">;
}

/** A user with a role, and how many keys they created. */
type CountedOperator = OperatorRecord & { readonly api_keys: number };

/** Sessions of users with a role. */
export interface OperatorSessions {
  create(session: OperatorSessionRecord): Promise<void>;
  /** The session and the role of its user now; undefined when it ended, expired, or the user has no role any more. */
  find(
    token_hash: string,
    now: number,
  ): Promise<{ session: OperatorSessionRecord; operator: OperatorRecord } | undefined>;
  end(token_hash: string): Promise<void>;
}

const users = operator.columns;
const counted = { ...users, api_keys: integer };
const selectCounted = `select ${names(users)}, (
  select count(*) from api_key where created_by_kind = 'account' and created_by_id = operator.subject
) as api_keys from operator`;
const insertOperator = command({
  given: users,
  sql: `insert into operator ${insertValues(users)} on conflict do nothing returning subject`,
});
const operatorBySubject = query({
  given: pick(users, "subject"),
  returns: counted,
  sql: `${selectCounted} where subject = :subject`,
});
const operatorPage = query({
  given: { limit: integer, offset: integer },
  returns: counted,
  sql: `${selectCounted} order by name, subject limit :limit offset :offset`,
});
const countOperators = query({
  returns: { total: integer },
  sql: "select count(*) as total from operator",
});
const setRole = command({
  given: pick(users, "subject", "name", "role", "workspaces", "acts_for_users"),
  sql: `update operator set name = :name, role = :role, workspaces = :workspaces, acts_for_users = :acts_for_users
   where subject = :subject`,
});
const removeOperator = command({
  given: pick(users, "subject"),
  sql: "delete from operator where subject = :subject",
});
const sessions = operator_session.columns;
const insertSession = command({
  given: sessions,
  sql: `insert into operator_session ${insertValues(sessions)}`,
});
const sessionByHash = query({
  given: { ...pick(sessions, "token_hash"), now: integer },
  returns: sessions,
  sql: `select ${names(sessions)} from operator_session where token_hash = :token_hash and expires_at > :now`,
});
const removeSession = command({
  given: pick(sessions, "token_hash"),
  sql: "delete from operator_session where token_hash = :token_hash",
});
const removeSessionsOf = command({
  given: pick(sessions, "subject"),
  sql: "delete from operator_session where subject = :subject",
});

export function createOperators({
  database,
  revision,
  changes,
  suspensions,
}: Pick<StoreTools, "database" | "revision" | "changes" | "suspensions">): Operators {
  return {
    add(added) {
      const record = changes.recorder();
      return database.write(function* add() {
        if ((yield* insertOperator(toOperatorRow(added))) === 0) return false;
        const { subject: id } = added;
        yield* record({
          action: "created",
          object: { type: "operator", id },
          after: describeOperator(added),
        });
        return true;
      });
    },

    async find(subject) {
      const [row] = await database.read(() => operatorBySubject({ subject }));
      return row && fromOperatorRow(row);
    },

    list: ({ limit, offset }) =>
      database.read(function* list() {
        const items = (yield* operatorPage({ limit, offset })).map(fromOperatorRow);
        const [all] = yield* countOperators({});
        return { items, total: all?.total ?? 0 };
      }),

    update(next, exceeds, check) {
      const record = changes.recorder();
      return revision.change(function* update() {
        // Serializes changes of roles and keys: of two administrators, only one can remove the other.
        yield* revision.increment();
        const [row] = yield* operatorBySubject({ subject: next.subject });
        if (row === undefined) return "unknown";
        const { api_keys: _, ...before } = fromOperatorRow(row);
        const after = { ...before, ...next };
        const isLess = isUnlimited(before) && !isUnlimited(after);
        const isOf = (one: Administrator): boolean => one.subject === next.subject;
        if (isLess && (yield* isLast(isOf, check, suspensions))) return "last";
        yield* setRole(next);
        for (const key of yield* keysCreatedBy(next.subject))
          if (exceeds(key)) yield* revokeKey(key, record);
        yield* record({
          action: "updated",
          object: { type: "operator", id: next.subject },
          before: describeOperator(before),
          after: describeOperator(after),
        });
        return after;
      });
    },

    *isLastAdministrator(subject, check) {
      // As above.
      yield* revision.increment();
      return yield* isLast((one) => one.subject === subject, check, suspensions);
    },

    remove(subject, keep_api_keys, check) {
      const record = changes.recorder();
      return revision.change(function* remove() {
        yield* revision.increment();
        const [row] = yield* operatorBySubject({ subject });
        if (row === undefined) return "unknown";
        const removed = fromOperatorRow(row);
        const isTaken = (one: Administrator): boolean =>
          one.subject === subject && !(keep_api_keys && one.kind === "api_key");
        if (isUnlimited(removed) && (yield* isLast(isTaken, check, suspensions))) return "last";
        yield* removeOperator({ subject });
        yield* removeSessionsOf({ subject });
        const theirs = keep_api_keys ? [] : yield* keysCreatedBy(subject);
        for (const key of theirs) yield* revokeKey(key, record);
        yield* record({
          action: "deleted",
          object: { type: "operator", id: subject },
          before: describeOperator(removed),
        });
        return "removed";
      });
    },
  };
}

export function createOperatorSessions({
  database,
  changes,
}: Pick<StoreTools, "database" | "changes">): OperatorSessions {
  return {
    async create(session) {
      const record = changes.recorder();
      await database.write(function* create() {
        yield* insertSession(session);
        yield* record({
          action: "signed_in",
          object: { type: "operator", id: session.subject },
          after: { use: session.use },
        });
      });
    },

    find: (token_hash, now) =>
      database.read(function* find() {
        const [session] = yield* sessionByHash({ token_hash, now });
        if (session === undefined) return undefined;
        const [row] = yield* operatorBySubject({ subject: session.subject });
        if (row === undefined) return undefined;
        const { api_keys: _, ...found } = fromOperatorRow(row);
        return { session, operator: found };
      }),

    async end(token_hash) {
      await database.write(() => removeSession({ token_hash }));
    },
  };
}

function toOperatorRow({ created_by, ...record }: OperatorRecord): RowOf<typeof users> {
  return { ...record, ...toCreatorRow(created_by) };
}

function fromOperatorRow(row: RowOf<typeof counted>): CountedOperator {
  const { created_by_kind, created_by_id, created_by_name, ...record } = row;
  return {
    ...record,
    created_by: fromCreatorRow({ created_by_kind, created_by_id, created_by_name }),
  };
}
