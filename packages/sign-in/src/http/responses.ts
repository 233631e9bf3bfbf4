import { hash } from "node:crypto";

import { stylesheet } from "../assets/assets.ts";
import type { PageResponse } from "./exchange.ts";
import { html } from "../views/html.ts";
import { messagesIn } from "../messages/messages.ts";
import { openerAllowed, securityHeaders } from "./security-headers.ts";
import { type Brand, noBrand } from "../branding/brand.ts";
import { renderDocument, scriptsOf, type Content, type Frame } from "../views/layout.ts";

/** Status, cookie and extra headers of a page response. */
export interface ResponseOptions {
  readonly status?: number;
  readonly set_cookie?: string | readonly string[] | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Renders a page whose headers forbid scripts other than its own file, framing and caching. */
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
      "content-security-policy": contentSecurityPolicy(content, frame.brand),
      "content-type": "text/html; charset=utf-8",
      ...headers,
      ...cookieHeader(set_cookie),
    },
    body: renderDocument(frame, content),
  };
}

/**
 * Redirects after a form submission. Browsers apply the page's `form-action` policy to redirects that follow a form, and the
 * redirect chain ends on hosts that are not known in advance. So the response is a page that navigates by `refresh`.
 */
export function redirectAfterForm(
  frame: Frame,
  redirect_to: string,
  options: Pick<ResponseOptions, "set_cookie"> = {},
): PageResponse {
  const { redirecting, proceed } = messagesIn(frame.locale);
  const body = html`<h1>${redirecting.title}</h1>
    <p class="quiet">${redirecting.text}</p>
    <p class="actions"><a class="button primary" href="${redirect_to}">${proceed}</a></p>`;
  return showPage(frame, { title: redirecting.title, body, refresh_to: redirect_to }, options);
}

/** RFC 9110 §15.4.4: redirects a GET request. */
export function seeOther(
  location: string,
  { set_cookie }: Pick<ResponseOptions, "set_cookie"> = {},
): PageResponse {
  return {
    status: 303,
    headers: { ...PAGE_HEADERS, location, ...cookieHeader(set_cookie) },
    body: "",
  };
}

function cookieHeader(set_cookie: ResponseOptions["set_cookie"] = []) {
  const cookies = typeof set_cookie === "string" ? [set_cookie] : set_cookie;
  return cookies.length === 0 ? {} : { "set-cookie": cookies };
}

function contentSecurityPolicy(content: Content, brand?: Brand): string {
  const style = content.inline_style ? styleDigests(brand) : "'self'";
  const scripts = scriptsOf(content).length === 0 ? "" : " script-src 'self';";
  return `default-src 'none';${scripts} style-src ${style}; img-src 'self' https: data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;
}

/** CSP hashes of the style sheets, for pages that contain them inline. */
export function styleDigests(brand: Brand = noBrand): string {
  return brand.css === "" ? stylesheetDigest : `${stylesheetDigest} ${brand.css_digest}`;
}

const stylesheetDigest = `'sha256-${hash("sha256", stylesheet, "base64")}'`;

const PAGE_HEADERS = { ...securityHeaders, ...openerAllowed, "cache-control": "no-store" };
