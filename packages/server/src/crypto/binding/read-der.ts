/** X.690 — reads the DER of a certificate that OpenSSL has parsed already. */

/** A value with its tag. */
export interface DerValue {
  readonly tag: number;
  readonly content: Buffer;
  /** With its tag and length. */
  readonly encoded: Buffer;
}

/** The values in a sequence, a set or a whole document; undefined when the bytes are not DER. */
export function readValues(bytes: Buffer): readonly DerValue[] | undefined {
  const values: DerValue[] = [];
  let at = 0;
  while (at < bytes.length) {
    const tag = bytes[at] ?? 0;
    const length = readLength(bytes, at + 1);
    const end = length && length.begin + length.size;
    if (end === undefined || end > bytes.length) return undefined;
    const content = bytes.subarray(length?.begin, end);
    values.push({ tag, content, encoded: bytes.subarray(at, end) });
    at = end;
  }
  return values;
}

function readLength(
  bytes: Buffer,
  at: number,
): { readonly size: number; readonly begin: number } | undefined {
  const first = bytes[at];
  if (first === undefined) return undefined;
  if (first < 0x80) return { size: first, begin: at + 1 };
  const octets = first & 0x7f;
  if (octets === 0 || octets > 4 || at + 1 + octets > bytes.length) return undefined;
  return { size: bytes.readUIntBE(at + 1, octets), begin: at + 1 + octets };
}

/** An OBJECT IDENTIFIER in its dotted form. */
export function readObjectIdentifier(content: Buffer): string {
  const arcs: number[] = [];
  let arc = 0;
  for (const octet of content) {
    arc = arc * 128 + (octet & 0x7f);
    if (octet >= 0x80) continue;
    arcs.push(arc);
    arc = 0;
  }
  const [first = 0, ...rest] = arcs;
  const root = Math.min(2, Math.floor(first / 40));
  return [root, first - root * 40, ...rest].join(".");
}

/** The text of a string type; undefined for another type, or bytes that are no such text. */
export function readText({ tag, content }: DerValue): string | undefined {
  switch (tag) {
    case 0x0c: // UTF8String
      return decode("utf-8", content);
    case 0x12: // NumericString
    case 0x13: // PrintableString
    case 0x16: // IA5String
      return ASCII.test(content.toString("latin1")) ? content.toString("latin1") : undefined;
    case 0x14: // TeletexString, in practice Latin-1
      return content.toString("latin1");
    case 0x1e: // BMPString
      return decode("utf-16be", content);
    default:
      return undefined;
  }
}

const ASCII = /^[\x20-\x7e]*$/;

function decode(encoding: string, content: Buffer): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return undefined;
  }
}
