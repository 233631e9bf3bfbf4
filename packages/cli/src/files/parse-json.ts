import { FileError, type Located, type Position } from "./located.ts";

/** Deeper than any import, and not so deep that the parser runs out of stack. */
const MAX_DEPTH = 32;

const BLANK = /[\u0020\t\n\r]*/y;
const TOKEN = /([[\]{},:])|("(?:[^"\\\n]|\\.)*")|([-+.\w]+)/y;

/** Parses JSON (RFC 8259) and says where each value begins. Throws a `FileError`. */
export function parseJson(text: string): Located {
  const reader = createReader(text);
  const located = readValue(reader, 0);
  const rest = reader.next();
  if (rest !== undefined) throw new FileError(rest.at, "Expected the end of the file.");
  return located;
}

interface Token {
  readonly kind: "mark" | "string" | "word";
  readonly text: string;
  readonly at: Position;
}

/** Reads tokens one after the other. */
interface Reader {
  /** Undefined at the end. */
  next(): Token | undefined;
  /** The next token, which must be one of these marks. */
  mark(...marks: readonly string[]): Token;
  position(): Position;
}

function createReader(text: string): Reader {
  let offset = 0;
  let line = 1;
  let lineStart = 0;
  const position = (): Position => ({ line, column: offset - lineStart + 1 });
  /** Only blanks have line breaks: JSON allows none in strings. */
  const skipBlank = (): void => {
    BLANK.lastIndex = offset;
    const [blank = ""] = BLANK.exec(text) ?? [];
    for (let at = blank.indexOf("\n"); at !== -1; at = blank.indexOf("\n", at + 1)) {
      line += 1;
      lineStart = offset + at + 1;
    }
    offset += blank.length;
  };
  const next = (): Token | undefined => {
    skipBlank();
    if (offset === text.length) return undefined;
    const at = position();
    TOKEN.lastIndex = offset;
    const match = TOKEN.exec(text);
    if (match === null) throw new FileError(at, "This is not valid JSON.");
    const [whole, mark, string] = match;
    offset += whole.length;
    if (mark !== undefined) return { kind: "mark", text: mark, at };
    return { kind: string === undefined ? "word" : "string", text: whole, at };
  };
  return {
    next,
    position,
    mark(...marks) {
      const token = next();
      if (token?.kind === "mark" && marks.includes(token.text)) return token;
      throw new FileError(token?.at ?? position(), `Expected ${marks.join(" or ")}.`);
    },
  };
}

function readValue(reader: Reader, depth: number, first = reader.next()): Located {
  if (first === undefined) throw new FileError(reader.position(), "The file ends too early.");
  if (depth > MAX_DEPTH) throw new FileError(first.at, "This is nested too deeply.");
  if (first.text === "[" && first.kind === "mark") return readList(reader, depth, first.at);
  if (first.text === "{" && first.kind === "mark") return readObject(reader, depth, first.at);
  return { value: parseToken(first), at: first.at, parts: new Map() };
}

function parseToken({ text, at }: Token): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FileError(at, "This is not valid JSON.");
  }
}

function readList(reader: Reader, depth: number, at: Position): Located {
  const parts = new Map<string, Located>();
  let token = reader.next();
  if (token?.kind !== "mark" || token.text !== "]") {
    for (;;) {
      parts.set(String(parts.size), readValue(reader, depth + 1, token));
      if (reader.mark(",", "]").text === "]") break;
      token = reader.next();
    }
  }
  return { value: Array.from(parts.values(), ({ value }) => value), at, parts };
}

function readObject(reader: Reader, depth: number, at: Position): Located {
  const parts = new Map<string, Located>();
  let token = reader.next();
  if (token?.kind !== "mark" || token.text !== "}") {
    for (;;) {
      if (token?.kind !== "string")
        throw new FileError(token?.at ?? reader.position(), "Expected the name of a field.");
      const name = String(parseToken(token));
      if (parts.has(name)) throw new FileError(token.at, `The field ${name} is there already.`);
      reader.mark(":");
      parts.set(name, readValue(reader, depth + 1));
      if (reader.mark(",", "}").text === "}") break;
      token = reader.next();
    }
  }
  const value = Object.fromEntries(Array.from(parts, ([name, part]) => [name, part.value]));
  return { value, at, parts };
}
