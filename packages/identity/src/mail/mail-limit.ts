import { hash } from "node:crypto";
import { createFailureBackoff, networkOf } from "@latchkey/server/feature/rules";
import type { IdentityContext } from "../context.ts";

/**
 * After these, each further mail waits twice as long: a stranger cannot fill the mailbox of a user. An asker has fewer than a
 * mailbox, and only their first count for the mailbox: what one stranger asks for leaves the user some.
 */
const FREE_MAILS = { asker: 3, mail: 9 };
const LONGEST_WAIT = 60 * 60;
const FORGIVEN_AFTER = 24 * 60 * 60;

/** Who asks for a mail: a network address, an account that is signed in, or a device on which the user signed in before. */
type MailAsker =
  | { readonly address: string | undefined }
  | { readonly subject: string }
  | { readonly device: string };

/**
 * Seconds until one more mail may be sent because of `about`, a name or an address; 0 if it may be sent now, which counts. The same
 * whether there is such an account or not. On a familiar device, nothing that happens elsewhere counts. Counted in the database,
 * where it expires.
 */
export type MailLimit = (about: string, asker: MailAsker) => Promise<number>;

export function createMailLimit({ now, store }: Pick<IdentityContext, "now" | "store">): MailLimit {
  const backoff = createFailureBackoff<"asker" | "mail">({
    policy: {
      free_failures: FREE_MAILS,
      longest_wait: LONGEST_WAIT,
      forgiven_after: FORGIVEN_AFTER,
    },
    now,
    change: (keys, times, decide) => store.sign_in_failures.change(keys, times, decide),
  });
  return (about, asker) => {
    const within = { kind: "asker", key: digest(`mail ${about} ${nameOf(asker)}`) } as const;
    const overall = { kind: "mail", key: digest(`mail ${about}`), within } as const;
    return backoff.attempt("device" in asker ? [within] : [within, overall]);
  };
}

function nameOf(asker: MailAsker): string {
  if ("device" in asker) return `device ${asker.device}`;
  if ("subject" in asker) return `subject ${asker.subject}`;
  return `address ${asker.address === undefined ? "unknown" : networkOf(asker.address)}`;
}

function digest(text: string): string {
  return hash("sha256", text, "base64url");
}
