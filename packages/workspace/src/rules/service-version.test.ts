import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseServiceVersion } from "./service-version.ts";

const supported = ["2025-09-03", "2026-03-11"];

describe("the Service-Version of a request", () => {
  const table: [
    title: string,
    headers: Record<string, string>,
    aliases: string[],
    outcome: string,
  ][] = [
    ["one we know", { "service-version": "2026-03-11" }, [], "2026-03-11"],
    ["one we know, with spaces around", { "service-version": " 2025-09-03 " }, [], "2025-09-03"],
    ["none", {}, [], "missing_version"],
    ["an empty one", { "service-version": " " }, [], "missing_version"],
    ["one we do not know", { "service-version": "2020-01-01" }, [], "validation_error"],
    ["one we know, twice", { "service-version": "2026-03-11, 2026-03-11" }, [], "validation_error"],
    ["under a name that is not ours", { "partner-version": "2026-03-11" }, [], "missing_version"],
    [
      "under a name that an operator made ours",
      { "partner-version": "2026-03-11" },
      ["Partner-Version"],
      "2026-03-11",
    ],
    [
      "under both names: ours counts",
      { "service-version": "2025-09-03", "partner-version": "nonsense" },
      ["partner-version"],
      "2025-09-03",
    ],
  ];
  for (const [title, headers, aliases, outcome] of table) {
    it(`${title} → ${outcome}`, () => {
      const checked = parseServiceVersion((name) => headers[name], supported, aliases);
      assert.equal(checked.ok ? checked.value : checked.error.code, outcome);
    });
  }

  it("the error of a request without one lists the supported versions", () => {
    const checked = parseServiceVersion(() => undefined, supported);
    assert.ok(!checked.ok);
    assert.equal(
      checked.error.description,
      "The header Service-Version is missing: send one of 2025-09-03, 2026-03-11.",
    );
    const only = parseServiceVersion(() => undefined, ["2026-03-11"]);
    assert.match(only.ok ? "" : only.error.description, /: send 2026-03-11\.$/);
  });

  it("the error lists the supported versions and does not quote the sent one", () => {
    const checked = parseServiceVersion(() => "mallory-1", supported);
    assert.ok(!checked.ok);
    assert.match(checked.error.description, /2025-09-03, 2026-03-11/);
    assert.doesNotMatch(checked.error.description, /mallory/);
  });
});
