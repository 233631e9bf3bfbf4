/** The languages of the pages. */
export const locales = ["en", "de", "fr", "es", "ja", "zh", "zh-TW"] as const;

export type Locale = (typeof locales)[number];

/** Prefers the client's `ui_locales`, then the browser's `Accept-Language`, then English. */
export function chooseLocale(
  ui_locales: readonly string[] | undefined,
  accept_language: string | undefined,
): Locale {
  const wanted = [...(ui_locales ?? []), ...parseAcceptLanguage(accept_language ?? "")];
  return wanted.map(findLocale).find((locale) => locale !== undefined) ?? "en";
}

/** RFC 9110 §12.5.4: language tags by descending quality. */
function parseAcceptLanguage(header: string): string[] {
  const ranges = header
    .slice(0, MAX_HEADER_LENGTH)
    .split(",")
    .map((range) => {
      const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
      const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    });
  const wanted = ranges.filter(({ quality }) => quality > 0);
  return wanted.toSorted((one, other) => other.quality - one.quality).map(({ tag }) => tag);
}

/** Matches the primary language, so `de-AT` is German. Chinese depends on the script (RFC 5646 §4.1): Taiwan, Hong Kong and Macao write traditional characters. */
function findLocale(tag: string): Locale | undefined {
  const [language, ...subtags] = tag.toLowerCase().split(/[-_]/);
  if (language === "zh" && !subtags.includes("hans")) {
    if (subtags.some((subtag) => TRADITIONAL_CHINESE.has(subtag))) return "zh-TW";
  }
  return locales.find((locale) => locale === language);
}

const TRADITIONAL_CHINESE = new Set(["hant", "tw", "hk", "mo"]);

const MAX_HEADER_LENGTH = 1_000;
