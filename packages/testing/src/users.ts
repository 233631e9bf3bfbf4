import type { AccountClaims } from "@latchkey/api";
import type { Server } from "@latchkey/server/testing";

/** A user with an account of the built-in sign-in pages. */
export interface TestUser {
  /** For the login page. */
  readonly username: string;
  /** For the login page. */
  readonly password: string;
  /** The `sub` of the user's tokens. */
  readonly subject: string;
  /** What ID tokens and userinfo responses say about the user. */
  readonly claims: AccountClaims;
}

/** What is generated when it is left out. */
export type NewTestUser = Partial<Omit<TestUser, "subject">>;

const PASSWORD = "correct horse battery staple";

/** Creates an account. `number` counts the users of a server and makes their usernames distinct. */
export async function createTestUser(
  { latchkey }: Pick<Server, "latchkey">,
  number: number,
  { username = `user-${number}`, password = PASSWORD, claims = {} }: NewTestUser = {},
): Promise<TestUser> {
  const account = await latchkey.createAccount({ body: { username, password, claims } });
  return { username: account.username, password, subject: account.subject, claims };
}
