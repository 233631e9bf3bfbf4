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

  it("has bars as long as their share of the floor, from zero", () => {
    assert.equal(widthOf("var(--wash)") * 2, widthOf("var(--brass)"));
  });
  it("says the share, the figure and its unit at each bar", () => {
    assert.ok(svg.includes("0.70 · 7,000 requests/s"));
  });
  it("has a zero line and says where bare node:http is", () => {
    assert.ok(svg.includes(">0</text>") && svg.includes(">1 = bare</text>"));
  });
  it("can be read on dark paper too, and by those who do not see it", () => {
    assert.ok(svg.includes("prefers-color-scheme: dark") && svg.includes('role="img" aria-label='));
  });
});

it("words cannot break out of a picture", () => {
  assert.equal(escapeXml(`<a b="c">&`), "&lt;a b=&quot;c&quot;&gt;&amp;");
});
