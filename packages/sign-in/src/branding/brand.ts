import {
  type Branding,
  type PageTexts,
  type ScopeTexts,
  textIn,
  type DisplayText,
} from "@latchkey/api";
import { hash } from "node:crypto";

import { embeddedIcon, iconPath } from "../assets/assets.ts";
import type { PageResponse } from "../http/exchange.ts";
import { type Logo, readLogoUrl } from "./logo-file.ts";
import { deriveTheme, type Scheme, schemes, type Theme, themeOf } from "./theme.ts";

/** How pages look, and what they say: a branding with everything that pages derive from it. */
export interface Brand {
  readonly product_name: string;
  readonly logo: Logo | undefined;
  readonly logo_dark: Logo | undefined;
  /** Whether the name is beside the logo. */
  readonly shows_name: boolean;
  /** Whether the mark of this server stands for the product. */
  readonly has_own_mark: boolean;
  /** After the style sheet of the pages; empty where nothing differs. */
  readonly css: string;
  readonly css_path: string;
  /** CSP hash of the style sheet, for pages that contain it inline. */
  readonly css_digest: string;
  readonly links: NonNullable<Branding["links"]>;
  /** The operator's texts in a language of the pages; undefined where there are none. */
  readonly textsIn: (language: string) => PageTexts | undefined;
  readonly textOfScope: (scope: string, language: string) => DisplayText | undefined;
  /** The colours and corners of mails. */
  readonly themes: Readonly<Record<Scheme, Theme>>;
  readonly corner_radius: number;
}

/** What the product is called where nothing else is said. */
export const PRODUCT_NAME = "Latchkey";

/** Reads a branding whose logos and style sheet were checked before. */
export function createBrand(branding: Branding): Brand {
  const css = stylesheetOf(branding);
  const logo = branding.logo === undefined ? undefined : readLogoUrl(branding.logo);
  const dark = branding.logo_dark === undefined ? undefined : readLogoUrl(branding.logo_dark);
  const texts = languagesOf(branding.texts ?? {});
  const scope_texts: ScopeTexts = branding.scope_texts ?? {};
  return {
    product_name: branding.product_name ?? PRODUCT_NAME,
    logo,
    logo_dark: dark,
    shows_name: logo === undefined || branding.show_name !== false,
    has_own_mark: logo === undefined && branding.product_name === undefined,
    css,
    css_path: `assets/brand.${hash("sha256", css, "hex").slice(0, 12)}.css`,
    css_digest: `'sha256-${hash("sha256", css, "base64")}'`,
    links: branding.links ?? {},
    textsIn: (language) => texts.get(language.toLowerCase()) ?? texts.get(primaryOf(language)),
    textOfScope: (scope, language) =>
      Object.hasOwn(scope_texts, scope) ? textIn(scope_texts[scope] ?? {}, language) : undefined,
    themes: { light: themeOf("light", branding), dark: themeOf("dark", branding) },
    corner_radius: branding.corner_radius ?? 10,
  };
}

/** The pages of a server without a branding. */
export const noBrand: Brand = createBrand({});

/** Serves the style sheet and the logos. An SVG that is opened on its own is in a sandbox, where it runs and loads nothing. */
export function findBrandAsset(brand: Brand, path: string): PageResponse | undefined {
  if (path === brand.css_path && brand.css !== "")
    return file("text/css; charset=utf-8", "default-src 'none'", { body: brand.css });
  const logo = [brand.logo, brand.logo_dark].find((one) => one?.path === path);
  if (logo === undefined) return undefined;
  const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
  return file(logo.type, policy, { body: "", bytes: logo.bytes });
}

/** The icon of the pages, as a URL below the base path or as one that needs no request. */
export function iconOf(
  { logo, has_own_mark }: Brand,
  base_path: string | undefined,
): Icon | undefined {
  if (logo !== undefined)
    return {
      type: logo.type,
      href: base_path === undefined ? logo.data_url : base_path + logo.path,
    };
  if (!has_own_mark) return undefined;
  const type = "image/svg+xml";
  return { type, href: base_path === undefined ? embeddedIcon : base_path + iconPath };
}

interface Icon {
  readonly type: string;
  readonly href: string;
}

function stylesheetOf(branding: Branding): string {
  const { corner_radius, css = "" } = branding;
  const radius = corner_radius === undefined ? "" : `:root{--radius:${corner_radius}px}\n`;
  const themes = schemes.map((scheme) => {
    const theme = deriveTheme(scheme, branding);
    if (theme === undefined) return "";
    const tokens = Object.entries(theme).map(([name, value]) => `--${name}:${value}`);
    return `@media (prefers-color-scheme: ${scheme}){:root{${tokens.join(";")}}}\n`;
  });
  return `${themes.join("")}${radius}${css}`;
}

function languagesOf(texts: NonNullable<Branding["texts"]>): ReadonlyMap<string, PageTexts> {
  return new Map(Object.entries(texts).map(([tag, of]) => [tag.toLowerCase(), of]));
}

function primaryOf(language: string): string {
  return language.toLowerCase().split("-")[0] ?? "";
}

function file(
  type: string,
  policy: string,
  content: Pick<PageResponse, "body" | "bytes">,
): PageResponse {
  const headers = {
    "content-type": type,
    "cache-control": "public, max-age=31536000, immutable",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "content-security-policy": policy,
  };
  return { status: 200, headers, ...content };
}
