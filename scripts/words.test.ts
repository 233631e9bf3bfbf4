import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, it } from "node:test";

const root = join(import.meta.dirname, "..");

/** A term that has caused confusion, and the one to use instead. */
interface Rule {
  readonly term: RegExp;
  readonly use: string;
  /** Lines in which the word has its ordinary meaning. */
  readonly except?: RegExp;
  /** False where tests use the word as data. */
  readonly in_tests?: boolean;
}

/** Only words whose oblique use can be found reliably. */
const rules: Readonly<Record<string, Rule>> = {
  soon: {
    term: /\bSoon\b|\bgoOnWith\b|\bhere or promised\b/g,
    use: "MaybePromise",
    except: /coming soon/i,
  },
  sighting: { term: /\bsightings?\b/gi, use: "observed request" },
  notary: { term: /\bnotary\b/gi, use: "signer" },
  "figure desk": { term: /figure[ -]?desk/gi, use: "metrics aggregation" },
  colleagues: { term: /\bcolleagues?\b/gi, use: "peer processes" },
  siblings: {
    term: /\bsiblings?\b/gi,
    use: "peer processes",
    except: /sibling (?:selector|(?:sub)?domain)|nextSibling|previousSibling|following-sibling/,
  },
  bell: { term: /\bbells?\b/gi, use: "signal, notify" },
  crew: { term: /\bcrews?\b/gi, use: "supervisor, workers" },
  contenders: { term: /\bcontenders?\b/gi, use: "subjects" },
  floor: { term: /\bthe floor\b|\bbare parts\b/gi, use: "baseline, lower bound" },
  "name under a MAC": { term: /\bnames? under a MAC\b/gi, use: "signed id" },
  "proves itself": {
    term: /\bprov(?:es?|ed|ing) (?:itself|themselves|himself|herself)\b/gi,
    use: "authenticates",
  },
  "front door": { term: /\bfront doors?\b/gi, use: "authorization endpoint, entry point" },
  "letter by letter": { term: /\bletter by letter\b/gi, use: "exactly" },
  "so-manieth": { term: /\bso-manieth\b/gi, use: "every nth" },
  whoever: { term: /\bwhoever\b/gi, use: "the caller, the client, an attacker" },
  everybody: { term: /\beverybody\b/gi, use: "all clients, every connection" },
  somebody: { term: /\bsomebody\b/gi, use: "a user, a client, an attacker" },
  nobody: {
    term: /\b[nN]obody\b/g,
    use: "no request, no user",
    in_tests: false, // The id of an unknown client or account.
  },
  told: {
    term: /\b(?:is|are|was|were|be|been|being|as|unless|not) told\b/gi,
    use: "returned, notified, configured",
    except: /\btold apart\b/,
  },
  "looks on": { term: /\b(?:only|ever|just) looks? on\b|\bwatched\b/gi, use: "observes, observed" },
  "good for": {
    term: /\bgood for\b|\bis (?:still|no longer) good\b/gi,
    use: "valid for, grants",
  },
  "shown twice": {
    term: /\b(?:shown|shows) (?:twice|a code)\b/gi,
    use: "redeemed twice, presents a code",
  },
  "take turns": { term: /\btak(?:es?|ing) turns\b/gi, use: "in rotation; event-loop turn" },
  gate: { term: /\bgates?\b|[a-z]Gate\b/g, use: "middleware, limiter" },
  journey: { term: /\bjourneys?\b/gi, use: "flow; round trip (to the database)" },
  hire: { term: /\bhire[sd]?\b|\bbur(?:y|ies|ied)\b/gi, use: "spawn, reap" },
  finder: { term: /\bfinders?\b/gi, use: "query, lookup", except: /finder pattern/ },
  door: {
    term: /\bdoors?\b|\bthe yard\b/gi,
    use: "endpoint, entry point, folder",
    in_tests: false, // Tables and metrics of tests.
  },
  anybody: { term: /\banybody\b/gi, use: "any caller, an attacker" },
};

/** Generated from other files, frozen by releases, or about these words. */
const SKIPPED = [
  /^CHANGELOG\.md$/,
  /^package-lock\.json$/,
  /^docs\/(?:api|commands|errors|metrics|sdk|settings)\.md$/,
  /openapi\.json$/,
  /^bench\/results\//,
  /^packages\/server\/test\/upgrade\/golden\//,
  /^packages\/server\/src\/store\/migrations\/0/, // Released migrations are frozen by their digests.
  /^scripts\/words\.test\.ts$/,
];
const TEXT = /\.(?:ts|tsx|js|css|html|md|ya?ml|lua|sh|py|go|java)$/;

const PLACES = ["*.md", "{packages,scripts,bench,examples,deploy,docs,.github}/**/*"];
const UNTRACKED = new Set(["node_modules", "dist", "data"]);

const files = PLACES.flatMap((place) =>
  globSync(place, { cwd: root, exclude: (path) => UNTRACKED.has(basename(path)) }),
)
  .filter((file) => TEXT.test(file) && !SKIPPED.some((pattern) => pattern.test(file)))
  .map((file) => ({ file, lines: readFileSync(join(root, file), "utf8").split("\n") }));

describe("the terms of the field", () => {
  it("are looked for in sources, documentation and screens", () => assert.ok(files.length > 500));

  for (const [name, rule] of Object.entries(rules)) {
    it(`instead of "${name}": ${rule.use}`, () => {
      for (const [folder, found] of Map.groupBy(occurrencesOf(rule), ({ file }) =>
        folderOf(file),
      )) {
        const list = found.map(({ file, line, text }) => `${file}:${line}: ${text}`).join("\n");
        assert.equal(found.length, 0, `in ${folder}:\n${list}`);
      }
    });
  }
});

function occurrencesOf({ term, except, in_tests = true }: Rule) {
  const places = in_tests ? files : files.filter(({ file }) => !/\.test\.ts$|\/test\//.test(file));
  return places.flatMap(({ file, lines }) =>
    lines.flatMap((text, index) => {
      if (except?.test(text) === true) return [];
      return Array.from(text.matchAll(term), () => ({ file, line: index + 1, text: text.trim() }));
    }),
  );
}

/** The package, or the folder at the root. */
function folderOf(file: string): string {
  const [first = "", second = ""] = file.split("/");
  if (first === "packages") return `${first}/${second}`;
  return file.includes("/") ? first : "root";
}
