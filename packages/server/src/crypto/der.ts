/** X.690 — the DER types that a certificate needs. Contents are encoded bytes. */

/** A value with its tag and length. */
export function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.of(tag, ...lengthOctets(content.length)), content]);
}

/** A SEQUENCE of the values given. */
export function sequence(...contents: readonly Uint8Array[]): Buffer {
  return der(0x30, ...contents);
}

/** A SET of the values given. */
export function set(...contents: readonly Uint8Array[]): Buffer {
  return der(0x31, ...contents);
}

/** An OBJECT IDENTIFIER from its dotted form. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...arcs] = dotted.split(".").map(Number);
  return der(0x06, Buffer.of(first * 40 + second, ...arcs.flatMap(arcOctets)));
}

/** An INTEGER that is not negative, from its big-endian bytes. */
export function unsignedInteger(bytes: Uint8Array): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0);
  const digits = start === -1 ? Buffer.of(0) : bytes.subarray(start);
  const isSignBitSet = (digits[0] ?? 0) >= 0x80; // The first bit would be read as the sign.
  return der(0x02, isSignBitSet ? Buffer.of(0) : Buffer.alloc(0), digits);
}

/** A BIT STRING of whole bytes. */
export function bitString(bytes: Uint8Array): Buffer {
  return der(0x03, Buffer.of(0), bytes);
}

/** A UTF8String. */
export function utf8String(text: string): Buffer {
  return der(0x0c, Buffer.from(text));
}

/** A Time as RFC 5280 §4.1.2.5 wants it: two digits for the year until 2049, four from then on. */
export function time(unix_seconds: number): Buffer {
  const [date = ""] = new Date(unix_seconds * 1_000).toISOString().split(".");
  const digits = `${date.replaceAll(/\D/g, "")}Z`;
  const isShort = digits < "2050";
  return der(isShort ? 0x17 : 0x18, Buffer.from(isShort ? digits.slice(2) : digits));
}

function lengthOctets(length: number): number[] {
  if (length < 0x80) return [length];
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest >>= 8) octets.unshift(rest & 0xff);
  return [0x80 | octets.length, ...octets];
}

function arcOctets(arc: number): number[] {
  const octets = [arc & 0x7f];
  for (let rest = arc >> 7; rest > 0; rest >>= 7) octets.unshift(0x80 | (rest & 0x7f));
  return octets;
}
