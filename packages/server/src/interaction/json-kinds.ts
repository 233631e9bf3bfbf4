import type { JsonObject } from "@latchkey/api";

/** What a member may hold: reads a JSON value, undefined when it is none of the kind. */
export interface Kind<T> {
  readonly expected: string;
  readonly read: (value: unknown) => T | undefined;
}

// Far beyond what anybody needs, and near enough that nothing absurd is stored.
const TEXT_CHARACTERS = 8 * 1024;
const OBJECT_CHARACTERS = 64 * 1024;
const LIST_ENTRIES = 1_000;

/** A text that a database can keep. */
export const text: Kind<string> = {
  expected: "a text of at most 8192 characters",
  read: (value) => (isText(value) ? value : undefined),
};

/** OpenID Connect Core §2: the name of a person. */
export const subject: Kind<string> = {
  expected: "a text of at most 255 characters",
  read: (value) => (isText(value) && value.length <= 255 ? value : undefined),
};

/** A list of texts, each once. Entries that are null or empty say nothing: forms without a ticked box send them. */
export const texts: Kind<readonly string[]> = {
  expected: "a list of at most 1000 texts",
  read: (value) => readList(value, isText),
};

/** RFC 6749 §3.3: a list of scopes, each once. */
export const scopes: Kind<readonly string[]> = {
  expected: "a list of scopes in ASCII without spaces, quotes or backslashes",
  read: (value) => readList(value, isScope),
};

/** A list of audiences, each once. In a request they are parted by spaces, so none may hold one. */
export const audiences: Kind<readonly string[]> = {
  expected: "a list of audiences without spaces",
  read: (value) => readList(value, isAudience),
};

/** True or false, and no word for it. */
export const flag: Kind<boolean> = {
  expected: "true or false",
  read: (value) => (typeof value === "boolean" ? value : undefined),
};

/** A number of seconds. What zero and less mean is the member's affair. */
export const seconds: Kind<number> = {
  expected: "a whole number of seconds",
  read: (value) => (isInteger(value) ? value : undefined),
};

/** An object that is carried and not interpreted. An empty list is an empty object: PHP writes one for the other. */
export const object: Kind<JsonObject> = {
  expected: "a JSON object of at most 65536 characters",
  read: (value) => {
    if (Array.isArray(value) && value.length === 0) return {};
    return isObject(value) && isCarriable(value) ? value : undefined;
  },
};

/** Any JSON value that is carried and not interpreted. */
export const anything: Kind<unknown> = {
  expected: "a JSON value of at most 65536 characters",
  read: (value) => (isCarriable(value) ? value : undefined),
};

/** RFC 6749 §4.1.2.1: the letters of an `error`. */
export const errorCode: Kind<string> = {
  expected: "an error code in ASCII without quotes or backslashes",
  read: (value) => (isText(value) && ERROR.test(value) ? value : undefined),
};

const ERROR = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

/** The status of a failure; 0 leaves it open. */
export const errorStatus: Kind<number> = {
  expected: "an HTTP status from 400 to 599",
  read: (value) =>
    isInteger(value) && (value === 0 || (value >= 400 && value <= 599)) ? value : undefined,
};

function readList(
  value: unknown,
  isEntry: (entry: unknown) => entry is string,
): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length > LIST_ENTRIES) return undefined;
  const said: readonly unknown[] = value.filter((entry) => entry !== null && entry !== "");
  return said.every(isEntry) ? [...new Set(said)] : undefined;
}

/** A text a database can keep: PostgreSQL knows no NUL, and half a surrogate pair is no character. */
function isText(value: unknown): value is string {
  return (
    typeof value === "string" &&
    value.length <= TEXT_CHARACTERS &&
    value.isWellFormed() &&
    !value.includes("\0")
  );
}

function isAudience(value: unknown): value is string {
  return isText(value) && /^\S+$/.test(value);
}

function isScope(value: unknown): value is string {
  return isText(value) && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(value);
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isCarriable(value: unknown): boolean {
  return JSON.stringify(value).length <= OBJECT_CHARACTERS;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
