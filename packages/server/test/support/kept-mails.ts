import assert from "node:assert/strict";
import type { KeptMail } from "../../../identity/src/mail/kept-mails.ts";
import { withIdentity } from "./identity.ts";
import type { TestServer } from "./server.ts";

/** The mails that a server without a mail server has kept so far, newest first. */
export async function keptMails({
  server,
}: Pick<TestServer, "server">): Promise<readonly KeptMail[]> {
  await server.settled();
  return withIdentity(server.context).identity.mails.kept() ?? [];
}

/** The newest mail to an address. */
export async function mailTo(
  world: Pick<TestServer, "server">,
  address: string,
): Promise<KeptMail> {
  const found = (await keptMails(world)).find(({ to }) => to === address);
  return found ?? assert.fail(`There is no mail to ${address}.`);
}

/** The link in a mail. */
export function linkIn({ text }: Pick<KeptMail, "text">): string {
  return /https?:\/\/\S+/.exec(text)?.[0] ?? assert.fail("There is no link in the mail.");
}
