import type { KeptMail } from "@latchkey/identity/accounts";
import { html, type PageResponse, type SafeHtml, showPage } from "@latchkey/sign-in";
import { FRAME, type Route, type Routes } from "./route.ts";

/** The mails of the server, newest first; undefined where it sends them to a mail server. */
export type DemoMails = () => readonly KeptMail[] | undefined;

/** The page that stands for the mailboxes of all users. */
export function mailRoutes(mails: DemoMails): Routes {
  const show: Route = () =>
    showPage(FRAME, { title: "Mails", body: mailsView(mails()), wide: true });
  const showHtml: Route = ({ query }) => {
    const mail = mails()?.find(({ id }) => id === query.get("id"));
    return mail === undefined ? { status: 404, headers: {}, body: "" } : htmlOf(mail);
  };
  return new Map([
    ["GET /mails", show],
    ["GET /mails/html", showHtml],
  ]);
}

function mailsView(mails: readonly KeptMail[] | undefined): SafeHtml {
  return html`<h1>Mails</h1>
    <p class="quiet">${explain(mails)}</p>
    ${mails?.map(mailView)}
    <p class="links small"><a href="/mails">Reload</a> <a href="/">Back</a></p>`;
}

/** As a mail app shows it: a document of its own, which runs and loads nothing. */
function htmlOf({ html: body }: KeptMail): PageResponse {
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox";
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
  };
  return { status: 200, headers, body };
}

function explain(mails: readonly KeptMail[] | undefined): string {
  if (mails === undefined) return "The server sends its mails to the mail server of mail.smtp.url.";
  if (mails.length === 0)
    return "Nothing yet. Verify an email address on the account page, or reset a forgotten password.";
  return "Without a mail server, mails stay in memory for a day. Set mail.smtp.url to send them.";
}

function mailView({ id, subject, to, text, sent_at }: KeptMail): SafeHtml {
  const at = new Date(sent_at * 1_000).toISOString().replace(".000Z", " UTC").replace("T", " at ");
  return html`<h2>${subject}</h2>
    <p class="quiet small">To <bdi>${to}</bdi>, ${at}</p>
    <pre>${withLinks(text)}</pre>
    <p class="small"><a href="/mails/html?id=${id}">Show as HTML</a></p>`;
}

/** The text, with its URLs to click. */
function withLinks(text: string): readonly (SafeHtml | string)[] {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part));
}
