import {
  type AccountClaims,
  accountStates,
  type JsonObject,
  normalizeUsername,
} from "@latchkey/api";
import {
  type Entry,
  type Replacing,
  type RowOf,
  type Script,
  type StoreTools,
  command,
  documents,
  documentText,
  endSessionsOf,
  entryColumns,
  insertValues,
  integer,
  listPage,
  names,
  nullable,
  oneOf,
  or,
  pick,
  query,
  replacing,
  table,
  text,
} from "@latchkey/server/feature/store";
import { changedFieldsOf } from "../rules/changed-fields.ts";
import { accountObject, factsOf } from "./account-changes.ts";
import { forgetDevicesOf } from "./account-devices.ts";
import type { Account, AccountState, Accounts } from "./port.ts";

export const account = table("account", {
  username: text,
  subject: text,
  password_hash: text,
  state: oneOf<AccountState>(...accountStates),
  profile: text,
  details: documentText,
  verified_email: nullable(text),
  created_at: integer,
});
export const account_email = table("account_email", { email: text, username: text });
export const account_search = table("account_search", entryColumns);

/** More than one statement reads, so that none keeps others waiting. */
const KINDS_PAGE = 2_000;
const NAMES_PAGE = 500;
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";

const { columns } = account;
const byKey = pick(columns, "username");
const insert = command({
  given: columns,
  sql: `insert into account ${insertValues(columns)} on conflict do nothing returning username`,
});
const byUsername = query({
  given: byKey,
  returns: columns,
  sql: `select ${names(columns)} from account where username = :username`,
});
const bySubject = query({
  given: pick(columns, "subject"),
  returns: columns,
  sql: `select ${names(columns)} from account where subject = :subject`,
});
const byName = query({
  given: { name: text },
  returns: columns,
  sql: `select ${names(columns)} from account
   where username = :name or username = (select username from account_email where email = :name)`,
});
const page = query({
  given: { limit: integer, offset: integer },
  returns: columns,
  sql: `select ${names(columns)} from account order by username limit :limit offset :offset`,
});
const count = query({ returns: { total: integer }, sql: "select count(*) as total from account" });
/** Concurrent changes of an account are made one after the other. */
const lock = query({
  given: byKey,
  returns: columns,
  sql: `update account set username = username where username = :username returning ${names(columns)}`,
});
const update = command({
  given: replacing(columns),
  sql: `update account set password_hash = :password_hash, state = :state, profile = :profile, details = :details,
     verified_email = :verified_email
   where username = :username and subject = :subject and created_at = :created_at`,
});
const updateHash = command({
  given: { username: text, hash: text, by: text },
  sql: `update account set password_hash = :by
   where username = :username and password_hash = :hash returning username`,
});
/** In ASCII alone, every form of a letter but the capital is the same. */
const unusual = query({
  given: { after: text, limit: integer },
  returns: byKey,
  sql: `select username from account
   where username > :after and (octet_length(username) <> length(username) or username <> lower(trim(username)))
   order by username limit :limit`,
});
const renamed = command({
  given: { username: text, to: text },
  sql: `update account set username = :to where username = :username
   and not exists (select 1 from account where username = :to) returning username`,
});
const releaseEmails = query({
  given: byKey,
  returns: account_email.columns,
  sql: "delete from account_email where username = :username returning email, username",
});
const removeEntry = command({
  given: byKey,
  sql: "delete from account_search where id = :username returning id",
});
/** What precedes the salt of a hash of another server; empty for one of this server. */
const KIND = `case when password_hash not like '$%' then ''
   when password_hash like '$2%' then substr(password_hash, 1, 7)
   else rtrim(rtrim(rtrim(password_hash, '${BASE64}'), '$'), '${BASE64}') end`;
const kindsOnPage = query({
  given: { after: text, limit: integer },
  returns: { kind: text, example: text, last: text, size: integer },
  sql: `select kind, min(password_hash) as example, max(max(username)) over () as last, count(*) as size
   from (select username, password_hash, ${KIND} as kind from account
     where username > :after order by username limit :limit) as one_page
   group by kind`,
});
const remove = query({
  given: byKey,
  returns: pick(columns, "subject", "state"),
  sql: "delete from account where username = :username returning subject, state",
});
const claimEmail = command({
  given: account_email.columns,
  sql: `insert into account_email ${insertValues(account_email.columns)} on conflict do nothing returning email`,
});
const releaseEmail = command({
  given: account_email.columns,
  sql: "delete from account_email where email = :email and username = :username",
});

/** Claims, whichever the operator chose: none is required. */
export const profileDocuments = documents<JsonObject>({
  table: "account",
  fields: {},
  foreign: true,
});

const detailDocuments = documents<Pick<Account, "groups" | "attributes">>({
  table: "account",
  fields: { groups: or([]), attributes: or({}) },
});

export function createAccounts({
  changes,
  database,
  indexes,
  onUnreadable: report,
  revision,
  suspensions,
}: StoreTools): Accounts {
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
    create: async <Reason extends string = never>(
      created: Account,
      also?: () => Script<Reason | undefined>,
    ) => {
      if (normalizeUsername(created.username) !== created.username)
        throw new TypeError("The username of a new account is not as it is looked up.");
      const record = changes.recorder();
      return database.write(function* create(): Script<
        "created" | "taken" | "email_taken" | Reason
      > {
        const { username, subject, state, verified_email: email } = created;
        if ((yield* insert(toRow(created))) === 0) return "taken";
        if (email !== undefined && (yield* claimEmail({ email, username })) === 0) {
          yield* remove({ username });
          return "email_taken";
        }
        yield* index.write(entryOf(created));
        const refused = also === undefined ? undefined : yield* also();
        if (refused !== undefined) {
          yield* remove({ username });
          return refused;
        }
        if (state === "disabled") yield* suspensions.suspend("subject", subject);
        const facts = { username };
        yield* record({
          action: "created",
          object: accountObject(subject),
          after: { state },
          facts,
        });
        return "created";
      });
    },

    async find(username) {
      const [row] = await database.read(() => byUsername({ username }));
      return row && fromRow(row);
    },

    async findSubject(subject) {
      const [row] = await database.read(() => bySubject({ subject }));
      return row && fromRow(row);
    },

    async findByName(name) {
      const rows = await database.read(() => byName({ name }));
      const row = rows.find(({ username }) => username === name) ?? rows[0];
      return row && fromRow(row);
    },

    list: (wanted) => database.read(() => listPage(page(wanted), count({}), fromRow, report)),

    search: (search, wanted) => index.list({ search }, wanted),

    async change<Reason extends string = never>(
      username: string,
      next: (present: Account) => Account,
      mayDisable?: (present: Account) => Script<Reason | undefined>,
    ) {
      const record = changes.recorder();
      let isRaised = false;
      function* change(): Script<Account | "email_taken" | Reason | undefined> {
        isRaised = false;
        const [row] = yield* lock({ username });
        if (row === undefined) return undefined;
        const present = fromRow(row);
        const changed = next(present);
        const [was, is] = [present, changed].map(({ state }) => state === "disabled");
        if (is && !was && mayDisable !== undefined) {
          const refused = yield* mayDisable(present);
          if (refused !== undefined) return refused;
        }
        if (!(yield* moveEmail(present, changed))) return "email_taken";
        yield* update(replaceRow(row, changed));
        yield* index.write(entryOf(changed));
        // Also one that was disabled by a version that did not end access with it.
        const isDisabled = is === true && (yield* suspensions.suspend("subject", changed.subject));
        const isEnabled = is !== true && was === true;
        if (isEnabled) yield* suspensions.resume("subject", changed.subject);
        isRaised = isDisabled || isEnabled;
        const isEnded = isDisabled || changed.password_hash !== present.password_hash;
        const ended = isEnded ? yield* endSessionsOf(changed.subject) : [];
        if (isEnded) yield* forgetDevicesOf(changed.subject);
        const fields = changedFieldsOf(present, changed);
        if (fields.length > 0 || isDisabled)
          yield* record({
            action:
              fields.length > 0 && fields.every((field) => field === "password")
                ? "password_set"
                : "updated",
            object: accountObject(changed.subject),
            before: { state: present.state },
            after: { state: changed.state, changed: fields },
            facts: { ...factsOf(present, changed, ended), ends_access: isDisabled },
          });
        return changed;
      }
      try {
        return await database.write(change);
      } finally {
        if (isRaised) revision.noteChange();
      }
    },

    async beginDeletion(username) {
      const record = changes.recorder();
      await database.write(function* begin() {
        const [row] = yield* lock({ username });
        if (row === undefined) return;
        const present = fromRow(row);
        const disabled: Account = { ...present, state: "disabled" };
        yield* update(replaceRow(row, disabled));
        const ended = yield* endSessionsOf(present.subject);
        yield* forgetDevicesOf(present.subject);
        yield* record({
          action: "deletion_started",
          object: accountObject(present.subject),
          before: { state: present.state },
          after: { state: disabled.state, changed: changedFieldsOf(present, disabled) },
          facts: factsOf(present, disabled, ended),
        });
      });
    },

    async misnamed() {
      const found: string[] = [];
      let [after, isLast] = ["", false];
      while (!isLast) {
        const given = { after, limit: NAMES_PAGE };
        const rows = await database.read(() => unusual(given));
        for (const { username } of rows)
          if (normalizeUsername(username) !== username) found.push(username);
        after = rows.at(-1)?.username ?? after;
        isLast = rows.length < NAMES_PAGE;
      }
      return found;
    },

    rename(username, to) {
      const record = changes.recorder();
      return database.write(function* rename(): Script<"renamed" | "taken" | "gone"> {
        const [row] = yield* lock({ username });
        if (row === undefined) return "gone";
        // What refers to the username goes first, and comes back with the other one.
        const addresses = yield* releaseEmails({ username });
        yield* removeEntry({ username });
        const isFree = (yield* renamed({ username, to })) > 0;
        const present = fromRow(row);
        const named = isFree ? { ...present, username: to } : present;
        for (const { email } of addresses) yield* claimEmail({ email, username: named.username });
        yield* index.write(entryOf(named));
        if (!isFree) return "taken";
        const after = { state: present.state, changed: ["username"] };
        const facts = factsOf(named, named, []);
        const object = accountObject(present.subject);
        yield* record({
          action: "updated",
          object,
          before: { state: present.state },
          after,
          facts,
        });
        return "renamed";
      });
    },

    async hashKinds() {
      const examples = new Map<string, string>();
      let [after, isLast] = ["", false];
      while (!isLast) {
        const given = { after, limit: KINDS_PAGE };
        const kinds = await database.read(() => kindsOnPage(given));
        for (const { kind, example, last } of kinds) {
          if (kind !== "") examples.set(kind, example);
          after = last;
        }
        isLast = kinds.reduce((sum, { size }) => sum + size, 0) < KINDS_PAGE;
      }
      return [...examples.values()];
    },

    async replaceHash(username, hash, by) {
      return (await database.write(() => updateHash({ username, hash, by }))) > 0;
    },

    delete(username) {
      const record = changes.recorder();
      return database.write(function* deleteAccount() {
        const [removed] = yield* remove({ username });
        if (removed === undefined) return false;
        const { subject, state } = removed;
        yield* suspensions.resume("subject", subject);
        const facts = { username };
        yield* record({
          action: "deleted",
          object: accountObject(subject),
          before: { state },
          facts,
        });
        return true;
      });
    },
  };
}

/** False when another account has the address, and then nothing is written. */
function* moveEmail({ username, verified_email }: Account, to: Account): Script<boolean> {
  const email = to.verified_email;
  if (email === verified_email) return true;
  if (email !== undefined && (yield* claimEmail({ email, username })) === 0) return false;
  if (verified_email !== undefined) yield* releaseEmail({ email: verified_email, username });
  return true;
}

/** What an account is found by: written again whenever the profile changes. */
function entryOf({ username, subject, profile }: Account): Entry {
  const claims = [profile.name, profile.email].filter((claim) => typeof claim === "string");
  return { id: username, words: [username, subject, ...claims], filters: {} };
}

type AccountRow = RowOf<typeof columns>;

function toRow({ groups, attributes, profile, ...rest }: Account): AccountRow {
  const details = detailDocuments.write({ groups, attributes });
  return { ...rest, profile: profileDocuments.write({ ...profile }), details };
}

/** The row of an account in the place of another. */
function replaceRow(before: AccountRow, changed: Account): RowOf<Replacing<typeof columns>> {
  const { groups, attributes } = changed;
  const details = detailDocuments.replace(before.details, { groups, attributes });
  return { ...toRow(changed), details };
}

function fromRow({ details, profile, ...row }: AccountRow): Account {
  const claims: AccountClaims = profileDocuments.read(row.username, profile);
  return { ...row, profile: claims, ...detailDocuments.read(row.username, details) };
}
