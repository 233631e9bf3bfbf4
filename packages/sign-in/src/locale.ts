/** The languages the pages speak. */
export const locales = ["en", "de", "fr", "es", "ja", "zh"] as const;

/** One of them. */
export type Locale = (typeof locales)[number];

/** What the client asked for, then what the browser asks for, then English. */
export function chooseLocale(
  ui_locales: readonly string[] | undefined,
  accept_language: string | undefined,
): Locale {
  const wanted = [...(ui_locales ?? []), ...parseAcceptLanguage(accept_language ?? "")];
  const spoken = wanted.map(primaryLanguage).find((language) => language !== undefined);
  return spoken ?? "en";
}

/** RFC 9110 §12.5.4: the tags, most wanted first. */
function parseAcceptLanguage(header: string): string[] {
  const ranges = header
    .slice(0, LONGEST_HEADER)
    .split(",")
    .map((range) => {
      const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
      const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    });
  const wanted = ranges.filter(({ quality }) => quality > 0);
  return wanted.toSorted((one, other) => other.quality - one.quality).map(({ tag }) => tag);
}

/** `de-AT` is German to us. */
function primaryLanguage(tag: string): Locale | undefined {
  const language = tag.toLowerCase().split(/[-_]/)[0];
  return locales.find((locale) => locale === language);
}

const LONGEST_HEADER = 1_000;
