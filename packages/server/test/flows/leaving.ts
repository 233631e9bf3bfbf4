import type { Browser } from "../support/browser.ts";
import { challengeOf } from "../support/flow.ts";
import type { TestServer } from "../support/server.ts";

/** A person on their own logs out, and means it. */
export async function logOut({ latchkey }: TestServer, browser: Browser): Promise<Response> {
  const asked = await browser.go("http://public.test/oauth2/sessions/logout");
  const logout_challenge = challengeOf(asked, "logout");
  return browser.go((await latchkey.acceptLogoutRequest({ logout_challenge })).redirect_to);
}

/** Half a minute later, whatever failed is due again. */
export function moveOn({ clock, server }: TestServer): void {
  clock.now += 31;
  server.context.deliveries_due.notify();
}
