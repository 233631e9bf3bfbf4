import type { Browser } from "../support/browser.ts";
import { challengeOf } from "../support/flow.ts";
import type { TestServer } from "../support/server.ts";

/** A user logs out at this server and confirms it. */
export async function logOut({ latchkey }: TestServer, browser: Browser): Promise<Response> {
  const asked = await browser.go("http://public.test/oauth2/sessions/logout");
  const logout_challenge = challengeOf(asked, "logout");
  return browser.go((await latchkey.acceptLogoutRequest({ logout_challenge })).redirect_to);
}

/** Half a minute later, deliveries that failed are due again. */
export function makeDeliveriesDue({ clock, server }: TestServer): void {
  clock.now += 31;
  server.context.deliveries_due.notify();
}
