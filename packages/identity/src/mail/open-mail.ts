import type { IdentityContext } from "../context.ts";
import type { BrandSource } from "../branding/brand-source.ts";
import { createKeptMails } from "./kept-mails.ts";
import { createCodes, createLinks } from "./links.ts";
import type { MailPart } from "./mail-part.ts";
import { mailBrandOf } from "./mail-brand.ts";
import { createMails } from "./mails.ts";
import { offersMail, senderOf } from "./settings.ts";
import type { MailStore } from "./store/mail-store.ts";

export function openMail(
  { config, now, now_ms, deliveries_due }: Omit<IdentityContext, "identity">,
  store: MailStore,
  brandNow: () => BrandSource,
): MailPart {
  const kept_mails = createKeptMails(now);
  const isSent = config["mail.smtp.url"] !== undefined && config["mail.from"] !== undefined;
  return {
    mails: createMails({
      offered: offersMail(config),
      brand: async () => mailBrandOf(await brandNow().load(), senderOf(config)?.name),
      outbox: store.mail_outbox,
      kept: isSent ? undefined : kept_mails,
      now_ms,
      onDue: () => deliveries_due.notify(),
    }),
    links: createLinks(store.one_time_links, now),
    codes: createCodes(store.one_time_codes, now),
    kept_mails,
  };
}
