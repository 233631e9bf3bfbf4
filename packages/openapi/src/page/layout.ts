import { html, render, type SafeHtml } from "@latchkey/sign-in";

/** What differs between the pages of the documentation. */
interface Layout {
  readonly title: string;
  /** The address of the styles, as seen from the page. */
  readonly style: string;
  /** The address of the icon, as seen from the page. */
  readonly icon: string;
  /** Further elements of the head. */
  readonly head: SafeHtml;
  readonly body: SafeHtml;
}

/** A whole page of the documentation. */
export function renderLayout({ title, style, icon, head, body }: Layout): string {
  return render(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="robots" content="noindex" />
          <title>${title} · Latchkey</title>
          <link rel="stylesheet" href="${style}" />
          <link rel="icon" type="image/svg+xml" href="${icon}" />
          ${head}
        </head>
        <body>
          ${body}
        </body>
      </html>`,
  );
}
