import type { Profile } from "../accounts.ts";
import type { PageRequest } from "../http/exchange.ts";
import type { PageContext } from "../page-context.ts";
import { noteFailedSignIn } from "../signing-in/failed-sign-in.ts";
import { familiarDevice } from "../signing-in/familiar-device.ts";

/** The result of a password check. */
export type Authentication =
  | { readonly kind: "authenticated"; readonly user: Profile }
  | { readonly kind: "must_change_password"; readonly user: Profile }
  | SignInError;

/** What the user must correct or wait for. */
export type SignInError =
  | {
      readonly kind:
        | "username_missing"
        | "password_missing"
        | "wrong_credentials"
        | "wrong_passkey";
    }
  | { readonly kind: "wait" | "busy" | "mails_paused"; readonly seconds: number };

/** Checks a password, unless the account, the address or the device is throttled. A failure is recorded. */
export async function authenticate(
  username: string,
  password: string,
  request: PageRequest,
  context: PageContext,
): Promise<Authentication> {
  const { accounts, throttle } = context;
  const { address } = request;
  if (username === "") return { kind: "username_missing" };
  if (password === "") return { kind: "password_missing" };

  const device = await familiarDevice({ username }, request, context);
  const failed = { who: { username }, method: "password" } as const;
  const { seconds, limit } = await throttle.attempt(username, address, device);
  if (seconds > 0) {
    noteFailedSignIn({ ...failed, reason: "throttled", throttle: limit }, request, context);
    return { kind: "wait", seconds };
  }

  const user = await accounts.authenticate(username, password, address);
  if (user === undefined) {
    noteFailedSignIn({ ...failed, reason: "wrong_credentials" }, request, context);
    return { kind: "wrong_credentials" };
  }
  if ("retry_after" in user) {
    noteFailedSignIn({ ...failed, reason: "busy" }, request, context);
    await throttle.withdraw(username, address, device);
    return { kind: "busy", seconds: user.retry_after };
  }
  await throttle.succeed(username, address, device);
  if ("must_change_password" in user)
    return { kind: "must_change_password", user: user.must_change_password };
  return { kind: "authenticated", user };
}
