import assert from "node:assert/strict";
import { test } from "node:test";
import { mergeBranding, readBranding, readPreviewRequest } from "./branding-input.ts";

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString("base64");
const logo = `data:image/svg+xml;base64,${svg}`;

const accepted: object[] = [
  {},
  { product_name: "Wonderland", logo, logo_dark: logo, show_name: false },
  { light: { primary: "#0b5fff" }, dark: { background: "#000000" }, corner_radius: 0 },
  { css: ".card { border: 0 }", links: { imprint: "https://wonderland.example/imprint" } },
  { texts: { "zh-TW": { sign_in_title: "歡迎" } }, scope_texts: { a: { en: { title: "do a" } } } },
  { product_name: null },
];

for (const body of accepted) {
  test(`${JSON.stringify(body).slice(0, 60)} is a branding`, () => {
    assert.equal(readBranding(body).ok, true);
  });
}

const refused: [object, RegExp][] = [
  [{ product_name: "" }, /product_name/],
  [{ product_name: "a\u202eb" }, /product_name/],
  [{ name: "Wonderland" }, /name/],
  [{ logo: "https://wonderland.example/logo.png" }, /logo must be an SVG, PNG or WebP image/],
  [{ logo_dark: "data:image/png;base64,AAAA" }, /logo_dark must be/],
  [{ light: { primary: "red" } }, /#1a2b3c/],
  [{ light: { primary: "#0b5fff;}" } }, /#1a2b3c/],
  [{ corner_radius: 29 }, /corner_radius/],
  [{ corner_radius: 1.5 }, /corner_radius/],
  [{ css: "@import 'a.css';" }, /css must be CSS/],
  [{ links: { privacy: "javascript:alert(1)" } }, /privacy/],
  [{ texts: { en: { allow: "OK" } } }, /allow/],
  [{ texts: { en: { sign_in_title: "two\nlines" } } }, /sign_in_title/],
  [{ texts: { "<b>": {} } }, /texts/],
];

for (const [body, expected] of refused) {
  test(`${JSON.stringify(body)} is refused`, () => {
    const input = readBranding(body);
    assert.ok(!input.ok);
    assert.match(input.error.error_description, expected);
    assert.equal(readPreviewRequest({ branding: body, page: "error", scheme: "dark" }).ok, false);
  });
}

test("a preview is of a page that there is", () => {
  assert.equal(readPreviewRequest({ branding: {}, page: "error", scheme: "dark" }).ok, true);
  assert.equal(readPreviewRequest({ branding: {}, page: "../etc", scheme: "dark" }).ok, false);
  assert.equal(readPreviewRequest({ branding: {}, page: "error", scheme: "sepia" }).ok, false);
});

test("what is stored wins over settings, field by field", () => {
  const settings = {
    product_name: "Settings",
    logo,
    logo_dark: logo,
    light: { primary: "#111111", background: "#222222" },
    links: { privacy: "https://a.example/" },
    texts: { en: { sign_in_title: "A", sign_in_intro: "B" } },
  };
  assert.deepEqual(mergeBranding(settings, {}), settings);
  assert.deepEqual(mergeBranding({}, {}), {});
  const merged = mergeBranding(settings, {
    logo: "data:other",
    light: { primary: "#333333" },
    links: { terms: "https://b.example/" },
    texts: { de: { sign_in_title: "C" } },
  });
  assert.deepEqual(merged, {
    product_name: "Settings",
    logo: "data:other",
    light: { primary: "#333333", background: "#222222" },
    links: { privacy: "https://a.example/", terms: "https://b.example/" },
    texts: { en: { sign_in_title: "A", sign_in_intro: "B" }, de: { sign_in_title: "C" } },
  });
});
