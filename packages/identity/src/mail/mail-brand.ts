import { type Brand, type Logo, PRODUCT_NAME, type Scheme, type Theme } from "@latchkey/sign-in";

/** How mails look, as far as mail apps allow: they drop style sheets and images of other servers. */
export interface MailBrand {
  readonly product_name: string;
  /** It is sent with the mail. */
  readonly has_logo: boolean;
  readonly shows_name: boolean;
  readonly themes: Readonly<Record<Scheme, Theme>>;
  /** Pixels. */
  readonly corner_radius: number;
  readonly links: Brand["links"];
}

/** The product is called as on the pages, or as the sender of the mails where the pages were given no name. */
export function mailBrandOf(brand: Brand, sender_name: string | undefined): MailBrand {
  const { product_name, shows_name, themes, corner_radius, links } = brand;
  const has_logo = mailLogoOf(brand) !== undefined;
  return {
    product_name: product_name === PRODUCT_NAME ? (sender_name ?? PRODUCT_NAME) : product_name,
    has_logo,
    shows_name: shows_name || !has_logo,
    themes,
    corner_radius,
    links,
  };
}

/** The logo, if mail apps show such images: many show neither SVG nor WebP. */
export function mailLogoOf({ logo }: Pick<Brand, "logo">): Logo | undefined {
  return logo?.type === "image/png" ? logo : undefined;
}

/** RFC 2392: the URL of the logo within a mail. */
export const LOGO_CID = "logo";
export const LOGO_URL = `cid:${LOGO_CID}`;

/** The document of a mail outside a mail app, with its logo. */
export function withLogo(html: string, logo: Logo | undefined): string {
  return logo === undefined ? html : html.replaceAll(`src="${LOGO_URL}"`, `src="${logo.data_url}"`);
}
