import {
  type Metrics,
  backoffSeconds,
  publicUrl,
  startDeliveries,
} from "@latchkey/server/feature/endpoints";
import type { RepeatedJob } from "@latchkey/server/feature/endpoints";
import type { IdentityContext } from "../context.ts";
import type { Logo } from "@latchkey/sign-in";
import { LOGO_URL, mailLogoOf, withLogo } from "./mail-brand.ts";
import { smtpPlaceOf } from "./rules/smtp-place.ts";
import { senderOf } from "./settings.ts";
import type { MailDelivery, StoredMail } from "./store/port.ts";
import type { SendOutcome } from "./smtp.ts";

/** A mail is awaited by its user, and a mail server that greylists accepts it after some minutes. */
const MAX_BACKOFF_SECONDS = 300;

/** Sends a mail once, with the logo that it has. */
type Send = (
  mail: StoredMail & { readonly to: string },
  id: string,
  logo: Logo | undefined,
) => Promise<SendOutcome>;

/** Sends mails from the outbox, until they are accepted, refused for good or expired. */
export function startMailDeliveries(context: IdentityContext): readonly RepeatedJob[] {
  if (!context.identity.mails.offered) return [];
  const counters = countMails(context.metrics);
  const send = openSender(context);
  const url = context.config["mail.smtp.url"];
  return [
    startDeliveries(
      "mail-deliveries",
      context.identity.store.mail_outbox,
      (delivery) => attempt(delivery, send, counters, context),
      context,
      async () => url,
    ),
  ];
}

export function countMails(metrics: Metrics) {
  const family = metrics.counter(
    "latchkey_mail_deliveries_total",
    "Attempts to send a mail: delivered to the SMTP server, or failed.",
    ["outcome"],
  );
  return {
    delivered: family.with({ outcome: "delivered" }),
    failed: family.with({ outcome: "failed" }),
  };
}

/** By SMTP, or into memory where there is no server: the library is loaded with the first mail. */
function openSender(context: IdentityContext): Send {
  const { config, identity, now } = context;
  const url = config["mail.smtp.url"];
  const from = senderOf(config);
  if (url === undefined || from === undefined) {
    return async ({ to, html, ...mail }, id, logo) => {
      identity.kept_mails.add({ ...mail, html: withLogo(html, logo), to, id, sent_at: now() });
      return { sent: true };
    };
  }
  const place = smtpPlaceOf(url, config["mail.smtp.starttls"]);
  const own_name = new URL(publicUrl(config)).hostname;
  let sender: Promise<Send> | undefined;
  return async (mail, id, logo) => {
    sender ??= import("./smtp.ts").then(({ createSmtpSender }) =>
      createSmtpSender({ place, from, own_name }),
    );
    return (await sender)(mail, id, logo);
  };
}

/** Sends it once. The log has neither addresses nor anything of the mail. */
async function attempt(
  { delivery_id, attempts, mail }: MailDelivery,
  send: Send,
  counters: ReturnType<typeof countMails>,
  { identity, log, now }: IdentityContext,
): Promise<void> {
  const outbox = identity.store.mail_outbox;
  const to = mail?.to;
  if (mail === undefined || to === undefined) return outbox.finish(delivery_id);
  const hasLogo = mail.html.includes(`src="${LOGO_URL}"`);
  const logo = hasLogo ? mailLogoOf(await identity.brand.load()) : undefined;
  const outcome = await send({ ...mail, to }, delivery_id, logo);
  const { sent } = outcome;
  counters[sent ? "delivered" : "failed"].add();
  log[sent ? "info" : "warn"]("mail", {
    template: mail.template,
    delivery_id,
    attempts,
    delivered: sent,
    ...(!outcome.sent && { outcome: outcome.reason }),
  });
  if (outcome.sent || outcome.is_final) return outbox.finish(delivery_id);
  return outbox.postpone(delivery_id, now() + backoffSeconds(attempts, MAX_BACKOFF_SECONDS));
}
