import {
  type Script,
  command,
  insertValues,
  integer,
  pick,
  query,
  table,
  text,
} from "@latchkey/server/feature/store";

/** What a user can sign in to an account with, without anything else. Authenticator apps are not among it. */
export interface WaysToSignIn {
  readonly has_password: boolean;
  readonly passkeys: number;
  readonly links: number;
}

/**
 * Accounts that have no password, with the hash that they were created with in place of one: no password matches it. An account
 * with another hash by now has a password.
 */
export const account_without_password = table("account_without_password", {
  subject: text,
  password_hash: text,
});

const { columns } = account_without_password;
const bySubject = pick(columns, "subject");
const insert = command({
  given: columns,
  sql: `insert into account_without_password ${insertValues(columns)}`,
});
const lockAccount = query({
  given: bySubject,
  returns: bySubject,
  sql: "update account set subject = subject where subject = :subject returning subject",
});
const select = query({
  given: bySubject,
  returns: { password_hash: text, placeholder: text, passkeys: integer, links: integer },
  sql: `select account.password_hash as password_hash,
     coalesce((select w.password_hash from account_without_password w where w.subject = account.subject), '') as placeholder,
     (select count(*) from account_factor f where f.subject = account.subject and f.kind = 'passkey') as passkeys,
     (select count(*) from linked_identity l where l.subject = account.subject) as links
   from account where account.subject = :subject`,
});

/** Notes, with the creation of an account, that no user knows its password. */
export function* markWithoutPassword({
  subject,
  password_hash,
}: {
  readonly subject: string;
  readonly password_hash: string;
}): Script<undefined> {
  yield* insert({ subject, password_hash });
  return undefined;
}

/** Undefined where there is no such account. */
export function* readWaysToSignIn(subject: string): Script<WaysToSignIn | undefined> {
  const [row] = yield* select({ subject });
  if (row === undefined) return undefined;
  const { password_hash, placeholder, passkeys, links } = row;
  return { has_password: password_hash !== placeholder, passkeys, links };
}

/** The same for a change of them: changes of an account are made one after the other, and none after its deletion. */
export function* lockWaysToSignIn(subject: string): Script<WaysToSignIn | undefined> {
  yield* lockAccount({ subject });
  return yield* readWaysToSignIn(subject);
}

/** Whether a passkey or a linked identity is all that the user can sign in with. */
export function isLastWay(ways: WaysToSignIn | undefined): boolean {
  return ways !== undefined && !ways.has_password && ways.passkeys + ways.links === 1;
}
