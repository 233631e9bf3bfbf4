/** What users read of scopes and APIs, in the words of the operator. */

import * as v from "valibot";
import { isSingleScope } from "./formats.ts";
import { named, optional, requestObject, required, type ValueOf } from "./objects.ts";
import { isPlainText } from "./plain-text.ts";
import { list, textWhere } from "./values.ts";

/** Text in one line, as users read it. */
export function plainText(max_length: number) {
  return textWhere(
    (text) => text.length <= max_length && isPlainText(text),
    `plain text of 1 to ${max_length} characters in one line`,
  );
}

const displayText = requestObject({
  title: required(
    plainText(100),
    "A few words, such as `see your photos`. That of a scope completes the sentence of the consent page, as the built-in ones do.",
  ),
  description: optional(plainText(500), "A sentence more, where the title does not say it all."),
});

/** A title and a sentence. */
export interface DisplayText extends ValueOf<typeof displayText> {}

const MAX_LANGUAGES = 50;
const LANGUAGES = `an object with a text for each of at most ${MAX_LANGUAGES} language tags, such as en or pt-BR`;
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i;

/** By language tag (BCP 47). */
export const displayTexts = named(
  "DisplayTexts",
  "A title and a description for users, by language (BCP 47). A user sees that of their language, or else that in `en`.",
  v.pipe(
    v.record(v.string(), displayText, LANGUAGES),
    v.check((texts) => hasKeys(texts, MAX_LANGUAGES, (tag) => LANGUAGE.test(tag)), LANGUAGES),
  ),
  { en: { title: "See your photos" }, de: { title: "Ihre Fotos ansehen" } },
);

export interface DisplayTexts extends ValueOf<typeof displayTexts> {}

const MAX_SCOPES = 1_000;
const SCOPES = `an object with texts for each of at most ${MAX_SCOPES} scopes`;

/** The texts of scopes, by scope. */
export const scopeTexts = v.pipe(
  v.record(
    v.string(),
    v.lazy(() => displayTexts),
    SCOPES,
  ),
  v.check(
    (texts) => hasKeys(texts, MAX_SCOPES, (scope) => scope !== "" && isSingleScope(scope)),
    SCOPES,
  ),
);

export type ScopeTexts = ValueOf<typeof scopeTexts>;

/** What a page that asks a user shows for a request. */
export const requestTexts = named(
  "RequestTexts",
  "What users read of the scopes and audiences that are requested.",
  v.object({
    scopes: required(
      list(
        v.object({
          scope: required(v.string(), "A requested scope."),
          texts: required(displayTexts, "Its title and description, by language."),
        }),
      ),
      "The requested scopes that have texts.",
    ),
    audiences: required(
      list(
        v.object({
          audience: required(v.string(), "A requested audience, as the client sent it."),
          texts: required(displayTexts, "The title and description of its API, by language."),
        }),
      ),
      "The requested audiences whose API has texts.",
    ),
  }),
);

export interface RequestTexts extends ValueOf<typeof requestTexts> {}

/**
 * The text in a language: with this tag, or its primary subtag, or else in English. Undefined when there is none of these.
 */
export function textIn(
  texts: Readonly<Record<string, DisplayText>>,
  language: string,
): DisplayText | undefined {
  const byTag = new Map(Object.entries(texts).map(([tag, text]) => [tag.toLowerCase(), text]));
  const wanted = language.toLowerCase();
  const [primary = ""] = wanted.split("-");
  return byTag.get(wanted) ?? byTag.get(primary) ?? byTag.get("en");
}

function hasKeys(
  texts: Readonly<Record<string, unknown>>,
  max: number,
  isFit: (key: string) => boolean,
): boolean {
  const keys = Object.keys(texts);
  return keys.length <= max && keys.every(isFit);
}
