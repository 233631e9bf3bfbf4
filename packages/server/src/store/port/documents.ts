/**
 * Stored JSON documents: written with the version of their format, read with checks, defaults and upgrades.
 *
 * Two kinds of change must stay apart, since servers of two versions share a database during a rolling upgrade:
 * - A new field gets a default here, and the version stays. Older servers ignore the field.
 * - A change that an older server would misread raises the version, by adding an upgrade. Older servers then refuse the
 *   document, so the release before must read the new version already.
 */

import type { DocumentText, ReplacedText } from "../database/columns.ts";

/** How documents of one kind are written and read. */
export interface Documents<T> {
  write(value: T): DocumentText;
  /**
   * Writes a document in the place of another, whose text is `before`; undefined where there was none. Fields that a newer server added
   * stay: who asks this one for a replacement cannot name them, and one of them may be a restriction. A foreign document has none.
   */
  replace(before: string | undefined, value: T): ReplacedText;
  /** Throws an UnreadableDocumentError, which names the document by its table and this id. */
  read(id: string, text: string): T;
}

/** What a kind of document looks like. */
export interface DocumentFormat<T> {
  /** The table, as errors name it. */
  readonly table: string;
  /** Every field of the type: a new one does not compile until it is declared how older documents are read. */
  readonly fields: Fields<T>;
  /** The first brings version 1 to version 2, and so on. */
  readonly upgrades?: readonly Upgrade[];
  /** The format is a standard or the operator's (a JWK, claims): no version is written into it. */
  readonly foreign?: boolean;
}

/** One step from a version to the next. */
type Upgrade = (document: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** A field for each property of a type; for a union, of all its members. */
export type Fields<T> = { readonly [K in KeyOf<T> & string]-?: Field<ValueOf<T, K>> };

type KeyOf<T> = T extends unknown ? keyof T : never;
type ValueOf<T, K> = T extends unknown ? (K extends keyof T ? T[K] : undefined) : never;

/** A property is required, has a default, or may be missing because its type includes undefined. */
type Field<V> = undefined extends V
  ? Optional<KindOf<Exclude<V, undefined>>> | Defaulted<V, KindOf<Exclude<V, undefined>>>
  : Required<KindOf<V>> | Defaulted<V, KindOf<V>>;

interface Required<K> extends Content<K> {
  readonly presence: "required";
}
interface Optional<K> extends Content<K> {
  readonly presence: "optional";
}
interface Defaulted<V, K> extends Content<K> {
  readonly presence: "default";
  readonly value: V;
}

/** What a field may hold. */
interface Content<K> {
  /** Undefined: any JSON. */
  readonly kinds: readonly Kind[] | undefined;
  /** Never set: makes a field that rejects what its type allows a type error. */
  readonly accepts?: (kind: K) => void;
  /** What an object in it looks like, where that matters. */
  readonly fields?: Readonly<Record<string, AnyField>>;
}

type AnyField = Required<never> | Optional<never> | Defaulted<unknown, never>;
type Kind = "text" | "number" | "boolean" | "list" | "object" | "null";

type KindOf<V> = V extends string
  ? "text"
  : V extends number
    ? "number"
    : V extends boolean
      ? "boolean"
      : V extends null
        ? "null"
        : V extends readonly unknown[]
          ? "list"
          : "object";

/** A field without which a document makes no sense. */
export function required<K extends Kind>(...kinds: K[]): Required<K> {
  return { presence: "required", kinds };
}

/** A field that may be missing. */
export function optional<K extends Kind>(...kinds: K[]): Optional<K> {
  return { presence: "optional", kinds };
}

/** A field that holds any JSON, and may be missing. */
export function optionalAny(): Optional<Kind> {
  return { presence: "optional", kinds: undefined };
}

/** A field that is `value` where it is missing, and of the same kind or of these where it is not. */
export function or<const V, K extends Kind = never>(
  value: V,
  ...kinds: K[]
): Defaulted<V, KindOf<V> | K> {
  return { presence: "default", value, kinds: [kindOf(value), ...kinds] };
}

/** A field that holds any JSON, and `value` where it is missing. */
export function anyOr<const V>(value: V): Defaulted<V, Kind> {
  return { presence: "default", value, kinds: undefined };
}

/** An object with fields of its own. */
export function requiredObject<T>(fields: Fields<T>): Required<"object"> {
  return { presence: "required", kinds: ["object"], fields };
}

/** The same, where it may be missing. */
export function optionalObject<T>(fields: Fields<T>): Optional<"object"> {
  return { presence: "optional", kinds: ["object"], fields };
}

/** A document that is damaged, or that a newer version wrote. The message contains nothing of its content. */
export class UnreadableDocumentError extends Error {
  override readonly name = "UnreadableDocumentError";

  constructor(table: string, id: string, version: number | undefined, problem: string) {
    const ofVersion = version === undefined ? "unknown version" : `version ${version}`;
    super(`The document of ${table} "${id}" (${ofVersion}) cannot be read: ${problem}.`);
  }
}

/** Called for a document that was left out of a list. */
export type ReportUnreadable = (error: UnreadableDocumentError) => void;

/**
 * Reads each row of a list; one that cannot be read is reported and left out, and so is one that is read as undefined.
 * A single bad row must not hide all the others.
 */
export function readEach<Row, T>(
  rows: readonly Row[],
  read: (row: Row) => T | undefined,
  report: ReportUnreadable,
): T[] {
  return rows.flatMap((row) => readOr(() => read(row), undefined, report) ?? []);
}

/** Reads a document; one that cannot be read is reported, and another value takes its place. */
export function readOr<T, U>(read: () => T, otherwise: U, report: ReportUnreadable): T | U {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnreadableDocumentError)) throw error;
    report(error);
    return otherwise;
  }
}

const VERSION = "document_version";

/** Documents of one format. */
export function documents<T extends object>(format: DocumentFormat<T>): Documents<T> {
  const { table, upgrades = [], foreign = false } = format;
  const version = upgrades.length + 1;
  // The version comes first, so that it is recognised, and taken off, without a copy of the parsed object.
  const head = `{"${VERSION}":${version}`;
  const headOfMore = `${head},`;
  const check = compile(format.fields);

  const fail = (id: string, ofVersion: number | undefined, problem: string): never => {
    throw new UnreadableDocumentError(table, id, ofVersion, problem);
  };

  /** The fields, as the present version has them. */
  const upgrade = (id: string, text: string): Record<string, unknown> => {
    if (foreign) return parse(text) ?? fail(id, version, NO_OBJECT);
    if (text.startsWith(headOfMore))
      return parse(`{${text.slice(headOfMore.length)}`) ?? fail(id, version, NO_OBJECT);
    const parsed = parse(text) ?? fail(id, undefined, NO_OBJECT);
    const { [VERSION]: written, ...document } = parsed;
    if (typeof written !== "number" || !Number.isSafeInteger(written) || written < 1)
      return fail(id, undefined, `its ${VERSION} is no version`);
    if (written > version) {
      return fail(id, written, `a newer server wrote it, and this one knows version ${version}`);
    }
    return upgrades
      .slice(written - 1)
      .reduce<Record<string, unknown>>((older, step) => step(older), document);
  };

  /** Fills in defaults. Throws when a field is missing or of another kind. */
  function assertFormat(
    id: string,
    document: Record<string, unknown>,
  ): asserts document is Record<string, unknown> & T {
    const problem = check(document);
    if (problem !== undefined) fail(id, version, problem);
  }

  const textOf = (value: object): string => {
    const text = JSON.stringify(value);
    if (foreign) return text;
    return text === "{}" ? `${head}}` : headOfMore + text.slice(1);
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- One of the two makers of this type.
  const write = (value: object): DocumentText => textOf(value) as DocumentText;
  const replace = (before: string | undefined, value: object): ReplacedText => {
    const ofNewer = foreign ? [] : Object.entries(parse(before ?? "") ?? {}).filter(isOfNewer);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The maker of this type.
    return textOf({ ...Object.fromEntries(ofNewer), ...value }) as ReplacedText;
  };
  const isOfNewer = ([name]: readonly [string, unknown]): boolean =>
    name !== VERSION && !Object.hasOwn(format.fields, name);

  return {
    write,
    replace,
    read(id, text) {
      const document = upgrade(id, text);
      assertFormat(id, document);
      return document;
    },
  };
}

const NO_OBJECT = "it is no JSON object";

/** Undefined for everything but an object. The error of the parser is dropped: it quotes the text. */
function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Fills in defaults, and returns the first problem. */
type Check = (document: Record<string, unknown>) => string | undefined;

function compile(fields: Readonly<Record<string, AnyField>>): Check {
  const checks = Object.entries(fields).map(([name, field]) => ({
    name,
    field,
    checkInside: field.fields && compile(field.fields),
  }));
  return (document) => {
    for (const { name, field, checkInside } of checks) {
      const value = document[name];
      if (value === undefined) {
        if (field.presence === "required") return `${name} is missing`;
        if (field.presence === "default") document[name] = field.value;
        continue;
      }
      if (field.kinds !== undefined && !field.kinds.includes(kindOf(value))) {
        return `${name} is of the kind ${kindOf(value)} instead of ${field.kinds.join(" or ")}`;
      }
      const problem = isObject(value) ? checkInside?.(value) : undefined;
      if (problem !== undefined) return `in ${name}, ${problem}`;
    }
    return undefined;
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return kindOf(value) === "object";
}

function kindOf(value: unknown): Kind {
  if (typeof value === "string") return "text";
  if (typeof value === "number") return "number";
  if (typeof value === "boolean") return "boolean";
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : "object";
}
