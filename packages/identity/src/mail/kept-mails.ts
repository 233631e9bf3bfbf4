import type { StoredMail } from "./store/port.ts";

/** A mail that was kept in development. */
export interface KeptMail extends Omit<StoredMail, "to"> {
  readonly id: string;
  readonly to: string;
  /** Unix seconds. */
  readonly sent_at: number;
}

/** Mails in memory, for a page that shows them: there is no mail server in development. */
export interface KeptMails {
  add(mail: KeptMail): void;
  /** Newest first. */
  list(): readonly KeptMail[];
}

const MAX_KEPT = 50;
const KEPT_FOR = 24 * 60 * 60;

export function createKeptMails(now: () => number): KeptMails {
  let kept: readonly KeptMail[] = [];
  const current = () => kept.filter(({ sent_at }) => sent_at + KEPT_FOR > now());
  return {
    add(mail) {
      kept = [mail, ...current()].slice(0, MAX_KEPT);
    },
    list: current,
  };
}
