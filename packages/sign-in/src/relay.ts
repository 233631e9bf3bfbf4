import { hash } from "node:crypto";

import { stylesheetDigest } from "./answers.ts";
import type { PageAnswer } from "./exchange.ts";
import { html, trusted } from "./html.ts";
import type { Locale } from "./locale.ts";
import { messagesIn } from "./messages/messages.ts";
import { openedByApps, pageProtection } from "./protection.ts";
import { layOut } from "./views/layout.ts";

/** How long apps get to hear of a sign-out where no script can tell that they have, in seconds. */
const PATIENCE = 5;

/** A page whose form takes an answer to another site: by itself, or at a click where no script may run. */
export function relayForm(
  locale: Locale,
  {
    action,
    fields,
  }: { readonly action: string; readonly fields: Readonly<Record<string, string>> },
): PageAnswer {
  const { moving_on, proceed } = messagesIn(locale);
  const body = html`<h1>${moving_on.title}</h1>
    <p class="quiet">${moving_on.text}</p>
    <form method="post" action="${action}">
      ${Object.entries(fields).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
      )}
      <p class="actions"><button class="button primary" type="submit">${proceed}</button></p>
    </form>
    ${trusted(`<script>${SUBMIT}</script>`)}`;
  // Where the form goes is the other site's business, so that alone is not limited.
  return show(locale, { title: moving_on.title, body }, `script-src ${digest(SUBMIT)}`);
}

/** A page that loads addresses unseen and then moves on: when all have loaded, or after a while, with a script or without. */
export function relayFrames(
  locale: Locale,
  { frames, to }: { readonly frames: readonly string[]; readonly to: string },
): PageAnswer {
  const { moving_on, proceed } = messagesIn(locale);
  const origins = [...new Set(frames.map((url) => new URL(url).origin))].join(" ");
  const body = html`<h1>${moving_on.title}</h1>
    <p class="quiet">${moving_on.text}</p>
    <p class="actions"><a class="button primary" id="onward" href="${to}">${proceed}</a></p>
    ${frames.map((url) => html`<iframe src="${url}" title="${moving_on.title}" hidden></iframe>`)}
    ${trusted(`<script>${LEAVE}</script>`)}`;
  const content = { title: moving_on.title, body, refresh_to: to, refresh_after: PATIENCE };
  return show(locale, content, `script-src ${digest(LEAVE)}; frame-src ${origins}`);
}

const SUBMIT = "document.forms[0].submit()";
const LEAVE =
  'addEventListener("load",()=>setTimeout(()=>location.replace(document.getElementById("onward").href),300))';

/** A policy knows a script by what it says. */
function digest(script: string): string {
  return `'sha256-${hash("sha256", script, "base64")}'`;
}

function show(locale: Locale, content: Parameters<typeof layOut>[1], policy: string): PageAnswer {
  const frame = { locale, base_path: "/", product_name: "Latchkey" };
  return {
    status: 200,
    headers: {
      ...pageProtection,
      ...openedByApps,
      "cache-control": "no-store",
      pragma: "no-cache",
      "content-security-policy": `default-src 'none'; style-src ${stylesheetDigest}; img-src data:; ${policy}; frame-ancestors 'none'; base-uri 'none'`,
      "content-type": "text/html; charset=utf-8",
    },
    body: layOut(frame, { ...content, self_contained: true }),
  };
}
