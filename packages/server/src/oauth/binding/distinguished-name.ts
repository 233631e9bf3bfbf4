/** RFC 4514: distinguished names as text, as a client registers the subject of its certificate. */

/** One attribute of a name: its object identifier and its value. */
export interface NameAttribute {
  /** Dotted. */
  readonly type: string;
  readonly value: string;
  /** Whether the value is no text, but DER in hexadecimal. */
  readonly is_der: boolean;
}

/** The relative names in the order of the certificate, the most significant first. Most have one attribute. */
export type DistinguishedName = readonly (readonly NameAttribute[])[];

/** Object identifiers by short name: those of RFC 4514 §3, and others that certificate authorities use. */
const types: Readonly<Record<string, string>> = {
  CN: "2.5.4.3",
  L: "2.5.4.7",
  ST: "2.5.4.8",
  O: "2.5.4.10",
  OU: "2.5.4.11",
  C: "2.5.4.6",
  STREET: "2.5.4.9",
  DC: "0.9.2342.19200300.100.1.25",
  UID: "0.9.2342.19200300.100.1.1",
  SERIALNUMBER: "2.5.4.5",
  SURNAME: "2.5.4.4",
  SN: "2.5.4.4",
  GIVENNAME: "2.5.4.42",
  GN: "2.5.4.42",
  TITLE: "2.5.4.12",
  BUSINESSCATEGORY: "2.5.4.15",
  POSTALCODE: "2.5.4.17",
  ORGANIZATIONIDENTIFIER: "2.5.4.97",
  EMAILADDRESS: "1.2.840.113549.1.9.1",
};

/** More than any certificate has. */
const MAX_ATTRIBUTES = 64;

/** Parses a name; undefined when it is not one. The last relative name is written first (§2.1). */
export function parseDistinguishedName(text: string): DistinguishedName | undefined {
  const names: NameAttribute[][] = [];
  let name: NameAttribute[] = [];
  let at = 0;
  for (let count = 0; count < MAX_ATTRIBUTES; count += 1) {
    const read = readAttribute(text, at);
    if (read === undefined) return undefined;
    name.push(read.attribute);
    at = read.end;
    if (text[at] !== "+") {
      names.push(name);
      name = [];
    }
    if (at === text.length) return names.toReversed();
    at += 1;
  }
  return undefined;
}

const TYPE = /\s{0,8}([A-Za-z][A-Za-z\d-]{0,63}|\d{1,9}(?:\.\d{1,15}){1,20})\s{0,8}=\s{0,8}/y;

function readAttribute(
  text: string,
  begin: number,
): { readonly attribute: NameAttribute; readonly end: number } | undefined {
  TYPE.lastIndex = begin;
  const [matched = "", word = ""] = TYPE.exec(text) ?? [];
  const type = /^\d/.test(word) ? word : types[word.toUpperCase()];
  if (type === undefined) return undefined;
  const read = readValue(text, begin + matched.length);
  if (read === undefined) return undefined;
  const { value, end } = read;
  if (text[begin + matched.length] !== "#")
    return { attribute: { type, value, is_der: false }, end };
  return HEX.test(value)
    ? { attribute: { type, value: value.slice(1).toLowerCase(), is_der: true }, end }
    : undefined; // §2.4
}

const HEX = /^#(?:[\da-f]{2})+$/i;

const HEX_PAIR = /^[\da-f]{2}$/i;

/** §3: a value up to the next separator. `\` escapes a character, or begins the hexadecimal form of a byte of UTF-8. */
function readValue(
  text: string,
  begin: number,
): { readonly value: string; readonly end: number } | undefined {
  const bytes: Buffer[] = [];
  let at = begin;
  let kept = 0; // Bytes up to the last that is no unescaped space: spaces before a separator do not count.
  let size = 0;
  const add = (part: Buffer, isSpace: boolean): void => {
    bytes.push(part);
    size += part.length;
    if (!isSpace) kept = size;
  };
  while (at < text.length && text[at] !== "," && text[at] !== "+") {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (character === '"' || character === ";" || character === "<" || character === ">")
      return undefined;
    if (character !== "\\") {
      add(Buffer.from(character), character === " ");
      at += character.length;
      continue;
    }
    const pair = text.slice(at + 1, at + 3);
    const escaped = text[at + 1];
    if (HEX_PAIR.test(pair)) add(Buffer.from(pair, "hex"), false);
    else if (escaped !== undefined && ESCAPED.includes(escaped)) add(Buffer.from(escaped), false);
    else return undefined;
    at += HEX_PAIR.test(pair) ? 3 : 2;
  }
  const value = Buffer.concat(bytes).subarray(0, kept).toString("utf8");
  return value === "" ? undefined : { value, end: at };
}

/** The characters that may follow a backslash as themselves: §3. */
const ESCAPED = ' "#+,;<=>\\';

/** Whether two names are the same: each relative name with the same attributes, compared exactly. */
export function isSameName(one: DistinguishedName, other: DistinguishedName): boolean {
  return (
    one.length === other.length &&
    one.every((name, index) => keyOf(name) === keyOf(other[index] ?? []))
  );
}

/** The attributes of a relative name have no order: X.501 §9.3. */
function keyOf(name: readonly NameAttribute[]): string {
  const attributes = name.map(({ type, value, is_der }) =>
    JSON.stringify([type, is_der, value.normalize("NFC")]),
  );
  return attributes.toSorted().join();
}
