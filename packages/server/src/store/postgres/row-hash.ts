/**
 * The hash by which PostgreSQL, and so Citus, spreads bytes and texts over partitions and nodes (`hash_bytes`, Bob Jenkins' lookup3),
 * as a signed number of 32 bits. Nothing depends on it but on which connection a row is sent.
 */
export function rowHash(value: Uint8Array): number {
  const bytes = new DataView(value.buffer, value.byteOffset, value.byteLength);
  const start = (0x9e3779b9 + value.byteLength + 3923095) | 0;
  let [a, b, c] = [start, start, start];
  let at = 0;
  for (; value.byteLength - at >= 12; at += 12) {
    a = (a + bytes.getInt32(at, true)) | 0;
    b = (b + bytes.getInt32(at + 4, true)) | 0;
    c = (c + bytes.getInt32(at + 8, true)) | 0;
    [a, b, c] = mix(a, b, c);
  }
  const rest = new DataView(new ArrayBuffer(12));
  // The lowest byte of the last word belongs to the length, which the start has.
  for (let index = at; index < value.byteLength; index += 1)
    rest.setUint8(index - at < 8 ? index - at : index - at + 1, bytes.getUint8(index));
  a = (a + rest.getInt32(0, true)) | 0;
  b = (b + rest.getInt32(4, true)) | 0;
  c = (c + rest.getInt32(8, true)) | 0;
  return finish(a, b, c);
}

function turn(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

function mix(first: number, second: number, third: number): [number, number, number] {
  let [a, b, c] = [first, second, third];
  for (const [one, two, three] of MIX_TURNS) {
    a = (a - c) ^ turn(c, one);
    c = (c + b) | 0;
    b = (b - a) ^ turn(a, two);
    a = (a + c) | 0;
    c = (c - b) ^ turn(b, three);
    b = (b + a) | 0;
  }
  return [a, b, c];
}

const MIX_TURNS = [
  [4, 6, 8],
  [16, 19, 4],
] as const;

function finish(first: number, second: number, third: number): number {
  let [a, b, c] = [first, second, third];
  c = ((c ^ b) - turn(b, 14)) | 0;
  a = ((a ^ c) - turn(c, 11)) | 0;
  b = ((b ^ a) - turn(a, 25)) | 0;
  c = ((c ^ b) - turn(b, 16)) | 0;
  a = ((a ^ c) - turn(c, 4)) | 0;
  b = ((b ^ a) - turn(a, 14)) | 0;
  return ((c ^ b) - turn(b, 24)) | 0;
}
