import { hash } from "node:crypto";
import { createFailureBackoff } from "@latchkey/server/feature/rules";
import type { IdentityContext } from "../context.ts";

/** After these, each further mail waits twice as long: a stranger cannot fill the mailbox of a user. */
const FREE_MAILS = 3;
const LONGEST_WAIT = 60 * 60;
const FORGIVEN_AFTER = 24 * 60 * 60;

/** Whether one more mail may be sent because of `about`: a name or an address. Counted in the database, where it expires. */
export function createMailLimit({
  now,
  store,
}: Pick<IdentityContext, "now" | "store">): (about: string) => Promise<boolean> {
  const backoff = createFailureBackoff<"mail">({
    policy: {
      free_failures: { mail: FREE_MAILS },
      longest_wait: LONGEST_WAIT,
      forgiven_after: FORGIVEN_AFTER,
    },
    now,
    change: (keys, times, decide) => store.sign_in_failures.change(keys, times, decide),
  });
  return async (about) => {
    const key = hash("sha256", `mail ${about}`, "base64url");
    return (await backoff.attempt([{ kind: "mail", key }])) === 0;
  };
}
