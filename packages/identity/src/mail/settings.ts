import {
  type Config,
  type ConfigOf,
  isDevelopment,
  oneOf,
  type Problem,
  serviceUrl,
  setting,
  text,
  unset,
} from "@latchkey/server/feature";
import { type Mailbox, parseMailbox } from "./rules/address.ts";

export const mailSettings = {
  "mail.smtp.url": unset(
    serviceUrl("smtp", "smtps"),
    "The SMTP server that mails are sent by, with its user and password: smtp://user:password@smtp.example.com:587, or smtps:// where TLS begins at once. In a URL, special characters of a password are percent-encoded. Without it, nothing that needs mail is offered; in development, mails are kept in memory and shown by the demo app.",
  ),
  "mail.smtp.starttls": setting(
    oneOf(["required", "optional"]),
    "required",
    "Whether a connection that begins without TLS (smtp://) has to change to it before a mail is sent. A server on this machine may do without.",
  ),
  "mail.from": unset(
    text,
    "The sender of all mails: Wonderland <no-reply@example.com>, or the address alone. The name is what mails call the server, unless the branding has another one. Required with mail.smtp.url.",
  ),
};

type MailConfig = Config & ConfigOf<typeof mailSettings>;

/** The sender; undefined where it is not set. */
export function senderOf(config: MailConfig): Mailbox | undefined {
  return parseMailbox(config["mail.from"] ?? "");
}

/** Whether mails can be sent, or are kept to be read in development. Nothing that needs them is offered otherwise. */
export function offersMail(config: MailConfig): boolean {
  const isConfigured = config["mail.smtp.url"] !== undefined && config["mail.from"] !== undefined;
  return isConfigured || isDevelopment(config);
}

/** A mail needs a sender, and its address is written into every one. */
export function checkMail(config: MailConfig): readonly Problem[] {
  const from = config["mail.from"];
  if (from === undefined) {
    const message = "must be set, because mail.smtp.url is: Wonderland <no-reply@example.com>";
    return config["mail.smtp.url"] === undefined ? [] : [{ key: "mail.from", message }];
  }
  if (parseMailbox(from) !== undefined) return [];
  const message = "must be an address, or a name and an address: Wonderland <no-reply@example.com>";
  return [{ key: "mail.from", message }];
}
