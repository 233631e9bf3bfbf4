import { hash } from "node:crypto";
import { html, render, type SafeHtml } from "@latchkey/sign-in";
import { noStore } from "../http/answer.ts";
import type { Answer } from "../http/endpoint.ts";

/** How long clients get to hear of it where no script can tell that they have, in seconds. */
const PATIENCE = 5;

/**
 * OpenID Connect Front-Channel Logout §2: a page that loads every client's logout URL unseen and then moves on: as soon as
 * all have loaded, or after a while, with or without a script.
 */
export function frontChannelPage(frames: readonly string[], to: string): Answer {
  const origins = new Set(frames.map((url) => new URL(url).origin));
  return {
    status: 200,
    headers: {
      ...noStore,
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": `default-src 'none'; frame-src ${[...origins].join(" ")}; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; frame-ancestors 'none'`,
      "Referrer-Policy": "no-referrer",
    },
    body: render(
      html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <meta http-equiv="refresh" content="${PATIENCE};url=${to}" />
            <title>Signing out</title>
            ${style}
          </head>
          <body>
            <p>Signing out everywhere. <a id="onward" href="${to}">Continue</a></p>
            ${frames.map((url) => html`<iframe src="${url}" title="Signing out" hidden></iframe>`)}
            ${script}
          </body>
        </html>`,
    ),
  };
}

/** What stands between the tags of our own elements is known to the browser by its hash. */
function hashOf(element: SafeHtml): string {
  const content = render(element).replaceAll(/^<[^>]*>|<[^>]*>$/g, "");
  return `'sha256-${hash("sha256", content, "base64")}'`;
}

const script = html`<script>
  addEventListener("load", () =>
    setTimeout(() => location.replace(document.getElementById("onward").href), 300),
  );
</script>`;
const style = html`<style>
  body {
    font:
      1rem/1.5 system-ui,
      sans-serif;
    margin: 2rem;
    color-scheme: light dark;
  }
</style>`;
