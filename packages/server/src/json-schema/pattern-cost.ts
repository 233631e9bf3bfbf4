/** ECMA-262 patterns: how often one may backtrack. A pattern that may do so without bound lets a short text stop the server. */

/** The longest text that a pattern is matched with, in UTF-16 code units. */
export const LONGEST_TEXT = 1_024;

/** More ways than this to match a text of that length take too long. */
const MOST_WAYS = 2_000_000;

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
  const starts = pattern.startsWith("^") && !hasTopLevelChoice(pattern) ? 1 : LONGEST_TEXT;
  if (starts * waysOfChoice(body, cursor) <= MOST_WAYS) return undefined;
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

/** The number of ways in which alternatives can match: the sum of theirs. Stops at the end or at a closing parenthesis. */
function waysOfChoice(pattern: string, cursor: Cursor): number {
  let ways = waysOfSequence(pattern, cursor);
  while (pattern[cursor.at] === "|") {
    cursor.at += 1;
    ways += waysOfSequence(pattern, cursor);
  }
  return ways;
}

/** The number of ways in which parts in a row can match: the product of theirs. */
function waysOfSequence(pattern: string, cursor: Cursor): number {
  let ways = 1;
  while (cursor.at < pattern.length && pattern[cursor.at] !== "|" && pattern[cursor.at] !== ")") {
    ways *= waysOfTerm(pattern, cursor);
  }
  return ways;
}

function waysOfTerm(pattern: string, cursor: Cursor): number {
  const inner = waysOfAtom(pattern, cursor);
  const [least, most] = readQuantifier(pattern, cursor);
  // Each repetition of a part can match in several ways of its own.
  const repetitions = Math.min(most, LONGEST_TEXT);
  return inner ** repetitions * Math.max(repetitions - least + 1, 1);
}

function waysOfAtom(pattern: string, cursor: Cursor): number {
  const rest = pattern.slice(cursor.at);
  const [single] = SINGLE.exec(rest) ?? [];
  if (single !== undefined) {
    cursor.at += single.length;
    return 1;
  }
  if (rest[0] !== "(") {
    cursor.at += 1;
    return 1;
  }
  cursor.at += (/^\((?:\?(?::|<[^>]*>|[a-z-]*:))?/u.exec(rest) ?? ["("])[0].length;
  const ways = waysOfChoice(pattern, cursor);
  cursor.at += 1; // The closing parenthesis.
  return ways;
}

/** An escape or a character class. */
const SINGLE = /^(?:\\[pPu](?:\{[^}]*\})?|\\.|\[(?:\\.|[^\]\\])*\])/su;

function readQuantifier(pattern: string, cursor: Cursor): readonly [least: number, most: number] {
  const [text, mark, least = "", comma, most = ""] =
    /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/u.exec(pattern.slice(cursor.at)) ?? [];
  if (text === undefined) return [1, 1];
  cursor.at += text.length;
  if (mark !== undefined) return mark === "?" ? [0, 1] : [mark === "+" ? 1 : 0, LONGEST_TEXT];
  if (comma === "") return [Number(least), Number(least)];
  return [Number(least), most === "" ? LONGEST_TEXT : Number(most)];
}
