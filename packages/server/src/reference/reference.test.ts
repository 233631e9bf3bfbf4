import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { errorCodes } from "../oauth/oauth-error.ts";
import { workspaceErrorCodes } from "../../../workspace/src/rules/workspace-error.ts";
import { describeMetrics } from "./metrics.ts";
import { loadFeatures } from "../feature/load-features.ts";
import { features as composed } from "../../../cli/src/features.ts";
import { pages } from "./pages.ts";

const features = await loadFeatures(composed);

describe("the pages that are made from tables", () => {
  for (const [name, render] of Object.entries(pages)) {
    it(`docs/${name} is what its table gives`, () => {
      const page = readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), "utf8");
      assert.equal(page, render(features), "Run: npm run docs");
    });
  }

  it("every code of the authorization server has one row, every one of the workspace API another", () => {
    const page = pages["errors.md"]?.(features) ?? "";
    const [own = "", , workspace = ""] = page.split(/^## (?:By grant type|Workspace API)$/m);
    for (const code of errorCodes) assert.equal(own.split(`| \`${code}\` | `).length, 2, code);
    for (const code of workspaceErrorCodes) {
      assert.match(
        workspace,
        new RegExp(`^\\| \`${code}\` \\| \\d{3}`, "m"),
        `${code} has no status`,
      );
    }
  });

  it("every metric has one row, and a sentence that says what it means", () => {
    const page = pages["metrics.md"]?.(features) ?? "";
    const metrics = describeMetrics(features);
    assert.ok(metrics.length > 10, "this test looked at nothing");
    for (const { name, help } of metrics) {
      assert.equal(page.split(`| \`${name}\` | `).length, 2, name);
      assert.match(help, /^[A-Z].*\.$/, name);
    }
  });
});
