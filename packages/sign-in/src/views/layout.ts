import { iconDataUrl, iconPath, stylesheet, stylesheetPath } from "../assets/assets.ts";
import { brandMark } from "../assets/brand-mark.ts";
import { html, render, trusted, type SafeHtml } from "./html.ts";
import type { Locale } from "../messages/locale.ts";

/** Settings shared by all pages. */
export interface Frame {
  readonly locale: Locale;
  /** Ends with a slash. */
  readonly base_path: string;
  readonly product_name: string;
}

/** The content of one page. */
export interface Content {
  readonly title: string;
  readonly body: SafeHtml;
  /** Redirects by `<meta http-equiv="refresh">`. */
  readonly refresh_to?: string;
  /** Seconds; 0 by default. */
  readonly refresh_after?: number;
  readonly wide?: boolean;
  /** Embeds the stylesheet and the icon, so that the page needs no further request. */
  readonly inline_style?: boolean;
}

/** Renders a complete HTML document. */
export function renderDocument(frame: Frame, content: Content): string {
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
        ${content.inline_style ? embeddedAssets() : linkedAssets(frame)}
      </head>
      <body>
        <main class="${content.wide ? "card wide" : "card"}">
          <p class="brand">${brandMark()} ${product_name}</p>
          ${content.body}
        </main>
      </body>
    </html>`;
  return render(page);
}

/** The style is byte for byte the text that the CSP hash covers. */
function embeddedAssets(): SafeHtml {
  return html`${trusted(`<style>${stylesheet}</style>`)} ${iconLink(iconDataUrl)}`;
}

function linkedAssets({ base_path }: Frame): SafeHtml {
  return html`<link rel="stylesheet" href="${base_path}${stylesheetPath}" />
    ${iconLink(`${base_path}${iconPath}`)}`;
}

function iconLink(href: string): SafeHtml {
  return html`<link rel="icon" type="image/svg+xml" href="${href}" />`;
}
