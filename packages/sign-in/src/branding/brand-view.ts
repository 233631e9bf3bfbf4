import { brandMark } from "../assets/brand-mark.ts";
import type { Locale } from "../messages/locale.ts";
import { messagesIn } from "../messages/messages.ts";
import { html, type SafeHtml } from "../views/html.ts";
import type { Brand } from "./brand.ts";
import type { Logo } from "./logo-file.ts";

/** The logo and the name of the product, at the top of every page. Without a base path, the logo is part of the page. */
export function brandHeader(
  brand: Brand,
  product_name: string,
  base_path: string | undefined,
): SafeHtml {
  if (brand.logo === undefined)
    return html`<p class="brand">${brand.has_own_mark && brandMark()} ${product_name}</p>`;
  const { logo, logo_dark, shows_name } = brand;
  const urlOf = ({ path, data_url }: Logo): string =>
    base_path === undefined ? data_url : base_path + path;
  return html`<p class="brand">
    <picture>
      ${
        logo_dark !== undefined &&
        html`<source media="(prefers-color-scheme: dark)" srcset="${urlOf(logo_dark)}" />`
      }
      <img class="brand-logo" src="${urlOf(logo)}" alt="${shows_name ? "" : product_name}" />
    </picture>
    ${shows_name && html`<span>${product_name}</span>`}
  </p>`;
}

/** Links of the operator, at the bottom of every page. */
export function legalLinks(brand: Brand, locale: Locale): SafeHtml | undefined {
  const shown = legalLinksOf(brand, locale);
  if (shown.length === 0) return undefined;
  return html`<footer class="legal small">
    ${shown.map(({ href, label }) => html`<a href="${href}" rel="noopener noreferrer">${label}</a>`)}
  </footer>`;
}

export interface LegalLink {
  readonly href: string;
  readonly label: string;
}

/** The links that the operator has, as pages and mails call them. */
export function legalLinksOf(
  { links: { privacy, terms, imprint } }: Pick<Brand, "links">,
  locale: Locale,
): readonly LegalLink[] {
  const messages = messagesIn(locale);
  return [
    { href: privacy, label: messages.privacy_policy },
    { href: terms, label: messages.terms_of_service },
    { href: imprint, label: messages.imprint },
  ].flatMap(({ href, label }) => (href === undefined ? [] : [{ href, label }]));
}
