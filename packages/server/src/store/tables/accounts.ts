import type { JsonObject } from "@latchkey/api";
import { integer, optional, pick, type RowOf, table, text } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { insertValues, names } from "../database/sql.ts";
import { command, query } from "../database/statement.ts";
import { documents, type ReportUnreadable } from "../port/documents.ts";
import type { Account, Accounts } from "../port/account-store.ts";
import { listPage } from "./list-page.ts";
import { endSessionsOf } from "./login-sessions.ts";
import { account_search, type Entry } from "./search-index.ts";
import type { SearchIndexes } from "./search-indexes.ts";

export const account = table("account", {
  username: text,
  subject: text,
  password_hash: text,
  profile: text,
  created_at: integer,
});

const { columns } = account;
const by_key = pick(columns, "username");
const insert = command({
  given: columns,
  sql: `insert into account ${insertValues(columns)} on conflict do nothing returning username`,
});
const byUsername = query({
  given: by_key,
  returns: columns,
  sql: `select ${names(columns)} from account where username = :username`,
});
const bySubject = query({
  given: pick(columns, "subject"),
  returns: columns,
  sql: `select ${names(columns)} from account where subject = :subject`,
});
const page = query({
  given: { limit: integer, offset: integer },
  returns: columns,
  sql: `select ${names(columns)} from account order by username limit :limit offset :offset`,
});
const count = query({ returns: { total: integer }, sql: "select count(*) as total from account" });
const update = query({
  given: { username: text, password_hash: optional(text), profile: optional(text) },
  returns: columns,
  sql: `update account set password_hash = coalesce(:password_hash, password_hash), profile = coalesce(:profile, profile)
   where username = :username returning ${names(columns)}`,
});
const remove = command({
  given: by_key,
  sql: "delete from account where username = :username returning username",
});

/** Claims, whichever the operator chose: none is required. */
export const profileDocuments = documents<JsonObject>({
  table: "account",
  fields: {},
  foreign: true,
});

export function createAccounts(
  database: Database,
  indexes: SearchIndexes,
  report: ReportUnreadable,
): Accounts {
  const index = indexes.create({
    table: account.name,
    key: "username",
    columns,
    index: account_search,
    read: fromRow,
    entryOf,
    report,
  });

  return {
    create: (created) =>
      database.write(function* create() {
        const profile = profileDocuments.write(created.profile);
        const inserted = yield* insert({ ...created, profile });
        if (inserted > 0) yield* index.write(entryOf(created));
        return inserted > 0;
      }),

    async find(username) {
      const [row] = await database.read(() => byUsername({ username }));
      return row && fromRow(row);
    },

    async findSubject(subject) {
      const [row] = await database.read(() => bySubject({ subject }));
      return row && fromRow(row);
    },

    list: (wanted) => database.read(() => listPage(page(wanted), count({}), fromRow, report)),

    search: (search, wanted) => index.list({ search }, wanted),

    change: (username, { password_hash, profile }) =>
      database.write(function* change() {
        const document = profile && profileDocuments.write(profile);
        const [row] = yield* update({ username, password_hash, profile: document });
        const changed = row && fromRow(row);
        if (changed === undefined) return undefined;
        yield* index.write(entryOf(changed));
        if (password_hash !== undefined) yield* endSessionsOf(changed.subject);
        return changed;
      }),

    async delete(username) {
      return (await database.write(() => remove({ username }))) > 0;
    },
  };
}

/** What an account is found by: written again whenever the profile changes. */
function entryOf({ username, subject, profile }: Account): Entry {
  const claims = [profile["name"], profile["email"]].filter((claim) => typeof claim === "string");
  return { id: username, words: [username, subject, ...claims], filters: {} };
}

function fromRow(row: RowOf<typeof columns>): Account {
  return { ...row, profile: profileDocuments.read(row.username, row.profile) };
}
