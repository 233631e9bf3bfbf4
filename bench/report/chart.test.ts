import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleResults } from "../example-results.ts";
import { drawChart } from "./chart.ts";
import { escapeXml } from "./svg.ts";

describe("the chart", () => {
  const svg = drawChart(exampleResults());
  const widthOf = (fill: string): number =>
    Number(
      new RegExp(`width="([\\d.]+)" height="11" rx="2" fill="${RegExp.escape(fill)}"`).exec(
        svg,
      )?.[1],
    );

  it("has bars as long as their share of the baseline, from zero", () => {
    assert.equal(widthOf("var(--wash)") * 2, widthOf("var(--brass)"));
  });
  it("labels each bar with share, rate and unit", () => {
    assert.ok(svg.includes("0.70 · 7,000 requests/s"));
  });
  it("has a zero line and marks bare node:http", () => {
    assert.ok(svg.includes(">0</text>") && svg.includes(">1 = bare</text>"));
  });
  it("has a dark mode and an accessible name", () => {
    assert.ok(svg.includes("prefers-color-scheme: dark") && svg.includes('role="img" aria-label='));
  });
});

it("text is escaped", () => {
  assert.equal(escapeXml(`<a b="c">&`), "&lt;a b=&quot;c&quot;&gt;&amp;");
});
