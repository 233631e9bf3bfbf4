import { createHash } from "node:crypto";
import * as fc from "fast-check";

/** Texts that have broken servers before. */
const notorious = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\u202e",
  "%00",
  "%zz",
  "%ff",
  "..",
  "../../etc/passwd",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "NaN",
  "-1",
  "9223372036854775808",
  "1e309",
  "'; drop table client; --",
  "$1",
  "<script>",
  "a\r\nSet-Cookie: b=c",
  "😀".repeat(300),
  "x".repeat(9_000),
  "ü".repeat(40_000),
  noise(200),
  noise(3_000), // no database can compress it into an index
];

/** Any text at all, the notorious ones often. */
export const junk: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...notorious) },
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 40 }),
);

/** Names that shots have in common, so that one finds what another left behind. */
export const names = ["photos", "album", "1", "hydra.jwt.access-token", "hydra.openid.id-token"];

/** Who or what may be asked for: names that exist, and names that never will. */
export const name: fc.Arbitrary<string> = fc.oneof(fc.constantFrom(...names), junk);

/** Percent-escaped, though half a surrogate pair cannot be. */
export function escape(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Any JSON value, deep ones and prototypes included. */
const junkJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  junk,
  fc.constantFrom<unknown>(null, true, 0, -1, 1e308, [], {}, [[]], { keys: [null] }, nested(200)),
);

/** JSON, or text that is nearly JSON. */
export const junkJsonText: fc.Arbitrary<string> = fc.oneof(
  junkJson.map((value) => JSON.stringify(value)),
  fc.constantFrom(
    "{",
    "[",
    '{"a":',
    "{'a':1}",
    '{"a":1,}',
    "\ufeff{}",
    '{"a":1}{"b":2}',
    "[".repeat(50_000),
  ),
  fc.constantFrom('{"__proto__":{"error":1}}', '{"client_id":"a","client_id":"b"}', '{"a":1e400}'),
  junk,
);

/** The document with up to two fields changed, removed or added. */
export function mutated(document: Readonly<Record<string, unknown>>): fc.Arbitrary<object> {
  const own = fc.constantFrom(...Object.keys(document));
  const field = fc.oneof({ weight: 5, arbitrary: own }, junk);
  const value = fc.oneof({ weight: 3, arbitrary: junk }, junkJson, fc.constant(undefined));
  const changes = fc.array(fc.tuple(field, value), { maxLength: 2 });
  return changes.map((pairs) => ({ ...document, ...Object.fromEntries(pairs) }));
}

function nested(depth: number): unknown {
  return depth === 0 ? 1 : { a: nested(depth - 1) };
}

/** Text in which nothing repeats, the same in every run. */
function noise(length: number): string {
  return createHash("shake256", { outputLength: length }).digest("base64url").slice(0, length);
}
