import type { Locale } from "./locale.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { ja } from "./ja.ts";
import type { Messages } from "./messages-type.ts";
import { zhTw } from "./zh-tw.ts";
import { zh } from "./zh.ts";

/** The texts of the pages in one language. */
export function messagesIn(locale: Locale): Messages {
  return languages[locale];
}

const languages: { readonly [Language in Locale]: Messages } = {
  en,
  de,
  fr,
  es,
  ja,
  zh,
  "zh-TW": zhTw,
};
