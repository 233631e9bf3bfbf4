import type { PageRequest } from "../http/exchange.ts";
import { signState } from "../http/signed-state.ts";
import type { PageContext } from "../page-context.ts";
import { SIGNED_OUT } from "./signed-out-state.ts";

/** Seconds in which a user returns from the logout at a provider. */
const VALID_FOR = 10 * 60;

/**
 * Where a user who signs out goes: to the provider first, if the session began there and its record says so. The session here ends
 * before, so that it is over even if the provider does not send the user back.
 */
export async function passLogoutOn(
  redirect_to: string,
  { subject, session_id }: Pick<PageRequest, "subject" | "session_id">,
  context: PageContext,
): Promise<string> {
  const services = context.account_services;
  if (services?.federation === undefined || subject === undefined || session_id === undefined)
    return redirect_to;
  const state = signState(SIGNED_OUT, { redirect_to }, services.now() + VALID_FOR, context);
  const url = await services.federation.signOutUrl(subject, session_id, state);
  if (url === undefined) return redirect_to;
  await services.sessions.end(subject, session_id);
  return url;
}
