import type { Profile } from "./accounts.ts";
import type { Desk } from "./desk.ts";

/** What came of a username and a password. */
export type Authentication = { readonly kind: "person"; readonly person: Profile } | Mistake;

/** What the person can do better, or wait for. */
export type Mistake =
  | { readonly kind: "username_missing" | "password_missing" | "wrong_credentials" }
  | { readonly kind: "wait" | "busy"; readonly seconds: number };

/** Asks the accounts, unless somebody has asked too often. */
export async function authenticate(
  username: string,
  password: string,
  address: string | undefined,
  { accounts, throttle }: Desk,
): Promise<Authentication> {
  if (username === "") return { kind: "username_missing" };
  if (password === "") return { kind: "password_missing" };

  const seconds = await throttle.attempt(username, address);
  if (seconds > 0) return { kind: "wait", seconds };

  const person = await accounts.authenticate(username, password, address);
  if (person === undefined) return { kind: "wrong_credentials" };
  if ("retry_after" in person) {
    await throttle.withdraw(username, address);
    return { kind: "busy", seconds: person.retry_after };
  }
  await throttle.succeed(username, address);
  return { kind: "person", person };
}
