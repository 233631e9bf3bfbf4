import { hash } from "node:crypto";

import { type Brand, noBrand } from "../branding/brand.ts";
import { styleDigests } from "../http/responses.ts";
import type { PageResponse } from "../http/exchange.ts";
import { html, trusted } from "../views/html.ts";
import type { Locale } from "../messages/locale.ts";
import { messagesIn } from "../messages/messages.ts";
import { openerAllowed, securityHeaders } from "../http/security-headers.ts";
import { renderDocument } from "../views/layout.ts";

/** Seconds to load the front-channel logout frames when scripts are disabled. */
const REFRESH_AFTER = 5;

/** OAuth 2.0 Form Post Response Mode: a form that submits itself to the client, or by button if scripts are disabled. */
export function formPostPage(
  locale: Locale,
  {
    action,
    fields,
  }: { readonly action: string; readonly fields: Readonly<Record<string, string>> },
  brand: Brand = noBrand,
): PageResponse {
  const { redirecting, proceed } = messagesIn(locale);
  const body = html`<h1>${redirecting.title}</h1>
    <p class="quiet">${redirecting.text}</p>
    <form method="post" action="${action}">
      ${Object.entries(fields).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
      )}
      <p class="actions"><button class="button primary" type="submit">${proceed}</button></p>
    </form>
    ${trusted(`<script>${SUBMIT}</script>`)}`;
  // No `form-action`: browsers would apply it to every redirect that the client responds with.
  const content = { title: redirecting.title, body };
  return render(locale, content, `script-src ${digest(SUBMIT)}`, brand);
}

/** OpenID Connect Front-Channel Logout §2: loads the clients' logout URIs in hidden frames, then redirects when all have loaded or after a timeout. */
export function frontchannelLogoutPage(
  locale: Locale,
  { frames, to }: { readonly frames: readonly string[]; readonly to: string },
  brand: Brand = noBrand,
): PageResponse {
  const { redirecting, proceed } = messagesIn(locale);
  const origins = [...new Set(frames.map((url) => new URL(url).origin))].join(" ");
  const body = html`<h1>${redirecting.title}</h1>
    <p class="quiet">${redirecting.text}</p>
    <p class="actions"><a class="button primary" id="continue" href="${to}">${proceed}</a></p>
    ${frames.map((url) => html`<iframe src="${url}" title="${redirecting.title}" hidden></iframe>`)}
    ${trusted(`<script>${REDIRECT_ON_LOAD}</script>`)}`;
  const content = { title: redirecting.title, body, refresh_to: to, refresh_after: REFRESH_AFTER };
  const policy = `script-src ${digest(REDIRECT_ON_LOAD)}; frame-src ${origins}`;
  return render(locale, content, policy, brand);
}

const SUBMIT = "document.forms[0].submit()";
const REDIRECT_ON_LOAD =
  'addEventListener("load",()=>setTimeout(()=>location.replace(document.getElementById("continue").href),300))';

/** CSP hash of an inline script. */
function digest(script: string): string {
  return `'sha256-${hash("sha256", script, "base64")}'`;
}

function render(
  locale: Locale,
  content: Parameters<typeof renderDocument>[1],
  policy: string,
  brand: Brand,
): PageResponse {
  const frame = { locale, base_path: "/", product_name: brand.product_name, brand };
  return {
    status: 200,
    headers: {
      ...securityHeaders,
      ...openerAllowed,
      "cache-control": "no-store",
      pragma: "no-cache",
      "content-security-policy": `default-src 'none'; style-src ${styleDigests(brand)}; img-src data:; ${policy}; frame-ancestors 'none'; base-uri 'none'`,
      "content-type": "text/html; charset=utf-8",
    },
    body: renderDocument(frame, { ...content, inline_style: true }),
  };
}
