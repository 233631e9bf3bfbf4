import { hash } from "node:crypto";

import { stylesheet } from "../assets/assets.ts";
import type { PageResponse } from "./exchange.ts";
import { html } from "../views/html.ts";
import { messagesIn } from "../messages/messages.ts";
import { openerAllowed, securityHeaders } from "./security-headers.ts";
import { renderDocument, type Content, type Frame } from "../views/layout.ts";

/** Status, cookie and extra headers of a page response. */
export interface ResponseOptions {
  readonly status?: number;
  readonly set_cookie?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Renders a page whose headers forbid scripts, framing and caching. */
export function showPage(
  frame: Frame,
  content: Content,
  options: ResponseOptions = {},
): PageResponse {
  const { status = 200, set_cookie, headers } = options;
  return {
    status,
    headers: {
      ...PAGE_HEADERS,
      "content-security-policy": contentSecurityPolicy(content),
      "content-type": "text/html; charset=utf-8",
      ...headers,
      ...(set_cookie === undefined ? {} : { "set-cookie": [set_cookie] }),
    },
    body: renderDocument(frame, content),
  };
}

/**
 * Redirects after a form submission. Browsers apply the page's `form-action` policy to redirects that follow a form, and the
 * redirect chain ends on hosts that are not known in advance. So the response is a page that navigates by `refresh`.
 */
export function redirectAfterForm(frame: Frame, redirect_to: string): PageResponse {
  const { redirecting, proceed } = messagesIn(frame.locale);
  const body = html`<h1>${redirecting.title}</h1>
    <p class="quiet">${redirecting.text}</p>
    <p class="actions"><a class="button primary" href="${redirect_to}">${proceed}</a></p>`;
  return showPage(frame, { title: redirecting.title, body, refresh_to: redirect_to });
}

/** RFC 9110 §15.4.4: redirects a GET request. */
export function seeOther(location: string): PageResponse {
  return { status: 303, headers: { ...PAGE_HEADERS, location }, body: "" };
}

function contentSecurityPolicy({ inline_style }: Content): string {
  const style = inline_style ? stylesheetDigest : "'self'";
  return `default-src 'none'; style-src ${style}; img-src 'self' https: data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;
}

/** CSP hash of the stylesheet, for pages that contain it inline. */
export const stylesheetDigest = `'sha256-${hash("sha256", stylesheet, "base64")}'`;

const PAGE_HEADERS = { ...securityHeaders, ...openerAllowed, "cache-control": "no-store" };
