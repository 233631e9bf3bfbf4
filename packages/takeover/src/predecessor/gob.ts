/**
 * Reads the one shape of Go's gob encoding that session cookies have: a map of any to any whose keys and values are strings.
 * Undefined for everything else; no input makes it read beyond the bytes, or more often than there are bytes.
 */
export function readStringMap(bytes: Uint8Array): ReadonlyMap<string, string> | undefined {
  const reader = createReader(bytes);
  while (!reader.isDone()) {
    const length = reader.unsigned();
    const message = length === undefined ? undefined : reader.take(length);
    if (message === undefined) return undefined;
    const body = createReader(message);
    const type = body.signed();
    if (type === undefined) return undefined;
    if (type >= 0) return readMap(body); // A negative id defines a type: those of strings and maps are known.
  }
  return undefined;
}

function readMap(reader: Reader): ReadonlyMap<string, string> | undefined {
  if (reader.byte() !== 0) return undefined; // The value is no struct: no field numbers follow.
  const count = reader.unsigned();
  if (count === undefined) return undefined;
  const map = new Map<string, string>();
  for (let pair = 0; pair < count; pair += 1) {
    const key = readString(reader);
    const value = key === undefined ? undefined : readString(reader);
    if (key === undefined || value === undefined) return undefined;
    map.set(key, value);
  }
  return map;
}

/** A value of an interface type: the name of its type, the id of the type, the length of the rest, and the value. */
function readString(reader: Reader): string | undefined {
  if (reader.text() !== "string" || reader.signed() === undefined) return undefined;
  const length = reader.unsigned();
  const value = length === undefined ? undefined : reader.take(length);
  if (value === undefined) return undefined;
  const inner = createReader(value);
  return inner.byte() === 0 ? inner.text() : undefined;
}

type Reader = ReturnType<typeof createReader>;

function createReader(bytes: Uint8Array) {
  let at = 0;

  const take = (length: number): Uint8Array | undefined => {
    if (length > bytes.length - at) return undefined;
    at += length;
    return bytes.subarray(at - length, at);
  };
  const byte = (): number | undefined => take(1)?.[0];
  /** One byte below 128; else the negated number of bytes that follow, the highest first. */
  const unsigned = (): number | undefined => {
    const first = byte();
    if (first === undefined || first < 0x80) return first;
    const rest = 256 - first > MAX_NUMBER_BYTES ? undefined : take(256 - first);
    return rest?.reduce((value, next) => value * 256 + next, 0);
  };
  /** The sign is the lowest bit. */
  const signed = (): number | undefined => {
    const value = unsigned();
    if (value === undefined) return undefined;
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  };
  const text = (): string | undefined => {
    const length = unsigned();
    const found = length === undefined ? undefined : take(length);
    return found && Buffer.from(found).toString("utf8");
  };
  return { take, byte, unsigned, signed, text, isDone: () => at >= bytes.length };
}

/** No cookie is so long that a length needs more. */
const MAX_NUMBER_BYTES = 4;
