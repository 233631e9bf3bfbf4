import type { Profile } from "../accounts.ts";
import type { PageContext } from "../page-context.ts";

/** The result of a password check. */
export type Authentication =
  | { readonly kind: "authenticated"; readonly user: Profile }
  | SignInError;

/** What the user must correct or wait for. */
export type SignInError =
  | { readonly kind: "username_missing" | "password_missing" | "wrong_credentials" }
  | { readonly kind: "wait" | "busy"; readonly seconds: number };

/** Checks a password, unless the account or the address is throttled. */
export async function authenticate(
  username: string,
  password: string,
  address: string | undefined,
  { accounts, throttle }: PageContext,
): Promise<Authentication> {
  if (username === "") return { kind: "username_missing" };
  if (password === "") return { kind: "password_missing" };

  const seconds = await throttle.attempt(username, address);
  if (seconds > 0) return { kind: "wait", seconds };

  const user = await accounts.authenticate(username, password, address);
  if (user === undefined) return { kind: "wrong_credentials" };
  if ("retry_after" in user) {
    await throttle.withdraw(username, address);
    return { kind: "busy", seconds: user.retry_after };
  }
  await throttle.succeed(username, address);
  return { kind: "authenticated", user };
}
