import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { releaseNotes } from "./release-notes.ts";

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

  for (const [tag, version, problem] of [
    ["v1.1.0", "1.0.0", /does not match/],
    ["1.1.0", "1.1.0", /does not match/],
    ["v2.0.0", "2.0.0", /no section/],
    ["v1.0.0", "1.0.0", /is empty/],
  ] as const) {
    it(`are refused for tag ${tag} and version ${version}: ${problem.source}`, () => {
      assert.throws(() => releaseNotes(tag, version, changelog), problem);
    });
  }

  it("exist for 0.1.0 in the changelog of this repository", () => {
    const text = readFileSync(join(import.meta.dirname, "../../CHANGELOG.md"), "utf8");
    assert.ok(releaseNotes("v0.1.0", "0.1.0", text).length > 0);
  });
});
