import assert from "node:assert/strict";
import { test } from "node:test";

import { stylesheet } from "./assets.ts";

const [light = "", dark = ""] = stylesheet.split("@media (prefers-color-scheme: dark)");
const themes = { light: readTokens(light), dark: readTokens(dark.slice(0, dark.indexOf("\n}\n"))) };

/** WCAG 2.2 §1.4.3: text needs 4.5. §1.4.11: the edge of a field needs 3. */
const pairs: [string, string, number][] = [
  ["ink", "paper", 4.5],
  ["ink", "raised", 4.5],
  ["ink", "brass-wash", 4.5],
  ["quiet", "paper", 4.5],
  ["quiet", "raised", 4.5],
  ["brass", "paper", 4.5],
  ["brass", "raised", 4.5],
  ["brass-deep", "brass-wash", 4.5],
  ["brass-deep", "raised", 4.5],
  ["on-brass", "brass", 4.5],
  ["on-brass", "brass-deep", 4.5],
  ["bad", "raised", 4.5],
  ["good", "raised", 4.5],
  ["edge", "raised", 3],
];

for (const [theme, tokens] of Object.entries(themes)) {
  for (const [front, back, least] of pairs) {
    test(`${theme} theme: ${front} on ${back} has enough contrast`, () => {
      const contrast = contrastOf(tokens.get(front) ?? "", tokens.get(back) ?? "");
      assert.ok(contrast >= least, `${contrast.toFixed(2)} is less than ${least}`);
    });
  }
}

test("text follows the font size that is set in the browser", () => {
  const fixed = stylesheet.match(/(font-size|line-height|font):\s+[^;]*\dpx[^;]*;/g);
  assert.deepEqual(fixed, null);
});

function readTokens(css: string): Map<string, string> {
  const tokens = css.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g);
  return new Map([...tokens].map(([, name = "", colour = ""]) => [name, colour]));
}

function contrastOf(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
