import { iconPath, stylesheet, stylesheetPath } from "../assets/assets.ts";
import { mark } from "../assets/mark.ts";
import { html, render, trusted, type SafeHtml } from "../html.ts";
import type { Locale } from "../locale.ts";

/** What every page of one visit has in common. */
export interface Frame {
  readonly locale: Locale;
  /** Where the pages live; ends with a slash. */
  readonly base_path: string;
  readonly product_name: string;
}

/** What is different. */
export interface Content {
  readonly title: string;
  readonly body: SafeHtml;
  /** Where the browser goes by itself. */
  readonly refresh_to?: string;
  /** Seconds until then; at once unless told. */
  readonly refresh_after?: number;
  readonly wide?: boolean;
  /** The style travels in the page, which then needs nothing else to look right. */
  readonly self_contained?: boolean;
}

/** A whole document. */
export function layOut(frame: Frame, content: Content): string {
  const { locale, product_name } = frame;
  const page = html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        ${
          content.refresh_to !== undefined &&
          html`<meta
            http-equiv="refresh"
            content="${content.refresh_after ?? 0};url=${content.refresh_to}"
          />`
        }
        <title>${content.title} · ${product_name}</title>
        ${content.self_contained ? inlineStyle() : linkedStyle(frame)}
      </head>
      <body>
        <main class="${content.wide ? "card wide" : "card"}">
          <p class="brand">${mark()} ${product_name}</p>
          ${content.body}
        </main>
      </body>
    </html>`;
  return render(page);
}

/** To the letter, since the policy names its digest. */
function inlineStyle(): SafeHtml {
  return trusted(`<style>${stylesheet}</style>`);
}

function linkedStyle({ base_path }: Frame): SafeHtml {
  return html`<link rel="stylesheet" href="${base_path}${stylesheetPath}" />
    <link rel="icon" type="image/svg+xml" href="${base_path}${iconPath}" />`;
}
