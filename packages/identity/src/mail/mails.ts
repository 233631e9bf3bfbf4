import { mintFlowId } from "@latchkey/server/feature/store";
import type { Locale } from "@latchkey/sign-in";
import type { KeptMail, KeptMails } from "./kept-mails.ts";
import type { MailBrand } from "./mail-brand.ts";
import { type RenderedMail, renderMail } from "./render-mail.ts";
import type { MailOutbox } from "./store/port.ts";
import { wordingOf } from "./templates/template.ts";
import { type MailValues, type TemplateName, templates } from "./templates/templates.ts";

/** The mails of the server. They are stored, and sent in the background. */
export interface Mails {
  /** Whether mails are sent. Where they are not, what needs them is not offered, and `send` does nothing. */
  readonly offered: boolean;
  send<Name extends TemplateName>(mail: NewMail<Name>): Promise<void>;
  /** Those that were kept in place of being sent, newest first; undefined where there is an SMTP server. */
  kept(): readonly KeptMail[] | undefined;
}

interface NewMail<Name extends TemplateName> {
  /** Undefined: it is not sent. Takes the same work, so that it says nothing about who has an account. */
  readonly to: string | undefined;
  readonly locale: Locale;
  readonly template: Name;
  readonly values: MailValues[Name];
  /** Seconds after which it is not sent any more; a day if left out. */
  readonly within?: number;
}

/** What mails are made with. */
export interface MailOptions {
  readonly offered: boolean;
  readonly brand: () => Promise<MailBrand>;
  readonly outbox: MailOutbox;
  /** Undefined where there is an SMTP server. */
  readonly kept: KeptMails | undefined;
  readonly now_ms: () => number;
  /** Called when a mail is due. */
  readonly onDue: () => void;
}

const DAY = 24 * 60 * 60;

export function createMails(options: MailOptions): Mails {
  const { offered, brand, outbox, kept, now_ms, onDue } = options;
  return {
    offered,
    async send(mail) {
      if (!offered) return;
      const { to, template, within = DAY } = mail;
      const now = Math.floor(now_ms() / 1000);
      await outbox.add({
        delivery_id: mintFlowId(now_ms()),
        attempts: 0,
        due_at: now,
        expires_at: now + within,
        mail: { to, template, ...write(mail, await brand()) },
      });
      onDue();
    },
    kept: () => kept?.list(),
  };
}

function write<Name extends TemplateName>(
  { locale, template, values }: NewMail<Name>,
  brand: MailBrand,
): RenderedMail {
  const content = templates[template][locale](values, wordingOf(locale, brand.product_name));
  return renderMail(content, { locale, brand });
}
