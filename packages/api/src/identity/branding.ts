/** How the built-in pages look, and what they say. */

import * as v from "valibot";
import { plainText, scopeTexts } from "../display-texts.ts";
import { webLink } from "../formats.ts";
import { named, optional, requestObject, required, type ValueOf } from "../objects.ts";
import { flag, limit, list, stringOf } from "../values.ts";

const COLOUR = "a colour such as #1a2b3c";

/** A colour: red, green and blue. */
export const colour = v.pipe(stringOf(7, COLOUR), v.regex(/^#[0-9a-f]{6}$/i, COLOUR));

const brandColours = named(
  "BrandColours",
  "Colours of the pages in one colour scheme. Everything else is derived from them, so that text can be read.",
  requestObject({
    primary: optional(
      colour,
      "The colour of the first button, and, where it can be read, of links.",
    ),
    background: optional(colour, "The colour of the page around the card."),
  }),
);

export interface BrandColours extends ValueOf<typeof brandColours> {}

const MAX_CORNER_RADIUS = 28;
const RADIUS = `a whole number of pixels from 0 to ${MAX_CORNER_RADIUS}`;

export const cornerRadius = v.pipe(
  v.number(RADIUS),
  limit<number>(
    (value) => Number.isInteger(value) && value >= 0 && value <= MAX_CORNER_RADIUS,
    RADIUS,
  ),
  v.metadata({ type: "integer", minimum: 0, maximum: MAX_CORNER_RADIUS }),
);

/** The texts of pages that can be replaced, and what each is. */
export const pageTexts = {
  sign_in_title: "The heading of the login page.",
  sign_in_intro: "Below the line that says which app the user continues to.",
  second_factor_title: "The heading of the page that asks for a code or a passkey.",
  consent_intro: "Below the heading of the consent page, which names the app.",
  sign_out_title: "The heading of the page that asks whether to sign out.",
  signed_out_title: "The heading of the page after signing out.",
  signed_out_text: "The sentence of that page.",
  account_title: "The heading of the account page.",
  account_intro: "Below it.",
  device_title: "The heading of the page that asks for the code of a device.",
  device_intro: "The sentence of that page.",
  error_intro: "On error pages, below what happened: where users find help.",
} as const;

/** The name of a text of a page. */
export type PageTextName = keyof typeof pageTexts;

const PAGE_TEXTS = "an object of texts by language tag, such as en or pt-BR";
const MAX_PAGE_TEXT_LENGTH = 300;
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i;
const MAX_LANGUAGES = 50;

const textsOfOneLanguage = requestObject({
  sign_in_title: optional(plainText(MAX_PAGE_TEXT_LENGTH), pageTexts.sign_in_title),
  sign_in_intro: optional(plainText(MAX_PAGE_TEXT_LENGTH), pageTexts.sign_in_intro),
  second_factor_title: optional(plainText(MAX_PAGE_TEXT_LENGTH), pageTexts.second_factor_title),
  consent_intro: optional(plainText(MAX_PAGE_TEXT_LENGTH), pageTexts.consent_intro),
  sign_out_title: optional(plainText(MAX_PAGE_TEXT_LENGTH), pageTexts.sign_out_title),
  signed_out_title: optional(plainText(MAX_PAGE_TEXT_LENGTH), pageTexts.signed_out_title),
  signed_out_text: optional(plainText(MAX_PAGE_TEXT_LENGTH), pageTexts.signed_out_text),
  account_title: optional(plainText(MAX_PAGE_TEXT_LENGTH), pageTexts.account_title),
  account_intro: optional(plainText(MAX_PAGE_TEXT_LENGTH), pageTexts.account_intro),
  device_title: optional(plainText(MAX_PAGE_TEXT_LENGTH), pageTexts.device_title),
  device_intro: optional(plainText(MAX_PAGE_TEXT_LENGTH), pageTexts.device_intro),
  error_intro: optional(plainText(MAX_PAGE_TEXT_LENGTH), pageTexts.error_intro),
} satisfies { readonly [Name in PageTextName]: unknown });

/** The texts of pages in one language. */
export interface PageTexts extends ValueOf<typeof textsOfOneLanguage> {}

/** By language tag (BCP 47). */
export const pageTextsByLanguage = v.pipe(
  v.record(v.string(), textsOfOneLanguage, PAGE_TEXTS),
  v.check((texts) => {
    const tags = Object.keys(texts);
    return tags.length <= MAX_LANGUAGES && tags.every((tag) => LANGUAGE.test(tag));
  }, PAGE_TEXTS),
);

const links = requestObject({
  privacy: optional(webLink, "The privacy policy of the operator."),
  terms: optional(webLink, "The terms of service."),
  imprint: optional(webLink, "The imprint."),
});

/** In base64, a third more than the bytes. */
const MAX_LOGO_URL_LENGTH = 44_000;
const LOGO =
  "an SVG, PNG or WebP image of at most 32 KiB, as data:image/svg+xml;base64,… or the same of its type";
const logo = stringOf(MAX_LOGO_URL_LENGTH, LOGO);
const CSS = "CSS of at most 16384 characters";

export const productName = plainText(60);

export const branding = named(
  "Branding",
  "How the built-in pages look, and what they say. What is left out is as the settings `branding.*` say, or as it is without them.",
  requestObject({
    product_name: optional(productName, "What the pages and mails call the product."),
    logo: optional(logo, "The logo, as a `data:` URL: SVG, PNG or WebP of at most 32 KiB."),
    logo_dark: optional(logo, "The logo for the dark colour scheme; the same one by default."),
    show_name: optional(
      flag,
      "Whether the name is beside the logo: true by default. A logo that shows the name needs no other.",
    ),
    light: optional(brandColours, "Colours of the light scheme."),
    dark: optional(
      brandColours,
      "Colours of the dark scheme. By default, the primary colour of the light one, lighter where it has to be.",
    ),
    corner_radius: optional(cornerRadius, "The radius of corners in pixels: 10 by default."),
    css: optional(
      stringOf(16_384, CSS),
      "A style sheet of your own, after that of the pages. It may load nothing: no `@import`, and `url()` only with `data:` images.",
    ),
    links: optional(links, "Links at the bottom of every page."),
    texts: optional(
      pageTextsByLanguage,
      "Texts of pages, by language (BCP 47) and name. Users of other languages see the built-in ones.",
    ),
    scope_texts: optional(
      scopeTexts,
      "Texts of scopes that no API and no setting `oauth2.scopes` describes, by scope and language.",
    ),
  }),
  {
    product_name: "Wonderland",
    light: { primary: "#0b5fff", background: "#f4f6fb" },
    corner_radius: 6,
    links: { privacy: "https://wonderland.example/privacy" },
    texts: { en: { sign_in_title: "Welcome to Wonderland" } },
  },
);

export interface Branding extends ValueOf<typeof branding> {}

const faintColour = named(
  "FaintColour",
  "A primary colour that cannot be read as text.",
  v.object({
    scheme: required(v.picklist(["light", "dark"]), "The colour scheme."),
    colour: required(v.string(), "The colour that was chosen. It fills buttons."),
    contrast: required(v.number(), "Its contrast with the card, of at least 4.5 for text."),
    used_for_text: required(v.string(), "The colour of links and focus rings in its place."),
  }),
);

export const brandingState = named(
  "BrandingState",
  "What the pages look like, and where that comes from.",
  v.object({
    stored: required(branding, "What was set by this API. It wins over settings, field by field."),
    effective: required(
      branding,
      "What pages use: what is stored, and what settings say beside it.",
    ),
    faint_colours: required(
      list(faintColour),
      "Colours that pages use for buttons, and a readable relative of for text.",
    ),
  }),
);

export interface BrandingState extends ValueOf<typeof brandingState> {}

/** The pages of the preview. */
export const previewPages = [
  "sign_in",
  "wrong_password",
  "choose_account",
  "second_factor",
  "second_factor_passkey",
  "set_up_factor",
  "recovery_codes",
  "choose_password",
  "email_code",
  "register",
  "new_account",
  "forgot_password",
  "reset_password",
  "verify_email",
  "consent",
  "account",
  "authenticator_app",
  "delete_account",
  "sign_out",
  "signed_out",
  "device",
  "confirm_device",
  "approve",
  "connected_apps",
  "redirect",
  "error",
] as const;

export type PreviewPage = (typeof previewPages)[number];

/** The mails of the preview. */
export const previewMails = [
  "mail_verify_email",
  "mail_register",
  "mail_account_exists",
  "mail_invitation",
  "mail_reset_password",
  "mail_sign_in_code",
  "mail_email_changed",
  "mail_password_reset",
  "mail_security_notice",
] as const;

export type PreviewMail = (typeof previewMails)[number];

const previewed = [...previewPages, ...previewMails] as const;

export const brandingPreviewRequest = named(
  "BrandingPreviewRequest",
  "A page or mail to show with a branding that is not stored yet.",
  requestObject({
    branding: required(branding, "What is to be tried. It replaces what is stored."),
    page: required(
      v.picklist(previewed, `one of: ${previewed.join(", ")}`),
      "The page or mail, with sample data.",
    ),
    scheme: required(v.picklist(["light", "dark"], "one of: light, dark"), "The colour scheme."),
    language: optional(stringOf(35, "a language tag"), "A language tag (BCP 47); `en` by default."),
  }),
  { branding: { product_name: "Wonderland" }, page: "sign_in", scheme: "light" },
);

export const brandingPreview = named(
  "BrandingPreview",
  "A page or mail with sample data.",
  v.object({
    html: required(
      v.string(),
      "The document. It runs no scripts and loads nothing; its `style` elements have the nonce `preview`.",
    ),
  }),
);

export interface BrandingPreview extends ValueOf<typeof brandingPreview> {}
