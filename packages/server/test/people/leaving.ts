import { setImmediate } from "node:timers/promises";
import { registerApp } from "../support/app.ts";
import { type Browser, openBrowser } from "../support/browser.ts";
import { challengeOf, signIn } from "../support/journey.ts";
import { startReceiver } from "../support/receiver.ts";
import type { TestServer } from "../support/server.ts";

/** A person on their own logs out, and means it. */
export async function logOut({ latchkey }: TestServer, browser: Browser): Promise<Response> {
  const asked = await browser.go("http://public.test/oauth2/sessions/logout");
  const logout_challenge = challengeOf(asked, "logout");
  return browser.go((await latchkey.acceptLogoutRequest({ logout_challenge })).redirect_to);
}

/** Resolves when as many attempts have been made; what comes of each is in the log. */
export async function untilAttempted(
  { lines, server }: TestServer,
  attempts: number,
): Promise<void> {
  for (;;) {
    server.context.log.flush();
    const made = lines.join("").match(/"back-channel logout"/g)?.length ?? 0;
    if (made >= attempts) return;
    await setImmediate();
  }
}

/** Half a minute later, whatever failed is due again. */
export function moveOn({ clock, server }: TestServer): void {
  clock.now += 31;
  server.context.deliveries_due.notify();
}

/**
 * Lets everything happen that is due. When the first witness hears, the others have had their turn; when the second does,
 * the round of the first is over.
 */
export async function letAllHappen(world: TestServer): Promise<void> {
  for (const client_id of ["the first witness", "the second witness"]) {
    const client = await startReceiver();
    const app = await registerApp(world.latchkey, {
      client_id,
      backchannel_logout_uri: client.url,
    });
    const browser = openBrowser(world);
    await signIn(world, app, { browser, login: { subject: "bob", remember: true } });
    await logOut(world, browser);
    await client.next();
  }
}
