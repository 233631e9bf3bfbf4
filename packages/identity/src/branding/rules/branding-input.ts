import { type Branding, branding, brandingPreviewRequest } from "@latchkey/api";
import { LOGO_FORM, problemOfCss, readLogoUrl } from "@latchkey/sign-in";
import {
  err,
  ok,
  type OAuthError,
  readInput,
  type Result,
  unacceptable,
} from "@latchkey/server/feature/rules";

/** Reads a branding: its images are images, and its style sheet loads nothing. */
export function readBranding(body: unknown): Result<Branding, OAuthError> {
  const input = readInput(body, branding);
  return input.ok ? verifyFiles(input.value) : input;
}

/** Reads what is to be previewed. */
export function readPreviewRequest(body: unknown) {
  const input = readInput(body, brandingPreviewRequest);
  if (!input.ok) return input;
  const files = verifyFiles(input.value.branding);
  return files.ok ? ok({ ...input.value, branding: files.value }) : err(files.error);
}

function verifyFiles(given: Branding): Result<Branding, OAuthError> {
  for (const field of ["logo", "logo_dark"] as const) {
    const url = given[field];
    if (url !== undefined && readLogoUrl(url) === undefined)
      return unacceptable(`The field ${field} must be ${LOGO_FORM}, as a data: URL in base64.`);
  }
  const expected = given.css === undefined ? undefined : problemOfCss(given.css);
  return expected === undefined ? ok(given) : unacceptable(`The field css must be ${expected}.`);
}

/** What is stored wins over settings, field by field; of texts, language by language. */
export function mergeBranding(settings: Branding, stored: Branding): Branding {
  const merged = { ...settings, ...stored };
  const { light, dark, links, texts } = {
    light: { ...settings.light, ...stored.light },
    dark: { ...settings.dark, ...stored.dark },
    links: { ...settings.links, ...stored.links },
    texts: { ...settings.texts, ...stored.texts },
  };
  const parts = { light, dark, links, texts };
  const filled = Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0);
  // A logo for dark pages that belongs to another logo is none.
  if (stored.logo !== undefined && stored.logo_dark === undefined)
    Reflect.deleteProperty(merged, "logo_dark");
  return { ...merged, ...Object.fromEntries(filled) };
}
