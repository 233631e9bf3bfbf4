import assert from "node:assert/strict";
import { test } from "node:test";

import {
  contrastOf,
  luminanceOf,
  MARK_CONTRAST,
  mix,
  readableOn,
  TEXT_CONTRAST,
  textOn,
} from "./colours.ts";
import { deriveTheme, faintColours, schemes, type Theme } from "./theme.ts";

const contrasts: [string, string, number][] = [
  ["#000000", "#ffffff", 21],
  ["#ffffff", "#ffffff", 1],
  ["#777777", "#ffffff", 4.48],
  ["#767676", "#ffffff", 4.54],
  ["#ff0000", "#ffffff", 4],
  ["#0000ff", "#ffffff", 8.59],
];

for (const [one, other, expected] of contrasts) {
  test(`the contrast of ${one} and ${other} is ${expected}`, () => {
    assert.equal(Math.round(contrastOf(one, other) * 100) / 100, expected);
    assert.equal(contrastOf(one, other), contrastOf(other, one));
  });
}

const texts: [string, string][] = [
  ["#0b3d91", "#ffffff"],
  ["#ffb400", "#16181d"],
  ["#767676", "#ffffff"],
  ["#797979", "#000000"],
];

for (const [colour, text] of texts) {
  test(`the text on ${colour} is ${text}`, () => assert.equal(textOn(colour), text));
}

const readable: { colour: string; on: string[]; expected: string }[] = [
  { colour: "#0b3d91", on: ["#ffffff"], expected: "#0b3d91" },
  { colour: "#ffffff", on: ["#ffffff"], expected: "#757575" },
  { colour: "#000000", on: ["#000000"], expected: "#757575" },
];

for (const { colour, on, expected } of readable) {
  test(`${colour} on ${on.join(" and ")} is read as ${expected}`, () => {
    assert.equal(readableOn(colour, on), expected);
  });
}

test("a mix begins with one colour and ends with the other", () => {
  assert.equal(mix("#102030", "#ffffff", 0), "#102030");
  assert.equal(mix("#102030", "#ffffff", 1), "#ffffff");
  assert.equal(mix("#000000", "#ffffff", 0.5), "#808080");
  assert.equal(luminanceOf("#000000"), 0);
});

type Pair = [keyof Theme, keyof Theme, number];

/** What is on what: text, and what marks a control. */
const pairs: Pair[] = [
  ...(["ink", "quiet", "link", "brass-deep"] as const).flatMap((text): Pair[] => [
    [text, "raised", TEXT_CONTRAST],
    [text, "paper", TEXT_CONTRAST],
    [text, "brass-wash", TEXT_CONTRAST],
  ]),
  ["on-brass", "brass", TEXT_CONTRAST],
  ["on-brass", "brass-hover", TEXT_CONTRAST],
  ["on-page", "page", TEXT_CONTRAST],
  ["good", "raised", TEXT_CONTRAST],
  ["bad", "raised", TEXT_CONTRAST],
  ["edge", "raised", MARK_CONTRAST],
  ["brass-edge", "raised", MARK_CONTRAST],
];

const channels = ["00", "55", "99", "cc", "ff"];
const colours = channels.flatMap((red) =>
  channels.flatMap((green) => channels.map((blue) => `#${red}${green}${blue}`)),
);

for (const scheme of schemes) {
  test(`whatever is chosen, everything can be read in the ${scheme} scheme`, () => {
    const failures: string[] = [];
    for (const primary of colours) {
      for (const background of [undefined, "#ffffff", "#fff1f6", "#808080", "#0b2038", "#000000"]) {
        const chosen = { primary, ...(background !== undefined && { background }) };
        const theme = deriveTheme(scheme, { [scheme]: chosen });
        for (const [front, back, least] of pairs) {
          const contrast = contrastOf(theme?.[front] ?? "", theme?.[back] ?? "");
          if (!(contrast >= least))
            failures.push(`${primary} on ${background}: ${front} on ${back} has ${contrast}`);
        }
      }
    }
    assert.deepEqual(failures.slice(0, 5), []);
  });
}

test("the chosen colours fill the page and the first button of the light scheme", () => {
  const theme = deriveTheme("light", { light: { primary: "#FFB400", background: "#0B2038" } });
  assert.equal(theme?.["page"], "#0b2038");
  assert.equal(theme?.["brass"], "#ffb400");
  assert.equal(theme?.["raised"], "#ffffff");
});

test("the dark scheme has the colour of the light one, lighter where it would not stand out", () => {
  const navy = { light: { primary: "#0b2038" } };
  const theme = deriveTheme("dark", navy);
  assert.ok(contrastOf(theme?.["brass"] ?? "", theme?.["raised"] ?? "") >= MARK_CONTRAST);
  assert.equal(deriveTheme("dark", { light: { background: "#ffffff" } }), undefined);
});

test("a colour that is too faint as text is reported with the one in its place", () => {
  const [faint, ...more] = faintColours({
    light: { primary: "#ffb400" },
    dark: { primary: "#ffb400" },
  });
  assert.deepEqual(more, []);
  assert.equal(faint?.scheme, "light");
  assert.equal(faint?.colour, "#ffb400");
  assert.equal(faint?.contrast, 1.7);
  assert.ok(contrastOf(faint?.used_for_text ?? "", "#ffffff") >= TEXT_CONTRAST);
  assert.deepEqual(faintColours({ light: { primary: "#0b3d91" } }), []);
});
