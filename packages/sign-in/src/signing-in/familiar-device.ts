import type { PageRequest } from "../http/exchange.ts";
import { readStateCookie, stateCookie } from "../http/state-cookie.ts";
import type { PageContext } from "../page-context.ts";

/** Seconds after a sign-in in which its device is known: 180 days. */
const FAMILIAR_FOR = 180 * 24 * 60 * 60;

/** Accounts of one device: more than a household has. */
const MAX_TOKENS = 5;

const NAME = "latchkey_device";

/** The tokens that this device has for accounts that signed in on it. They name no account. */
export function readDeviceTokens(request: PageRequest, context: PageContext): readonly string[] {
  const tokens = readStateCookie(NAME, request, context)?.["tokens"];
  if (!Array.isArray(tokens)) return [];
  return tokens.filter((token) => typeof token === "string").slice(0, MAX_TOKENS);
}

/** The name of this device to count failed sign-ins by, if the user signed in on it before. */
export async function familiarDevice(
  user: { readonly username: string } | { readonly subject: string },
  request: PageRequest,
  context: PageContext,
): Promise<string | undefined> {
  return context.account_services?.devices.recognize(user, readDeviceTokens(request, context));
}

/** Remembers that the user signed in on this device, and returns the cookie that says so. */
export async function rememberDevice(
  subject: string,
  request: PageRequest,
  context: PageContext,
): Promise<readonly string[]> {
  const { account_services: services } = context;
  if (services === undefined) return [];
  const known = readDeviceTokens(request, context);
  const token = await services.devices.remember(subject, known, FAMILIAR_FOR);
  const tokens = [token, ...known.filter((one) => one !== token)].slice(0, MAX_TOKENS);
  return [stateCookie(NAME, { tokens }, { lasts: FAMILIAR_FOR, persists: true }, context)];
}
