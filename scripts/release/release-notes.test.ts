import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { readManifest } from "../pack/manifest.ts";
import { releaseNotes } from "./release-notes.ts";

const root = join(import.meta.dirname, "../..");
const { version } = readManifest(root);

const changelog = `# Changelog

## [Unreleased]

## [1.1.0] - 2026-12-01

### Added

- A setting.

## [1.0.0] - 2026-11-30

[1.1.0]: https://example.com
`;

describe("release notes", () => {
  it("are the section of the version", () => {
    assert.equal(releaseNotes("v1.1.0", "1.1.0", changelog), "### Added\n\n- A setting.");
  });

  for (const [tag, named, problem] of [
    ["v1.1.0", "1.0.0", /does not match/],
    ["1.1.0", "1.1.0", /does not match/],
    ["v2.0.0", "2.0.0", /no section/],
    ["v1.0.0", "1.0.0", /is empty/],
  ] as const) {
    it(`are refused for tag ${tag} and version ${named}: ${problem.source}`, () => {
      assert.throws(() => releaseNotes(tag, named, changelog), problem);
    });
  }

  it("exist for the current version in the changelog of this repository", () => {
    const text = readFileSync(join(root, "CHANGELOG.md"), "utf8");
    assert.ok(releaseNotes(`v${version}`, version, text).length > 0);
  });
});
