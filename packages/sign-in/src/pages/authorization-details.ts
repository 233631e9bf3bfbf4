import { type AuthorizationDetailsType, type JsonObject, parseSentence } from "@latchkey/api";
import { ApiError } from "@latchkey/client";

import type { Locale } from "../messages/locale.ts";
import type { PageContext } from "../page-context.ts";

/** RFC 9396: one requested detail in plain language. */
export interface DetailShown {
  /** Its place in the request. */
  readonly index: number;
  /** Its sentence, in which values are marked; the name of its type where the type has been deleted. */
  readonly sentence: readonly { readonly text: string; readonly is_value: boolean }[];
  /** Every field of the detail but the type, with dots between the names of nested ones. Of very many, the last row has all. */
  readonly fields: readonly { readonly name: string; readonly text: string }[];
}

type Type = Pick<AuthorizationDetailsType, "sentences">;

/** Describes details in the language of the page. */
export async function describeDetails(
  details: readonly JsonObject[],
  locale: Locale,
  context: Pick<PageContext, "latchkey">,
): Promise<readonly DetailShown[]> {
  const names = new Set(details.map(({ type }) => String(type)));
  const types = new Map(
    await Promise.all(
      [...names].map(async (name) => [name, await findType(name, context)] as const),
    ),
  );
  return details.map((detail, index) =>
    describeDetail(detail, index, types.get(String(detail["type"])), locale),
  );
}

/** Undefined for a type that was deleted after the request began. */
async function findType(
  type: string,
  { latchkey }: Pick<PageContext, "latchkey">,
): Promise<Type | undefined> {
  try {
    return await latchkey.getAuthorizationDetailsType({ type });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

function describeDetail(
  detail: JsonObject,
  index: number,
  type: Type | undefined,
  locale: Locale,
): DetailShown {
  const { type: name, ...fields } = detail;
  return {
    index,
    sentence: type === undefined ? [mark(textOf(name), true)] : fillIn(type, detail, locale),
    fields: listFields(fields),
  };
}

/** Rows of the table. The names of nested fields repeat, so that a table of all of them could be very long. */
const MAX_FIELDS = 100;

/** The fields, one by one as far as they are not too many. Then all of them follow as JSON: users must be able to read all. */
function listFields(fields: JsonObject): DetailShown["fields"] {
  const listed = flatten(fields)
    .take(MAX_FIELDS + 1)
    .toArray();
  if (listed.length <= MAX_FIELDS) return listed;
  return [...listed.slice(0, MAX_FIELDS), { name: "…", text: printable(JSON.stringify(fields)) }];
}

function fillIn({ sentences }: Type, detail: JsonObject, locale: Locale): DetailShown["sentence"] {
  const parts = parseSentence(sentences[locale] ?? sentences.en) ?? [];
  return parts.map((part) =>
    "text" in part ? mark(part.text, false) : mark(textOf(valueAt(detail, part.field)), true),
  );
}

function mark(text: string, is_value: boolean) {
  return { text, is_value };
}

function valueAt(detail: JsonObject, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    detail,
  );
}

/** The values of an object, each with the names that lead to it. */
function* flatten(value: unknown, name = ""): Generator<{ name: string; text: string }> {
  const isList = Array.isArray(value) && value.some((entry) => typeof entry === "object");
  if (!isList && !isObject(value)) {
    yield { name: printable(name), text: textOf(value) };
    return;
  }
  for (const [field, inner] of Object.entries(value)) {
    yield* flatten(inner, name === "" ? field : `${name}.${field}`);
  }
}

/** A value as users read it. */
function textOf(value: unknown): string {
  if (value === undefined || value === null || value === "") return "—";
  if (Array.isArray(value)) return value.map(textOf).join(", ") || "—";
  return printable(typeof value === "string" ? value : JSON.stringify(value));
}

/** Control characters, and those that change the direction of text, could make a value look like another one. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "\u{fffd}");
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The details that the user selected, by their place in the request. */
export function readGrantedDetails(
  requested: readonly JsonObject[],
  selected: readonly string[],
): readonly JsonObject[] {
  return requested.filter((_, index) => selected.includes(String(index)));
}
