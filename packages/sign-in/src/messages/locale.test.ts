import assert from "node:assert/strict";
import { test } from "node:test";

import { chooseLocale } from "./locale.ts";

const choices: [string[] | undefined, string | undefined, string][] = [
  [undefined, undefined, "en"],
  [["de"], "fr", "de"],
  [["de-AT"], undefined, "de"],
  [["ZH-Hant-TW"], undefined, "zh-TW"],
  [["zh-TW"], undefined, "zh-TW"],
  [["zh-HK"], undefined, "zh-TW"],
  [["zh-Hans-TW"], undefined, "zh"],
  [["zh-CN"], undefined, "zh"],
  [["zh"], undefined, "zh"],
  [["tlh", "ja"], "fr", "ja"],
  [["tlh"], "fr", "fr"],
  [[], "es-MX,en;q=0.5", "es"],
  [[], "en;q=0.5, fr;q=0.9, de;q=0.8", "fr"],
  [[], "fr;q=0, de", "de"],
  [[], "fr;q=junk, de;q=0.1", "de"],
  [[], "*", "en"],
  [[], ";;;,,,q=", "en"],
];

for (const [ui_locales, accept_language, locale] of choices) {
  test(`${JSON.stringify(ui_locales)} over ${accept_language} is ${locale}`, () => {
    assert.equal(chooseLocale(ui_locales, accept_language), locale);
  });
}
