import { createTransport } from "nodemailer";
import type { Logo } from "@latchkey/sign-in";
import { LOGO_CID } from "./mail-brand.ts";
import type { StoredMail } from "./store/port.ts";
import type { Mailbox } from "./rules/address.ts";
import type { SmtpPlace } from "./rules/smtp-place.ts";

/** The server that mails are sent by. */
export interface SmtpServer {
  readonly place: SmtpPlace;
  readonly from: Mailbox;
  /** RFC 5321 §4.1.1.1: what this server calls itself. */
  readonly own_name: string;
}

/** What came of an attempt, for the log: it has nothing that the other server said, which may quote the mail. */
export type SendOutcome =
  | { readonly sent: true }
  | { readonly sent: false; readonly reason: string; readonly is_final: boolean };

/** Milliseconds. All of them together end before another server may take the mail (the claim of deliveries). */
const DEADLINES = { dns: 5_000, connect: 5_000, greeting: 5_000, silence: 10_000, all: 25_000 };

/** Sends mails by SMTP (RFC 5321, RFC 6409), each over a connection of its own. */
export function createSmtpSender(
  server: SmtpServer,
): (
  mail: StoredMail & { readonly to: string },
  message_id: string,
  logo: Logo | undefined,
) => Promise<SendOutcome> {
  const { place, from, own_name } = server;
  const transport = createTransport({
    ...place,
    name: own_name,
    tls: { minVersion: "TLSv1.2" },
    dnsTimeout: DEADLINES.dns,
    connectionTimeout: DEADLINES.connect,
    greetingTimeout: DEADLINES.greeting,
    socketTimeout: DEADLINES.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ to, subject, text, html }, message_id, logo) => {
    // Names and addresses are given apart: text in which they are together is parsed, and a parser can be led astray.
    const sending = transport.sendMail({
      from: { name: from.name ?? "", address: from.address },
      to: { name: "", address: to },
      envelope: { from: from.address, to: [to] },
      // Of the id of the delivery: a mail that is sent again is recognised as the same one.
      messageId: `<${message_id}@${domainOf(from.address)}>`,
      subject,
      text,
      html,
      ...(logo !== undefined && { attachments: [attachmentOf(logo)] }),
      // RFC 3834 §5: no answer that the user is on holiday.
      headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    });
    return outcomeOf(withinDeadline(sending));
  };
}

/** RFC 2387: a part of the HTML, and no attachment to download. */
function attachmentOf({ type, bytes }: Logo) {
  return {
    cid: LOGO_CID,
    filename: "logo.png",
    content: Buffer.from(bytes),
    contentType: type,
    contentDisposition: "inline" as const,
  };
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}

async function withinDeadline(sending: Promise<unknown>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new SmtpDeadlineError()), DEADLINES.all);
  try {
    await Promise.race([sending, late]);
  } finally {
    clearTimeout(timer);
  }
}

class SmtpDeadlineError extends Error {
  override readonly name = "SmtpDeadlineError";
  readonly code = "ETIMEDOUT";
}

async function outcomeOf(sending: Promise<void>): Promise<SendOutcome> {
  try {
    await sending;
    return { sent: true };
  } catch (error) {
    const { code, responseCode: status } = detailsOf(error);
    const reason = status === undefined ? code : `${code} ${status}`;
    // RFC 5321 §4.2.1: 5yz is for good. A refused sign-in is for the operator to correct.
    return { sent: false, reason, is_final: ADDRESS_ERRORS.has(code) && (status ?? 0) >= 500 };
  }
}

/** nodemailer's names of what is about this mail, and not about the server. */
const ADDRESS_ERRORS: ReadonlySet<string> = new Set(["EENVELOPE", "EMESSAGE"]);

function detailsOf(error: unknown): { code: string; responseCode: number | undefined } {
  const field = (name: string): unknown =>
    error instanceof Error ? Reflect.get(error, name) : undefined;
  const [code, responseCode] = [field("code"), field("responseCode")];
  return {
    code: typeof code === "string" ? code : "unknown",
    responseCode: typeof responseCode === "number" ? responseCode : undefined,
  };
}
