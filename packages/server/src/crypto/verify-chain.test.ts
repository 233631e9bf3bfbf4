import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { canonicalJson } from "./canonical-json.ts";
import { hashOfLink, linkTo, type Link, ORIGIN } from "./hash-chain.ts";
import { type ChainBreak, type KnownEnds, verifyChain } from "./verify-chain.ts";

const chain: readonly (Link & { readonly text: string })[] = ["a", "b", "c", "d", "e"].reduce<
  (Link & { readonly text: string })[]
>((before, text) => [...before, linkTo({ text }, before.at(-1) ?? ORIGIN)], []);
const lines = chain.map((link) => canonicalJson(link));
const [a = "", b = "", c = "", d = "", e = ""] = lines;
const head = chain.at(-1)?.hash ?? "";

function verify(given: readonly string[], ends: KnownEnds = {}) {
  const verification = verifyChain(ends);
  for (const line of given) verification.next(line);
  return verification.end();
}

/** A line with another text and the hash that fits it: an attacker who knows how the chain is made. */
function rewritten(line: string): string {
  const link = { ...JSON.parse(line), text: "x" };
  return canonicalJson({ ...link, hash: hashOfLink(link) });
}

/** All of a chain from a line on, rewritten with the hashes that fit. */
function rewrittenFrom(index: number): readonly string[] {
  const kept = chain.slice(0, index);
  const others = chain.slice(index).reduce<Link[]>((before, { text }) => {
    const previous = before.at(-1) ?? kept.at(-1) ?? ORIGIN;
    return [...before, linkTo({ text: `${text} rewritten` }, previous)];
  }, []);
  return [...kept, ...others].map((link) => canonicalJson(link));
}

describe("a chain is whole", () => {
  const whole: Readonly<Record<string, readonly [lines: readonly string[], ends?: KnownEnds]>> = {
    "from its beginning": [lines],
    "from its beginning to its head": [lines, { head, after: ORIGIN.hash }],
    "after the record that was dropped": [lines.slice(2), { after: chain[1]?.hash, head }],
    "from somewhere, where nothing is known of what was before": [lines.slice(2)],
    "with empty lines": [[a, "", b, c, " ", d, e, ""], { head }],
    "with its fields in another order": [
      lines.map((line) =>
        JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line)).toReversed())),
      ),
    ],
    "with fields that this version does not know": [
      [canonicalJson(linkTo({ text: "a", later: { x: 1 } }, ORIGIN))],
    ],
    "without any record": [[]],
  };
  for (const [title, [given, ends]] of Object.entries(whole))
    it(title, () => assert.equal(verify(given, ends).broken, undefined));

  it("and says how many records there are, and which is the last", () => {
    assert.deepEqual(verify(lines.slice(1)), {
      entries: 4,
      first: 2,
      last: { sequence: 5, hash: head },
    });
  });
});

describe("a break is found where", () => {
  const breaks: Readonly<
    Record<
      string,
      readonly [
        lines: readonly string[],
        line: number,
        problem: ChainBreak["problem"],
        ends?: KnownEnds,
      ]
    >
  > = {
    "a field was altered": [[a, b, c.replace('"text":"c"', '"text":"x"'), d, e], 3, "altered"],
    "a field was added": [[a, b.replace("{", '{"also":1,'), c, d, e], 2, "altered"],
    "a record was altered and hashed again": [[a, b, rewritten(c), d, e], 4, "altered"],
    "the last record was altered and hashed again": [
      [a, b, c, d, rewritten(e)],
      6,
      "dropped",
      { head },
    ],
    "the first record was altered and hashed again, which the second shows": [
      [rewritten(a), b, c],
      2,
      "altered",
    ],
    "the number of a record was altered": [
      [a, b, c.replace('"sequence":3', '"sequence":7'), d, e],
      3,
      "altered",
    ],
    "a record was dropped": [[a, b, d, e], 3, "dropped"],
    "two records were dropped": [[a, d, e], 2, "dropped"],
    "two neighbours changed places": [[a, c, b, d, e], 2, "reordered"],
    "the last is the first": [[e, a, b, c, d], 2, "reordered"],
    "a record was moved to the end": [[a, c, d, e, b], 2, "reordered"],
    "a record is there twice": [[a, b, b, c, d, e], 3, "repeated"],
    "an earlier record is there again": [[a, b, c, a, d, e], 4, "reordered"],
    "a record of another chain was inserted": [
      [a, b, canonicalJson(linkTo({ text: "x" }, { sequence: 2, hash: "f".repeat(64) })), d, e],
      3,
      "altered",
    ],
    "a line is no JSON": [[a, "b", c], 2, "unreadable"],
    "a field is there twice": [[a, b.replace('{"', '{"text":"x","'), c, d, e], 2, "unreadable"],
    "a line is no record": [[a, "{}", c], 2, "unreadable"],
    "records are missing at the end": [[a, b, c], 4, "dropped", { head }],
    "every record is missing": [[], 1, "dropped", { head }],
    "records are missing at the beginning": [[c, d, e], 1, "unlinked", { after: chain[0]?.hash }],
    "what is said to be the first is not": [
      [canonicalJson(linkTo({ text: "x" }, { sequence: 0, hash: "f".repeat(64) }))],
      1,
      "unlinked",
    ],
    "all was rewritten from a record on, which only the head shows": [
      rewrittenFrom(2),
      6,
      "dropped",
      { head },
    ],
  };
  for (const [title, [given, line, problem, ends]] of Object.entries(breaks))
    it(title, () => {
      const { broken } = verify(given, ends);
      assert.deepEqual([broken?.line, broken?.problem], [line, problem]);
      assert.match(broken?.explanation ?? "", /^[A-Z].*\.$/);
    });

  it("any single character of a record is another", () => {
    for (let at = 0; at < c.length; at += 1) {
      const other = c[at] === "1" ? "2" : "1";
      const altered = c.slice(0, at) + other + c.slice(at + 1);
      assert.ok(verify([a, b, altered, d, e]).broken, altered);
    }
  });
});
