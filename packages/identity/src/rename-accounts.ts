import { hash } from "node:crypto";
import { normalizeUsername } from "@latchkey/api";
import { type Job, repeat } from "@latchkey/server/feature/endpoints";
import type { IdentityContext } from "./context.ts";

const INTERVAL_MS = 5_000;
/** Seconds. A server of an earlier version that runs beside this one may store such names. */
const EVERY = 60 * 60;
const SUFFIX_LENGTH = 8;

/** Gives accounts whose username no lookup finds the one that is looked up, so that they can be administered. */
export function startRenaming(context: IdentityContext): Job {
  let due = 0;
  return repeat("usernames", INTERVAL_MS, context, async () => {
    const now = context.now();
    if (now < due) return;
    due = now + EVERY;
    await renameAccounts(context);
  });
}

/** Where the name is that of another account, a suffix is put behind it, the same one by every server. */
export async function renameAccounts({
  identity,
  log,
}: Pick<IdentityContext, "identity" | "log">): Promise<void> {
  const { accounts } = identity.store;
  for (const username of await accounts.misnamed()) {
    const subject = (await accounts.find(username))?.subject;
    if (subject === undefined) continue;
    const wanted = normalizeUsername(username);
    const suffix = hash("sha256", subject, "hex").slice(0, SUFFIX_LENGTH);
    for (const to of [wanted, `${wanted}-${suffix}`]) {
      if ((await accounts.rename(username, to)) !== "renamed") continue;
      log.warn("an account that no lookup found by its username was renamed", {
        subject,
        username: to,
      });
      break;
    }
  }
}
