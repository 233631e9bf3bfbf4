import type { StoreTools } from "@latchkey/server/feature/store";
import { createMailOutbox } from "./mail-outbox.ts";
import { createOneTimeCodes } from "./one-time-codes.ts";
import { createOneTimeLinks } from "./one-time-links.ts";
import type { MailOutbox, OneTimeCodes, OneTimeLinks } from "./port.ts";

/** The tables of mails, and of what is sent by them. */
export interface MailStore {
  readonly mail_outbox: MailOutbox;
  readonly one_time_links: OneTimeLinks;
  readonly one_time_codes: OneTimeCodes;
}

export function createMailStore(tools: StoreTools): MailStore {
  const { database, sealer, onUnreadable } = tools;
  return {
    mail_outbox: createMailOutbox(database, sealer, onUnreadable),
    one_time_links: createOneTimeLinks(tools),
    one_time_codes: createOneTimeCodes(database, sealer),
  };
}
