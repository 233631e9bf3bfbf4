import {
  colour,
  cornerRadius,
  explain,
  pageTextsByLanguage,
  productName,
  read,
} from "@latchkey/api";
import {
  type Config,
  type ConfigOf,
  type Kind,
  boolean,
  text,
  unset,
  url,
  reloadable,
} from "@latchkey/server/feature";

/** How the built-in pages look, where no administrator set it by the API. */
export const brandingSettings = {
  "branding.product_name": unset(
    ofContract(productName, "a name of at most 60 characters"),
    "What the built-in pages and mails call the product. Setting the branding in the console, or by the API, wins over this setting and those below.",
    reloadable,
  ),
  "branding.logo": unset(
    text,
    "A file with the logo that the built-in pages show: SVG, PNG or WebP, of at most 32 KiB.",
    reloadable,
  ),
  "branding.logo_dark": unset(text, "The same for the dark colour scheme.", reloadable),
  "branding.show_name": unset(
    boolean,
    "Whether the name is beside the logo: true by default.",
    reloadable,
  ),
  "branding.light.primary": unset(
    ofContract(colour, "a colour"),
    "The colour of buttons in the light colour scheme, such as #0b5fff. Other colours are derived, so that text can be read.",
    reloadable,
  ),
  "branding.light.background": unset(
    ofContract(colour, "a colour"),
    "The colour of the page around the card in the light colour scheme.",
    reloadable,
  ),
  "branding.dark.primary": unset(
    ofContract(colour, "a colour"),
    "The colour of buttons in the dark colour scheme; by default that of the light one, lighter where it has to be.",
    reloadable,
  ),
  "branding.dark.background": unset(
    ofContract(colour, "a colour"),
    "The colour of the page around the card in the dark colour scheme.",
    reloadable,
  ),
  "branding.corner_radius": unset(
    { ...ofContract(cornerRadius, "a number of pixels from 0 to 28"), parse: parseRadius },
    "The radius of corners on the built-in pages: 10 by default.",
    reloadable,
  ),
  "branding.css": unset(
    text,
    "A file with a style sheet of your own for the built-in pages, of at most 16384 characters, that loads nothing.",
    reloadable,
  ),
  "branding.links.privacy": unset(
    url,
    "The privacy policy, to which every built-in page has a link.",
    reloadable,
  ),
  "branding.links.terms": unset(url, "The terms of service, likewise.", reloadable),
  "branding.links.imprint": unset(url, "The imprint, likewise.", reloadable),
  "branding.texts": unset(
    ofContract(pageTextsByLanguage, "an object of texts by language and name"),
    "Texts of the built-in pages, by language: {en: {sign_in_title: Welcome back}}. The names are those of `texts` in the operation setBranding.",
    reloadable,
  ),
};

export type BrandingConfig = Config & ConfigOf<typeof brandingSettings>;

/** The kind of a value that the contract has a schema for. */
function ofContract<const Schema extends Parameters<typeof read>[0]>(schema: Schema, name: string) {
  type Value = Extract<ReturnType<typeof read<Schema>>, { ok: true }>["value"];
  const kind: Kind<Value> = {
    name,
    parse: (value) => {
      const given = read(schema, typeof value === "string" ? fromText(value) : plain(value));
      if (given.ok) return given;
      return { ok: false, error: `must be ${name}. ${explain(given.error)}` };
    },
  };
  return kind;
}

function parseRadius(value: unknown): ReturnType<Kind<number>["parse"]> {
  const given = read(cornerRadius, typeof value === "string" ? Number(value) : value);
  return given.ok ? given : { ok: false, error: "must be a whole number from 0 to 28" };
}

/** Settings files give maps, programs give objects, and the environment JSON. */
function plain(value: unknown): unknown {
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([key, inner]) => [key, plain(inner)]));
}

function fromText(value: string): unknown {
  if (!value.trimStart().startsWith("{")) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
