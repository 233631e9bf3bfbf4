import { hash } from "node:crypto";
import { html, render } from "@latchkey/sign-in";
import { noStore } from "../http/answer.ts";
import type { Answer } from "../http/endpoint.ts";

/** OAuth 2.0 Form Post Response Mode §2: a page whose form takes the answer to the client, by itself or at a click. */
export function formPostPage({
  action,
  fields,
}: {
  action: string;
  fields: Readonly<Record<string, string>>;
}): Answer {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return {
    status: 200,
    headers: {
      ...noStore,
      "Content-Type": "text/html; charset=utf-8",
      // One script may run, known by its hash. Where the form goes is the client's business, so that is not limited.
      "Content-Security-Policy": `default-src 'none'; script-src '${SCRIPT_HASH}'; base-uri 'none'; frame-ancestors 'none'`,
      "Referrer-Policy": "no-referrer",
    },
    body: render(
      html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <title>One moment</title>
          </head>
          <body>
            <form method="post" action="${action}">
              ${inputs}
              <noscript><button type="submit">Continue</button></noscript>
            </form>
            ${script}
          </body>
        </html>`,
    ),
  };
}

const script = html`<script>
  document.forms[0].submit();
</script>`;
const SCRIPT_HASH = `sha256-${hash("sha256", "document.forms[0].submit()", "base64")}`;
