import { hash } from "node:crypto";
import type { OneTimeLinks } from "./store/port.ts";

/** What a reset of a password by mail leaves to its user: to decide what stays of what could sign in before. */
export interface Recovery {
  begin(subject: string): Promise<void>;
  /** Unix seconds: when the password was reset; undefined once the user has decided, or a week has passed. */
  begunAt(subject: string): Promise<number | undefined>;
  finish(subject: string): Promise<void>;
}

const PURPOSE = "recovery";
/** Seconds. */
const OPEN_FOR = 7 * 24 * 60 * 60;

/** Kept among the one-time links, under a name in place of a token: one for each account, which expires. No link leads to it. */
export function createRecovery(links: OneTimeLinks, now: () => number): Recovery {
  return {
    async begin(subject) {
      await links.add({
        token_hash: nameOf(subject),
        purpose: PURPOSE,
        subject,
        address: undefined,
        payload: { reset_at: now() },
        expires_at: now() + OPEN_FOR,
      });
    },

    async begunAt(subject) {
      const found = await links.find(nameOf(subject), PURPOSE, now());
      const reset_at = found?.payload["reset_at"];
      return typeof reset_at === "number" ? reset_at : undefined;
    },

    async finish(subject) {
      await links.take(nameOf(subject), PURPOSE, now());
    },
  };
}

function nameOf(subject: string): string {
  return hash("sha256", `recovery of ${subject}`, "base64url");
}
