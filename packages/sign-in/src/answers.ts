import { hash } from "node:crypto";

import { stylesheet } from "./assets/assets.ts";
import type { PageAnswer } from "./exchange.ts";
import { html } from "./html.ts";
import { messagesIn } from "./messages/messages.ts";
import { openedByApps, pageProtection } from "./protection.ts";
import { layOut, type Content, type Frame } from "./views/layout.ts";

/** What an answer carries beside its page. */
export interface AnswerOptions {
  readonly status?: number;
  readonly set_cookie?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A page that runs nothing, is framed by nobody and kept nowhere. */
export function showPage(frame: Frame, content: Content, options: AnswerOptions = {}): PageAnswer {
  const { status = 200, set_cookie, headers } = options;
  return {
    status,
    headers: {
      ...PROTECTION,
      "content-security-policy": contentSecurityPolicy(content),
      "content-type": "text/html; charset=utf-8",
      ...headers,
      ...(set_cookie === undefined ? {} : { "set-cookie": [set_cookie] }),
    },
    body: layOut(frame, content),
  };
}

/**
 * Leaves after a form. Browsers hold a redirect that answers a form to the page's `form-action`, and the way goes on to
 * hosts we do not know: so the answer is a page, which then navigates.
 */
export function moveOn(frame: Frame, redirect_to: string): PageAnswer {
  const { moving_on, proceed } = messagesIn(frame.locale);
  const body = html`<h1>${moving_on.title}</h1>
    <p class="quiet">${moving_on.text}</p>
    <p class="actions"><a class="button primary" href="${redirect_to}">${proceed}</a></p>`;
  return showPage(frame, { title: moving_on.title, body, refresh_to: redirect_to });
}

/** Leaves at once, where no form was sent. */
export function seeOther(location: string): PageAnswer {
  return { status: 303, headers: { ...PROTECTION, location }, body: "" };
}

function contentSecurityPolicy({ self_contained }: Content): string {
  const style = self_contained ? stylesheetDigest : "'self'";
  return `default-src 'none'; style-src ${style}; img-src 'self' https: data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;
}

/** The policy knows the style that travels in a page by this. */
export const stylesheetDigest = `'sha256-${hash("sha256", stylesheet, "base64")}'`;

const PROTECTION = { ...pageProtection, ...openedByApps, "cache-control": "no-store" };
