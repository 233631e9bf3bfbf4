import type { JsonObject } from "@latchkey/api";
import type { Database } from "../database/database.ts";
import { documents, readEach, type ReportUnreadable } from "../port/documents.ts";
import { statement } from "../database/script.ts";
import { createSearchIndex, type Entry } from "./search-index.ts";
import type { Account, Accounts } from "../port/store.ts";

type AccountRow = Omit<Account, "profile"> & { readonly profile: string };

const columns = "username, subject, password_hash, profile, created_at";
const insert = statement(
  `insert into account (${columns}) values ($1, $2, $3, $4, $5) on conflict do nothing returning username`,
);
const byUsername = statement<AccountRow>(`select ${columns} from account where username = $1`);
const bySubject = statement<AccountRow>(`select ${columns} from account where subject = $1`);
const page = statement<AccountRow>(
  `select ${columns} from account order by username limit $1 offset $2`,
);
const count = statement<{ total: number }>("select count(*) as total from account");
const update = statement<AccountRow>(
  `update account set password_hash = coalesce($2, password_hash), profile = coalesce($3, profile)
   where username = $1 returning ${columns}`,
);
const remove = statement("delete from account where username = $1 returning username");

/** Claims, whichever the operator gave: none of them is missing. */
export const profileDocuments = documents<JsonObject>({
  table: "account",
  fields: {},
  foreign: true,
});

export function createAccounts(database: Database, report: ReportUnreadable): Accounts {
  const index = createSearchIndex(database, {
    table: "account",
    key: "username",
    columns,
    index: "account_search",
    read: fromRow,
    entryOf,
    report,
  });

  return {
    create: (account) =>
      database.write(function* create() {
        const { username, subject, password_hash, profile, created_at } = account;
        const text = profileDocuments.write(profile);
        const rows = yield* insert(username, subject, password_hash, text, created_at);
        if (rows.length > 0) yield* index.write(entryOf(account));
        return rows.length > 0;
      }),

    async find(username) {
      return open((await database.read(() => byUsername(username)))[0]);
    },

    async findSubject(subject) {
      return open((await database.read(() => bySubject(subject)))[0]);
    },

    list: ({ limit, offset }) =>
      database.read(function* list() {
        const rows = yield* page(limit, offset);
        const [all] = yield* count();
        return { items: readEach(rows, fromRow, report), total: all?.total ?? 0 };
      }),

    search: (search, wanted) => index.list({ search }, wanted),

    change: (username, { password_hash = null, profile }) =>
      database.write(function* change() {
        const text = profile === undefined ? null : profileDocuments.write(profile);
        const changed = open((yield* update(username, password_hash, text))[0]);
        if (changed !== undefined) yield* index.write(entryOf(changed));
        return changed;
      }),

    async delete(username) {
      return (await database.write(() => remove(username))).length > 0;
    },
  };
}

/** What an account is found by. Whatever changes the profile writes this anew. */
function entryOf({ username, subject, profile }: Account): Entry {
  const claims = [profile["name"], profile["email"]];
  return {
    id: username,
    words: [username, subject, ...claims.filter((claim) => typeof claim === "string")],
  };
}

function open(row: AccountRow | undefined): Account | undefined {
  return row && fromRow(row);
}

function fromRow(row: AccountRow): Account {
  return { ...row, profile: profileDocuments.read(row.username, row.profile) };
}
