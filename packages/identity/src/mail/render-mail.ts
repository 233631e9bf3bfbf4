import {
  html,
  type LegalLink,
  legalLinksOf,
  type Locale,
  render,
  type SafeHtml,
  type Scheme,
} from "@latchkey/sign-in";
import { LOGO_URL, type MailBrand } from "./mail-brand.ts";
import { attributeStyles, type Look, previewStyles } from "./mail-styles.ts";
import { oneLine } from "./rules/address.ts";

/** What a mail says, in one language. Its texts are constants but for what a template puts into them. */
export interface MailContent {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly button?: { readonly label: string; readonly url: string };
  /** To type, in large letters. */
  readonly code?: string;
  /** In small letters, such as what to do if the user did not ask for the mail. */
  readonly closing: string;
}

/** Where a mail comes from. */
export interface MailFrame {
  readonly locale: Locale;
  readonly brand: MailBrand;
}

/** A mail in both its forms. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export function renderMail(content: MailContent, frame: MailFrame): RenderedMail {
  return {
    subject: oneLine(content.subject),
    text: textOf(content, frame),
    html: documentOf(content, frame, attributeStyles(frame.brand)),
  };
}

/** The document in one colour scheme, with all its styles in an element, for a page that permits no style attributes. */
export function renderMailPreview(content: MailContent, frame: MailFrame, scheme: Scheme): string {
  return documentOf(content, frame, previewStyles(frame.brand, scheme));
}

/** Where it is not the English one. */
const COLONS: Readonly<Partial<Record<Locale, string>>> = {
  fr: "\u202f:",
  ja: "：",
  zh: "：",
  "zh-TW": "：",
};

function textOf(
  { paragraphs, button, code, closing }: MailContent,
  { brand, locale }: MailFrame,
): string {
  const colon = COLONS[locale] ?? ":";
  const links = legalLinksOf(brand, locale).map(({ label, href }) => `${label}${colon} ${href}`);
  const parts = [
    ...paragraphs,
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(button === undefined ? [] : [`${button.label}${colon}\n${button.url}`]),
    closing,
    [`-- \n${brand.product_name}`, ...links].join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Nothing is loaded from elsewhere: the logo is part of the mail. */
function documentOf(
  { subject, paragraphs, button, code, closing }: MailContent,
  { locale, brand }: MailFrame,
  look: Look,
): string {
  const links = legalLinksOf(brand, locale);
  const document = html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="${look.color_scheme}" />
        <title>${subject}</title>
        ${look.sheet}
      </head>
      <body ${look.of("page")}>
        <div ${look.of("frame")} role="main">
          ${headerOf(brand, look)}
          <div ${look.of("card")}>
            <h1 ${look.of("heading")}>${subject}</h1>
            ${paragraphs.map((text) => html`<p ${look.of("text")}>${text}</p>`)}
            ${code !== undefined && html`<p ${look.of("code")}>${code}</p>`}
            ${button !== undefined && buttonOf(button, look)}
            <p ${look.of("closing")}>${closing}</p>
          </div>
          ${links.length > 0 && legalOf(links, look)}
        </div>
      </body>
    </html>`;
  return `${render(document)}\n`;
}

function headerOf({ product_name, has_logo, shows_name }: MailBrand, look: Look): SafeHtml {
  const alt = shows_name ? "" : product_name;
  return html`<p ${look.of("brand")}>
    ${has_logo && html`<img ${look.of("logo")} src="${LOGO_URL}" alt="${alt}" height="40" />`}
    ${shows_name && product_name}
  </p>`;
}

/** The URL is readable too: some mail apps show no links. */
function buttonOf(
  { label, url }: { readonly label: string; readonly url: string },
  look: Look,
): SafeHtml {
  return html`<p ${look.of("text")}><a href="${url}" ${look.of("button")}>${label}</a></p>
    <p ${look.of("url")}>${url}</p>`;
}

function legalOf(links: readonly LegalLink[], look: Look): SafeHtml {
  return html`<p ${look.of("legal")}>
    ${links.map(({ href, label }) => html`<a href="${href}" ${look.of("legal_link")}>${label}</a> `)}
  </p>`;
}
