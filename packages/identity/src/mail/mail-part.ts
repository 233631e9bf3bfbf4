import type { KeptMails } from "./kept-mails.ts";
import type { Codes, Links } from "./links.ts";
import type { Mails } from "./mails.ts";

/** The part of the context of mails, and of what is sent by them. */
export interface MailPart {
  readonly mails: Mails;
  readonly links: Links;
  readonly codes: Codes;
  readonly kept_mails: KeptMails;
}
