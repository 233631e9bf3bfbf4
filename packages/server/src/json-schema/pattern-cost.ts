/** ECMA-262 patterns: how often one may backtrack. A pattern that may do so without bound lets a short text stop the server. */

/** The longest text that a pattern is matched with, in UTF-16 code units. */
export const MAX_MATCHED_LENGTH = 1_024;

/** More ways than this to match a text of that length take too long. */
const MAX_WAYS = 2_000_000;

/** Characters that each of so many ways may read. A way that reads more counts as several. */
const SHORT = 8;

/** Why a pattern is not accepted, as the end of "The pattern …"; undefined for one that takes a bounded time. */
export function problemOfPattern(pattern: string): string | undefined {
  try {
    void new RegExp(pattern, "u");
  } catch {
    return "is not a valid regular expression";
  }
  if (UNBOUNDED.test(withoutClasses(pattern))) {
    return "has a lookaround or a backreference, which are not supported";
  }
  const cursor = { at: 0 };
  const body = pattern.startsWith("^") ? pattern.slice(1) : pattern;
  // Without an anchor, the match is tried from every character.
  const starts = pattern.startsWith("^") && !hasTopLevelChoice(pattern) ? 1 : MAX_MATCHED_LENGTH;
  const { ways, length } = costOfChoice(body, cursor);
  if (starts * ways * Math.max(1, length / SHORT) <= MAX_WAYS) return undefined;
  return "may take too long: anchor it with ^, and use bounded repetitions such as {1,30}";
}

const UNBOUNDED = /\(\?(?:[=!]|<[=!])|\\[1-9]|\\k</;

/** Escapes stay: only what is inside brackets is removed. */
function withoutClasses(pattern: string): string {
  return pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/gsu, (part) =>
    part[0] === "[" ? "x" : part,
  );
}

function hasTopLevelChoice(pattern: string): boolean {
  let depth = 0;
  for (const [part] of withoutClasses(pattern).matchAll(/\\.|./gsu)) {
    if (part === "(") depth += 1;
    if (part === ")") depth -= 1;
    if (part === "|" && depth === 0) return true;
  }
  return false;
}

interface Cursor {
  at: number;
}

/** What a part of a pattern costs. */
interface Cost {
  /** In how many ways it can match. */
  readonly ways: number;
  /** The characters that each way reads at least. */
  readonly length: number;
}

/** Alternatives: the sum of their ways. Stops at the end or at a closing parenthesis. */
function costOfChoice(pattern: string, cursor: Cursor): Cost {
  let { ways, length } = costOfSequence(pattern, cursor);
  while (pattern[cursor.at] === "|") {
    cursor.at += 1;
    const other = costOfSequence(pattern, cursor);
    ways += other.ways;
    length = Math.max(length, other.length);
  }
  return { ways, length };
}

/** Parts in a row: the product of their ways. */
function costOfSequence(pattern: string, cursor: Cursor): Cost {
  let [ways, length] = [1, 0];
  while (cursor.at < pattern.length && pattern[cursor.at] !== "|" && pattern[cursor.at] !== ")") {
    const part = costOfTerm(pattern, cursor);
    ways *= part.ways;
    length += part.length;
  }
  return { ways, length };
}

function costOfTerm(pattern: string, cursor: Cursor): Cost {
  const inner = costOfAtom(pattern, cursor);
  const [least, most] = readQuantifier(pattern, cursor);
  // Each repetition of a part can match in several ways of its own.
  const repetitions = Math.min(most, MAX_MATCHED_LENGTH);
  return {
    ways: inner.ways ** repetitions * Math.max(repetitions - least + 1, 1),
    length: inner.length * Math.min(least, MAX_MATCHED_LENGTH),
  };
}

function costOfAtom(pattern: string, cursor: Cursor): Cost {
  const rest = pattern.slice(cursor.at);
  const [single = rest.startsWith("(") ? undefined : rest[0]] = SINGLE.exec(rest) ?? [];
  if (single !== undefined) {
    cursor.at += single.length;
    return { ways: 1, length: 1 };
  }
  cursor.at += (/^\((?:\?(?::|<[^>]*>|[a-z-]*:))?/u.exec(rest) ?? ["("])[0].length;
  const cost = costOfChoice(pattern, cursor);
  cursor.at += 1; // The closing parenthesis.
  return cost;
}

/** An escape or a character class. */
const SINGLE = /^(?:\\[pPu](?:\{[^}]*\})?|\\.|\[(?:\\.|[^\]\\])*\])/su;

function readQuantifier(pattern: string, cursor: Cursor): readonly [least: number, most: number] {
  const [text, mark, least = "", comma, most = ""] =
    /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/u.exec(pattern.slice(cursor.at)) ?? [];
  if (text === undefined) return [1, 1];
  cursor.at += text.length;
  if (mark !== undefined) return mark === "?" ? [0, 1] : [mark === "+" ? 1 : 0, MAX_MATCHED_LENGTH];
  if (comma === "") return [Number(least), Number(least)];
  return [Number(least), most === "" ? MAX_MATCHED_LENGTH : Number(most)];
}
