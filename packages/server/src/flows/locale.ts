import { chooseLocale, type Locale } from "@latchkey/sign-in";
import type { Request } from "../http/request.ts";

/** The language of the user: `ui_locales` of the client, else the browser's. */
export function localeOf({ query, headers }: Request): Locale {
  const asked = query.get("ui_locales")?.split(" ");
  return chooseLocale(asked, headers["accept-language"]);
}
