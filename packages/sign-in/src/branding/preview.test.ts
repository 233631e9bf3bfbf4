import { previewPages } from "@latchkey/api";
import assert from "node:assert/strict";
import { test } from "node:test";

import { locales } from "../messages/locale.ts";
import { renderErrorPage } from "../pages/error-page.ts";
import { createBrand, findBrandAsset, noBrand } from "./brand.ts";
import { renderPreview } from "./preview.ts";

const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;
const logo = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
const evil = `"><script>alert(1)</script>`;
const brand = createBrand({
  product_name: evil,
  logo,
  show_name: false,
  light: { primary: "#0b5fff" },
  links: { privacy: "https://wonderland.example/?a=1&b=2", imprint: "https://wonderland.example/" },
  texts: {
    en: {
      sign_in_title: evil,
      sign_in_intro: evil,
      second_factor_title: evil,
      consent_intro: evil,
      sign_out_title: evil,
      signed_out_title: evil,
      signed_out_text: evil,
      account_title: evil,
      account_intro: evil,
      device_title: evil,
      device_intro: evil,
      error_intro: evil,
    },
  },
  scope_texts: { "photos.read": { en: { title: evil } } },
});

for (const page of previewPages) {
  test(`the preview of ${page} runs nothing and loads nothing, whatever the branding says`, () => {
    for (const scheme of ["light", "dark"] as const) {
      const html = renderPreview({ page, scheme, language: "en" }, brand);
      assert.doesNotMatch(html, /<script/i);
      assert.doesNotMatch(html, /<link rel="stylesheet"|src="(?!data:)/);
      assert.match(html, /&quot;&gt;&lt;script&gt;/);
      assert.equal(html.match(/<style nonce="preview">/g)?.length, 2);
      assert.doesNotMatch(html, /prefers-color-scheme/);
    }
  });

  test(`the preview of ${page} is there in every language`, () => {
    for (const language of locales) {
      const html = renderPreview({ page, scheme: "light", language }, noBrand);
      assert.match(html, new RegExp(`<html lang="${language}">`));
    }
  });
}

test("the logo is an image in a sandbox, and the style sheet loads nothing", () => {
  const image = findBrandAsset(brand, brand.logo?.path ?? "");
  assert.equal(image?.headers["content-type"], "image/svg+xml");
  assert.equal(Buffer.from(image?.bytes ?? "").toString(), svg);
  const policy = String(image?.headers["content-security-policy"]);
  assert.match(policy, /^default-src 'none'/);
  assert.match(policy, /; sandbox$/);
  assert.doesNotMatch(policy, /script-src/);
  const css = findBrandAsset(brand, brand.css_path);
  assert.equal(css?.headers["content-security-policy"], "default-src 'none'");
  assert.match(css?.body ?? "", /--brass:#0b5fff/);
  assert.equal(findBrandAsset(brand, "assets/logo.000000000000.svg"), undefined);
  assert.equal(findBrandAsset(noBrand, noBrand.css_path), undefined);
});

test("an error page contains the logo and the style sheet, which its policy names", () => {
  const page = renderErrorPage({ error: "x", error_description: "", locale: "en", brand });
  const policy = String(page.headers["content-security-policy"]);
  assert.ok(policy.includes(brand.css_digest));
  assert.ok(page.body.includes(brand.css) && page.body.includes(logo));
  assert.doesNotMatch(page.body, /<script/);
});

test("texts are those of the language or its primary one, and else the built-in ones", () => {
  const own = createBrand({ texts: { de: { sign_in_title: "Willkommen" }, "zh-TW": {} } });
  assert.equal(own.textsIn("de")?.sign_in_title, "Willkommen");
  assert.equal(own.textsIn("de-AT")?.sign_in_title, "Willkommen");
  assert.equal(own.textsIn("fr"), undefined);
  assert.equal(own.textsIn("zh"), undefined);
  const html = renderPreview({ page: "sign_in", scheme: "light", language: "fr" }, own);
  assert.match(html, /<h1>Se connecter<\/h1>/);
});

test("without a branding, pages are as they were", () => {
  assert.equal(noBrand.css, "");
  const html = renderPreview({ page: "sign_in", scheme: "light", language: "en" }, noBrand);
  assert.match(html, /class="mark"/);
  assert.doesNotMatch(html, /class="(?:legal|brand-logo)/);
});

test("a product with a name and no logo has no mark of another", () => {
  const html = renderPreview(
    { page: "sign_in", scheme: "light", language: "en" },
    createBrand({ product_name: "Wonderland" }),
  );
  assert.doesNotMatch(html, /class="mark"/);
  assert.match(html, /<p class="brand">\s*Wonderland/);
});
