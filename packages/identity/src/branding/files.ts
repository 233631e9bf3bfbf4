import type { Branding } from "@latchkey/api";
import { LOGO_FORM, problemOfCss, readLogo } from "@latchkey/sign-in";
import { readSettingBytes, SettingFileError } from "@latchkey/server/feature/endpoints";
import type { BrandingConfig } from "./settings.ts";

/** The branding of the settings, with the files they name. Throws a SettingFileError. */
export function readConfiguredBranding(config: BrandingConfig): Branding {
  const given = {
    product_name: config["branding.product_name"],
    logo: readLogoOf("branding.logo", config),
    logo_dark: readLogoOf("branding.logo_dark", config),
    show_name: config["branding.show_name"],
    light: filled({
      primary: config["branding.light.primary"],
      background: config["branding.light.background"],
    }),
    dark: filled({
      primary: config["branding.dark.primary"],
      background: config["branding.dark.background"],
    }),
    corner_radius: config["branding.corner_radius"],
    css: readCss(config),
    links: filled({
      privacy: config["branding.links.privacy"],
      terms: config["branding.links.terms"],
      imprint: config["branding.links.imprint"],
    }),
    texts: config["branding.texts"],
  };
  return filled(given) ?? {};
}

/** Without the fields that are undefined; undefined if nothing is left. */
function filled<T extends object>(
  given: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } | undefined {
  const set = { ...given };
  for (const [name, value] of Object.entries(given))
    if (value === undefined) Reflect.deleteProperty(set, name);
  return Object.keys(set).length === 0 ? undefined : set;
}

function readLogoOf(
  key: "branding.logo" | "branding.logo_dark",
  config: BrandingConfig,
): string | undefined {
  const path = config[key];
  if (path === undefined) return undefined;
  const logo = readLogo(readSettingBytes(key, path));
  if (logo !== undefined) return logo.data_url;
  throw new SettingFileError({ key, message: `names ${path}, which must be ${LOGO_FORM}` });
}

function readCss(config: BrandingConfig): string | undefined {
  const key = "branding.css";
  const path = config[key];
  if (path === undefined) return undefined;
  const css = readSettingBytes(key, path).toString("utf8");
  const expected = problemOfCss(css);
  if (expected === undefined) return css;
  throw new SettingFileError({ key, message: `names ${path}, which must be ${expected}` });
}
