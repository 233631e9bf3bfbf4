import { html, type SafeHtml, type Scheme, type Theme, trusted } from "@latchkey/sign-in";
import type { MailBrand } from "./mail-brand.ts";

/** The parts of a mail that have a style, each with its class. */
type Part =
  | "page"
  | "frame"
  | "brand"
  | "logo"
  | "card"
  | "heading"
  | "text"
  | "code"
  | "button"
  | "url"
  | "closing"
  | "legal"
  | "legal_link";

/** How a document gets its styles. */
export interface Look {
  readonly color_scheme: string;
  /** The style element. */
  readonly sheet: SafeHtml;
  /** The attributes of an element. */
  readonly of: (part: Part) => SafeHtml;
}

type Declarations = Readonly<Partial<Record<Part, string>>>;

/**
 * For mail apps: many drop style elements, so that every element has its style, in light colours. Those that keep them show dark
 * ones, too.
 */
export function attributeStyles(brand: MailBrand): Look {
  const layout = layoutOf(brand);
  const light = coloursOf(brand.themes.light);
  const dark = Object.entries(coloursOf(brand.themes.dark)).map(
    ([part, text]) => `.${part}{${text.replaceAll(";", "!important;")}}`,
  );
  return {
    color_scheme: "light dark",
    sheet: trusted(`<style>@media (prefers-color-scheme: dark){${dark.join("")}${PLATE}}</style>`),
    of: (part) => html`class="${part}" style="${layout[part] ?? ""}${light[part] ?? ""}"`,
  };
}

/** For the preview, whose page permits style elements with its nonce, and no attributes. */
export function previewStyles(brand: MailBrand, scheme: Scheme): Look {
  const layout = layoutOf(brand);
  const colours = coloursOf(brand.themes[scheme]);
  const rules = Object.entries(layout).map(([part, text]) => `.${part}{${text}}`);
  const tints = Object.entries(colours).map(([part, text]) => `.${part}{${text}}`);
  const plate = scheme === "dark" ? PLATE : "";
  return {
    color_scheme: scheme,
    sheet: trusted(`<style nonce="preview">${[...rules, ...tints, plate].join("")}</style>`),
    of: (part) => html`class="${part}"`,
  };
}

/** A logo is made for a light page. */
const PLATE = ".logo{background:#ffffff!important;padding:6px;border-radius:6px}";

const FONT = `font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans',sans-serif;`;

function layoutOf({ corner_radius }: MailBrand): Declarations {
  const corners = `border-radius:${corner_radius}px;`;
  const paragraph = "margin:0 0 16px;";
  return {
    page: `margin:0;padding:24px 16px;${FONT}font-size:16px;line-height:1.5;`,
    frame: "max-width:520px;margin:0 auto;",
    brand: "margin:0 4px 16px;font-weight:600;",
    logo: "height:40px;width:auto;border:0;vertical-align:middle;margin-right:8px;",
    card: `padding:28px;border-width:1px;border-style:solid;${corners}`,
    heading: "margin:0 0 12px;font-size:20px;line-height:1.3;",
    text: paragraph,
    code: `${paragraph}font-size:32px;letter-spacing:4px;font-weight:600;`,
    button: `display:inline-block;padding:10px 20px;text-decoration:none;font-weight:600;${corners}`,
    url: `${paragraph}font-size:14px;word-break:break-all;`,
    closing: "margin:24px 0 0;font-size:14px;",
    legal: "margin:16px 4px 0;font-size:14px;",
    legal_link: "margin-right:16px;",
  };
}

function coloursOf(theme: Theme): Declarations {
  return {
    page: `background:${theme.page};color:${theme.ink};`,
    brand: `color:${theme["on-page"]};`,
    card: `background:${theme.raised};border-color:${theme.line};color:${theme.ink};`,
    button: `background:${theme.brass};color:${theme["on-brass"]};`,
    url: `color:${theme.quiet};`,
    closing: `color:${theme.quiet};`,
    legal_link: `color:${theme["on-page"]};`,
  };
}
