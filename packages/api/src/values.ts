/**
 * The building blocks of the contract's schemas.
 *
 * The message of every rule is what the value must be, as the end of the sentence "The field … must be …": `problem.ts`
 * makes the sentence. Rules about the form of a value that has the right type and size are made with `v.check`, and only
 * those: RFC 7591 §3.2.2 gives them another error code.
 */

import * as v from "valibot";
import { isExclusiveRedirect, isWebUri } from "./uri.ts";

// Far beyond what a client needs, and small enough that a request cannot fill the database.
const TEXT_LENGTH = 8 * 1024;
const JSON_LENGTH = 64 * 1024;
const LIST_LENGTH = 1_000;

/** Any JSON object, carried and not interpreted. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A string that both databases can store: PostgreSQL has no NUL, and a lone surrogate is no character. */
function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes("\0");
}

/** A rule about type or size, with what the value must be. */
function limit<T>(isWithin: (value: T) => boolean, expected: string) {
  return v.rawCheck<T>(({ dataset, addIssue }) => {
    if (dataset.typed && !isWithin(dataset.value)) addIssue({ message: expected });
  });
}

function stringOf(most: number, expected: string) {
  return v.pipe(v.string(expected), v.maxLength(most, expected), limit(isStorable, expected));
}

/** A string of at most 8192 characters. */
export const text = stringOf(TEXT_LENGTH, "a string of at most 8192 characters");

/** A parameter that must be there: an empty one counts as missing. */
export const nonEmpty = v.pipe(v.string(), v.nonEmpty());

const KIBIBYTES = "a string of at most 8 KiB";

/** A string of at most 8 KiB in UTF-8. */
export const shortText = v.pipe(
  stringOf(TEXT_LENGTH, KIBIBYTES),
  v.maxBytes(TEXT_LENGTH, KIBIBYTES),
);

/** A string in which a rule of its own holds. */
export function textWhere(isFit: (value: string) => boolean, expected: string) {
  return v.pipe(shortText, v.check(isFit, expected));
}

/** The seconds of a lifespan such as `30m` or `1h30m`; undefined unless it is between a second and a thousand years. */
export function parseLifespan(written: string): number | undefined {
  const [, hours = 0, minutes = 0, seconds = 0] = LIFESPAN.exec(written) ?? [];
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return total >= 1 && total <= LONGEST_LIFESPAN ? total : undefined;
}

const LIFESPAN = /^(?:(\d{1,7})h)?(?:(\d{1,9})m)?(?:(\d{1,11})s)?$/;
/** A thousand years, in seconds: primary keys contain the expiry as 48 bits of milliseconds, which this stays below. */
export const LONGEST_LIFESPAN = 8_760_000 * 3600;

/** How long a token is valid. */
export const lifespan = textWhere(
  (written) => parseLifespan(written) !== undefined,
  "a lifespan of hours, minutes and seconds, such as 30m or 1h30m",
);

/** An http or https URL. */
export const webUri = v.pipe(
  textWhere(isWebUri, "an http or https URL"),
  v.metadata({ format: "uri" }),
);

/** RFC 6749 §3.3: whether a string holds scopes: visible ASCII but for `"` and `\\`, with spaces between. */
export function isScope(value: string): boolean {
  return /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/.test(value);
}

const LIST = "a list of at most 1000 strings";

/** A list of strings. Entries that are null or empty are dropped: forms without a ticked box send them. */
export const texts = listOf(stringOf(TEXT_LENGTH, LIST), LIST);

/** The same, where a rule holds for each of them. */
export function textsWhere(isFit: (value: string) => boolean, expected: string) {
  return listOf(v.pipe(stringOf(TEXT_LENGTH, LIST), v.check(isFit, expected)), LIST);
}

/** A list of at most 1000 values. Entries that are null or empty are dropped. */
export function listOf<const Item extends v.GenericSchema>(item: Item, expected: string) {
  return v.pipe(
    v.array(v.unknown(), expected),
    v.maxLength(LIST_LENGTH, expected),
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
  return JSON.stringify(value).length <= JSON_LENGTH;
}

function isObject(value: unknown): boolean {
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

/** OpenID Connect Core §2: identifies a user. */
export const subject = stringOf(255, "a string of at most 255 characters");

function trimmed(most: number, expected: string) {
  return v.pipe(
    stringOf(TEXT_LENGTH, expected),
    v.trim(),
    v.minLength(1, expected),
    v.maxLength(most, expected),
  );
}

/** A name or the like, without the space around it. */
export const label = trimmed(255, "a string of 1 to 255 characters");

/** The same, with room for several lines. */
export const longLabel = trimmed(2_000, "a string of 1 to 2000 characters");

/** A label of a given form. */
export function formatted(form: RegExp, expected: string) {
  return v.pipe(trimmed(255, expected), v.regex(form, expected));
}

/** An email address. */
export const email = v.pipe(
  formatted(/^[^@\s]+@[^@\s]+$/, "an email address"),
  v.metadata({ format: "email" }),
);

export const MIN_PASSWORD_LENGTH = 8;
const PASSWORD = `a string of ${MIN_PASSWORD_LENGTH} to 1024 characters`;

/** Long enough not to be guessed at once, short enough to be hashed. */
export const password = v.pipe(
  stringOf(1_024, PASSWORD),
  v.minLength(MIN_PASSWORD_LENGTH, PASSWORD),
);

const WEB_LINK = "an http or https URL of at most 2000 characters";

/** An http or https URL that pages show. */
export const webLink = v.pipe(
  stringOf(2_000, WEB_LINK),
  v.check(isWebUri, WEB_LINK),
  v.metadata({ format: "uri" }),
);

const WEBHOOK_URL =
  "an https URL of at most 2000 characters without user name and fragment, or an http one on this machine";

/** A URL that the server sends requests to. */
export const webhookUrl = v.pipe(
  stringOf(2_000, WEBHOOK_URL),
  v.check((url) => isExclusiveRedirect(url) && !/^[^/]*\/\/[^/?#]*@|#/.test(url), WEBHOOK_URL),
  v.metadata({ format: "uri" }),
);

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** RFC 9562 §4: whether a string is a UUID as the server writes it, with dashes and in lower case. */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}

/** A UUID, in lower case. */
export const uuid = uuidOf("a UUID");

function uuidOf(expected: string) {
  return v.pipe(
    v.string(expected),
    v.toLowerCase(),
    limit(isUuid, expected),
    v.metadata({ format: "uuid" }),
  );
}

/** A list of UUIDs, each once. */
export function uuidsOf(expected: string) {
  return v.pipe(
    v.array(uuidOf(expected), expected),
    v.maxLength(LIST_LENGTH, expected),
    v.transform((ids): readonly string[] => [...new Set(ids)]),
  );
}

/** A list of UUIDs, each once. */
export const uuids = uuidsOf("a list of at most 1000 UUIDs");

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

const SCOPES = "a list of scopes in ASCII without spaces, quotes or backslashes";

/** RFC 6749 §3.3: a list of scopes, each once. */
export const scopes = distinct(
  listOf(v.pipe(stringOf(TEXT_LENGTH, SCOPES), v.check(isSingleScope, SCOPES)), SCOPES),
);

function isSingleScope(value: string): boolean {
  return isScope(value) && !value.includes(" ");
}

const AUDIENCES = "a list of audiences without spaces";

/** A list of audiences, each once. Requests separate them by spaces, so none may hold one. */
export const audiences = distinct(
  listOf(
    v.pipe(
      stringOf(TEXT_LENGTH, AUDIENCES),
      v.check((value) => /^\S+$/.test(value), AUDIENCES),
    ),
    AUDIENCES,
  ),
);

/** A list in which each string is once. */
export function distinct<const List extends v.GenericSchema<unknown, readonly string[]>>(
  strings: List,
) {
  return v.pipe(
    strings,
    v.transform((entries: readonly string[]): readonly string[] => [...new Set(entries)]),
  );
}

const ERROR_CODE = "an error code in ASCII without quotes or backslashes";

/** RFC 6749 §4.1.2.1: an `error`. */
export const errorCode = v.pipe(
  stringOf(TEXT_LENGTH, ERROR_CODE),
  v.regex(/^[\x20\x21\x23-\x5b\x5d-\x7e]*$/, ERROR_CODE),
);

const ERROR_STATUS = "an HTTP status from 400 to 599";

/** The status of an error; 0 counts as left out. */
export const errorStatus = v.pipe(
  v.number(ERROR_STATUS),
  v.integer(ERROR_STATUS),
  limit((status) => status === 0 || (status >= 400 && status <= 599), ERROR_STATUS),
);

const ICON = "the URL of an image, or an emoji";

/** An icon. */
export const emojiOrWebLink = v.pipe(
  stringOf(2_000, ICON),
  limit((icon) => isEmoji(icon) || isWebUri(icon), ICON),
);

let emoji: RegExp | undefined;

/** Compiled when the first icon is read: a literal would be compiled at every start, and this one takes milliseconds. */
function isEmoji(value: string): boolean {
  emoji ??= new RegExp("^(?:\\p{RGI_Emoji}|\\p{Extended_Pictographic})$", "v");
  return emoji.test(value);
}

const EXCLUSIVE = "a list of https URLs without a fragment, or of http ones on this machine";

/** RFC 6749 §3.1.2: redirect URIs that no one between can read and no other app can claim. */
export const exclusiveRedirectUris = distinct(
  v.pipe(
    v.array(
      v.pipe(
        stringOf(2_000, EXCLUSIVE),
        v.check((uri) => !uri.includes("#") && isExclusiveRedirect(uri), EXCLUSIVE),
      ),
      EXCLUSIVE,
    ),
    v.maxLength(LIST_LENGTH, EXCLUSIVE),
  ),
);

const OBJECT = "a JSON object";

/** The object of a request: fields that are null count as left out, and fields that are not listed are refused. */
export function requestObject<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(
    v.custom<JsonObject>(isObject, OBJECT),
    v.transform(withoutNulls),
    v.strictObject(entries, OBJECT),
  );
}

/** The object of a response that an operator's app sends: as `requestObject`, but fields that are not listed are ignored. */
export function openObject<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(
    v.custom<JsonObject>(isObject, OBJECT),
    v.transform(withoutNulls),
    v.object(entries, OBJECT),
  );
}

function withoutNulls(given: JsonObject): JsonObject {
  const hasNull = Object.values(given).includes(null); // Seldom: then nothing is copied.
  return hasNull
    ? Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
    : given;
}

/** A field that is always there. */
export function required<const Schema extends v.GenericSchema>(
  schema: Schema,
  description: string,
) {
  return v.pipe(referenceTo(schema), v.description(description));
}

/** A field that may be absent. */
export function optional<const Schema extends v.GenericSchema>(
  schema: Schema,
  description: string,
) {
  return v.exactOptional(required(schema, description));
}

/** A schema under `components` of the OpenAPI document: every use of it is a reference. */
export function named<const Schema extends v.GenericSchema>(
  name: string,
  description: string,
  schema: Schema,
  ...examples: readonly v.InferOutput<Schema>[]
) {
  return v.pipe(schema, v.title(name), v.description(description), v.examples(examples));
}

/** A pipe around a named schema would hide its name from the generator; `lazy` does not. */
function referenceTo<const Schema extends v.GenericSchema>(schema: Schema): Schema {
  if (v.getTitle(schema) === undefined) return schema;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- It reads and yields exactly what the schema does.
  return v.lazy(() => schema) as unknown as Schema;
}

/** The type of a schema's values, with properties that cannot be assigned to. */
export type ValueOf<Schema extends v.GenericSchema> = ReadonlyProperties<v.InferOutput<Schema>>;

type ReadonlyProperties<T> = unknown extends T
  ? T
  : T extends readonly unknown[]
    ? { [Index in keyof T]: ReadonlyProperties<T[Index]> }
    : T extends object
      ? { readonly [Name in keyof T]: ReadonlyProperties<T[Name]> }
      : T;
