/**
 * The building blocks of the contract's schemas: strings, lists, numbers and JSON. `formats.ts` has the strings of a
 * certain form, such as UUIDs, and `objects.ts` the objects that consist of them.
 *
 * The message of every rule is what the value must be, as the end of the sentence "The field … must be …": `problem.ts`
 * makes the sentence. Rules about the form of a value that has the right type and size are made with `v.check`, and only
 * those: RFC 7591 §3.2.2 gives them another error code.
 */

import * as v from "valibot";
import { isPlainText, isPlainTextInLines } from "./plain-text.ts";

// Far beyond what a client needs, and small enough that a request cannot fill the database.
export const MAX_TEXT_LENGTH = 8 * 1024;
const MAX_JSON_LENGTH = 64 * 1024;
export const MAX_LIST_LENGTH = 1_000;

/** Any JSON object, carried and not interpreted. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A rule about type or size, with what the value must be. */
export function limit<T>(isWithin: (value: T) => boolean, expected: string) {
  return v.rawCheck<T>(({ dataset, addIssue }) => {
    if (dataset.typed && !isWithin(dataset.value)) addIssue({ message: expected });
  });
}

/** A string of at most so many characters. */
export function stringOf(max_length: number, expected: string) {
  return v.pipe(v.string(expected), v.maxLength(max_length, expected), limit(isStorable, expected));
}

/** A string that both databases can store: PostgreSQL has no NUL, and a lone surrogate is no character. */
function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes("\0");
}

/** A string of at most 8192 characters. */
export const text = stringOf(MAX_TEXT_LENGTH, "a string of at most 8192 characters");

/** A parameter that must be there: an empty one counts as missing. */
export const nonEmpty = v.pipe(v.string(), v.nonEmpty());

const KIBIBYTES = "a string of at most 8 KiB";

/** A string of at most 8 KiB in UTF-8. */
export const shortText = v.pipe(
  stringOf(MAX_TEXT_LENGTH, KIBIBYTES),
  v.maxBytes(MAX_TEXT_LENGTH, KIBIBYTES),
);

/** A string in which a rule of its own holds. */
export function textWhere(isFit: (value: string) => boolean, expected: string) {
  return v.pipe(shortText, v.check(isFit, expected));
}

const LIST = "a list of at most 1000 strings";

/** A list of strings. Entries that are null or empty are dropped: forms without a ticked box send them. */
export const texts = listOf(stringOf(MAX_TEXT_LENGTH, LIST), LIST);

/** The same, where a rule holds for each of them. */
export function textsWhere(isFit: (value: string) => boolean, expected: string) {
  return listOf(v.pipe(stringOf(MAX_TEXT_LENGTH, LIST), v.check(isFit, expected)), LIST);
}

/** A list of at most 1000 values. Entries that are null or empty are dropped. */
export function listOf<const Item extends v.GenericSchema>(item: Item, expected: string) {
  return v.pipe(
    v.array(v.unknown(), expected),
    v.maxLength(MAX_LIST_LENGTH, expected),
    v.transform((entries) => entries.filter((entry) => entry !== null && entry !== "")),
    v.array(item, expected),
    v.readonly(),
  );
}

/** True or false, and no string for it. */
export const flag = v.boolean("true or false");

/** One of a few strings. */
export function oneOf<const Values extends readonly string[]>(values: Values) {
  return v.picklist(values, `one of: ${values.join(", ")}`);
}

/** The same, typed as a string: the list grows, and a new value must not break callers that compile. */
export function openOneOf(values: readonly string[]) {
  return oneOf<readonly string[]>(values);
}

const JSON_OBJECT = "a JSON object of at most 64 KiB";

/** Any JSON object of at most 64 KiB. */
export const jsonObject = v.pipe(
  v.custom<JsonObject>(isObject, JSON_OBJECT),
  limit<JsonObject>(isSmall, JSON_OBJECT),
  v.metadata({ type: "object", additionalProperties: true }),
);

/** Any JSON value of at most 64 KiB. */
export const jsonValue = v.pipe(v.unknown(), limit(isSmall, "a JSON value of at most 64 KiB"));

function isSmall(value: unknown): boolean {
  return JSON.stringify(value).length <= MAX_JSON_LENGTH;
}

export function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A time as RFC 3339 writes it. Only the server writes times, so the form is documented and not checked. */
export const timestamp = v.pipe(v.string(), v.metadata({ format: "date-time" }));

/** A time in a request whose value is ignored, because the server's own clock decides. */
export const ignoredTimestamp = v.pipe(text, v.metadata({ format: "date-time" }));

/** An integer: the contract has no fractions. */
export const integer = v.pipe(v.number(), v.integer());

/** A number of seconds. */
export const seconds = v.pipe(
  v.number("a whole number of seconds"),
  limit<number>(Number.isSafeInteger, "a whole number of seconds"),
  v.metadata({ type: "integer" }),
);

const SECONDS_FROM_ZERO = "a whole number of seconds, 0 or more";

/** A number of seconds that is not negative. */
export const secondsFromZero = v.pipe(
  v.number(SECONDS_FROM_ZERO),
  limit<number>((value) => Number.isSafeInteger(value) && value >= 0, SECONDS_FROM_ZERO),
  v.metadata({ type: "integer", minimum: 0 }),
);

/** A list in a response. */
export function list<const Item extends v.GenericSchema>(item: Item) {
  return v.pipe(v.array(item), v.readonly());
}

const NOTHING_HIDDEN =
  "without control characters and characters that cannot be seen or change the direction of text";

function trimmed(max_length: number, expected: string) {
  return v.pipe(
    stringOf(MAX_TEXT_LENGTH, expected),
    v.trim(),
    v.minLength(1, expected),
    v.maxLength(max_length, expected),
  );
}

/** A name or the like, without the space around it. */
export const label = v.pipe(
  trimmed(255, "a string of 1 to 255 characters"),
  v.check(isPlainText, `plain text in one line, ${NOTHING_HIDDEN}`),
);

/** The same, with room for several lines. */
export const longLabel = v.pipe(
  trimmed(2_000, "a string of 1 to 2000 characters"),
  v.check(isPlainTextInLines, `plain text, ${NOTHING_HIDDEN}`),
);

/** A label of a given form. */
export function formatted(form: RegExp, expected: string) {
  return v.pipe(trimmed(255, expected), v.regex(form, expected));
}

/** An object for which an empty list may be sent, because PHP writes one for the other. */
export function orEmptyList<Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(
    v.unknown(),
    v.transform((value) => (Array.isArray(value) && value.length === 0 ? {} : value)),
    schema,
  );
}

/** Any JSON object of at most 64 KiB, or an empty list. */
export const carriedObject = orEmptyList(jsonObject);

/** A list in which each string is once. */
export function distinct<const List extends v.GenericSchema<unknown, readonly string[]>>(
  strings: List,
) {
  return v.pipe(
    strings,
    v.transform((entries: readonly string[]): readonly string[] => [...new Set(entries)]),
  );
}
