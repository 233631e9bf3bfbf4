import { stylesheet, stylesheetPath } from "../assets/assets.ts";
import { type Brand, iconOf, noBrand } from "../branding/brand.ts";
import { brandHeader, legalLinks } from "../branding/brand-view.ts";
import { html, render, trusted, type SafeHtml } from "./html.ts";
import type { Locale } from "../messages/locale.ts";

/** Settings shared by all pages. */
export interface Frame {
  readonly locale: Locale;
  /** Ends with a slash. */
  readonly base_path: string;
  readonly product_name: string;
  /** By default, that of a server without a branding. */
  readonly brand?: Brand | undefined;
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
  /** Paths below the base path of scripts that the page does without where scripts are disabled. */
  readonly scripts?: readonly (string | undefined)[];
}

/** Renders a complete HTML document. */
export function renderDocument(frame: Frame, content: Content): string {
  const { locale, product_name, brand = noBrand } = frame;
  const base_path = content.inline_style ? undefined : frame.base_path;
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
        ${content.inline_style ? embeddedAssets(brand) : linkedAssets(frame, brand)}
        ${scriptsOf(content).map(
          (script) => html`<script type="module" src="${frame.base_path}${script}"></script>`,
        )}
      </head>
      <body>
        <main class="${content.wide ? "card wide" : "card"}">
          ${brandHeader(brand, product_name, base_path)} ${content.body}
        </main>
        ${legalLinks(brand, locale)}
      </body>
    </html>`;
  return render(page);
}

/** Those that the page has. */
export function scriptsOf({ scripts = [] }: Pick<Content, "scripts">): readonly string[] {
  return scripts.filter((script) => script !== undefined);
}

/** The styles are byte for byte the texts that the CSP hashes cover. */
function embeddedAssets(brand: Brand): SafeHtml {
  return html`${trusted(`<style>${stylesheet}</style>`)}
  ${brand.css !== "" && trusted(`<style>${brand.css}</style>`)} ${iconLink(brand, undefined)}`;
}

function linkedAssets({ base_path }: Frame, brand: Brand): SafeHtml {
  return html`<link rel="stylesheet" href="${base_path}${stylesheetPath}" />
    ${brand.css !== "" && html`<link rel="stylesheet" href="${base_path}${brand.css_path}" />`}
    ${iconLink(brand, base_path)}`;
}

function iconLink(brand: Brand, base_path: string | undefined): SafeHtml | undefined {
  const icon = iconOf(brand, base_path);
  return icon && html`<link rel="icon" type="${icon.type}" href="${icon.href}" />`;
}
