/** RFC 9396: the types of authorization details, as an operator registers them. */

import * as v from "valibot";
import { named, optional, requestObject, required, type ValueOf } from "../objects.ts";
import {
  flag,
  ignoredTimestamp,
  jsonObject,
  list,
  textsWhere,
  textWhere,
  timestamp,
} from "../values.ts";

/** A part of a sentence: text, or the place of a value in the detail. */
export type SentencePart = { readonly text: string } | { readonly field: readonly string[] };

/** The parts of a sentence such as "Pay {amount.value} to {creditor}"; undefined when its braces are wrong. */
export function parseSentence(sentence: string): readonly SentencePart[] | undefined {
  const parts = sentence
    .split(PLACEHOLDER)
    .map((part, index): SentencePart =>
      index % 2 === 0 ? { text: part } : { field: part.split(".") },
    );
  const isClean = parts.every((part) => !("text" in part) || !/[{}]/.test(part.text));
  return isClean ? parts.filter((part) => !("text" in part) || part.text !== "") : undefined;
}

const PLACEHOLDER = /\{([\w$-]{1,64}(?:\.[\w$-]{1,64}){0,7})\}/;

const sentence = textWhere(
  (text) => text.length > 0 && text.length <= 500 && parseSentence(text) !== undefined,
  "a sentence of 1 to 500 characters, in which {field} or {field.inner} stands for a value of the detail",
);

const sentences = v.pipe(
  requestObject({
    en: required(sentence, "In English, and for every language without one of its own."),
    de: optional(sentence, "In German."),
    fr: optional(sentence, "In French."),
    es: optional(sentence, "In Spanish."),
    ja: optional(sentence, "In Japanese."),
    zh: optional(sentence, "In simplified Chinese."),
    "zh-TW": optional(sentence, "In traditional Chinese."),
  }),
);

const type = textWhere(
  (text) => text.length <= 255 && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text),
  "a string of 1 to 255 ASCII characters without spaces, quotes and backslashes",
);

const fields = {
  schema: required(
    jsonObject,
    "The JSON Schema (2020-12) that each detail of the type must fit. References outside the schema and patterns that may take long are refused.",
  ),
  sentences: required(
    sentences,
    "What the consent page says, by language, with values of the detail in braces.",
  ),
};

const reducible = textsWhere(
  (pointer) => /^(?:\/(?:[^~/]|~[01])+)+$/.test(pointer) && pointer.length <= 255,
  "a list of JSON Pointers such as /actions",
);

export const authorizationDetailsType = named(
  "AuthorizationDetailsType",
  "A type of authorization details: RFC 9396 §2.1.",
  v.object({
    type: required(v.string(), "Its name: the `type` of each detail."),
    ...fields,
    reducible: required(
      list(v.string()),
      "The fields, as JSON Pointers, in which less may be granted than was requested: lists may lose entries, numbers may be lowered.",
    ),
    rememberable: required(
      v.boolean(),
      "Whether a remembered consent covers a later request for the same. Not for payments.",
    ),
    created_at: required(timestamp, "When it was created, in RFC 3339."),
    updated_at: required(timestamp, "When it was last changed, in RFC 3339."),
  }),
);

export interface AuthorizationDetailsType extends ValueOf<typeof authorizationDetailsType> {}

export const authorizationDetailsTypeInput = named(
  "AuthorizationDetailsTypeInput",
  "What create and update take. An update replaces the type.",
  requestObject({
    type: required(type, "Its name, which cannot be changed: often a URL or a short word."),
    ...fields,
    reducible: optional(
      reducible,
      "The fields, as JSON Pointers, in which less may be granted than was requested; none when left out.",
    ),
    rememberable: optional(
      flag,
      "Whether a remembered consent covers a later request for the same; false when left out.",
    ),
    created_at: optional(
      ignoredTimestamp,
      "Set by the server; ignored, so that a type can be sent back.",
    ),
    updated_at: optional(
      ignoredTimestamp,
      "Set by the server; ignored, so that a type can be sent back.",
    ),
  }),
  {
    type: "payment_initiation",
    schema: {
      type: "object",
      properties: {
        type: { const: "payment_initiation" },
        amount: { type: "number", exclusiveMinimum: 0 },
        currency: { type: "string", pattern: "^[A-Z]{3}$" },
        creditor: { type: "string", maxLength: 70 },
      },
      required: ["type", "amount", "currency", "creditor"],
      additionalProperties: false,
    },
    sentences: {
      en: "Pay {amount} {currency} to {creditor}",
      de: "{amount} {currency} an {creditor} zahlen",
    },
    reducible: ["/amount"],
  },
);

export interface AuthorizationDetailsTypeInput extends ValueOf<
  typeof authorizationDetailsTypeInput
> {}
