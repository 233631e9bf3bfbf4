import assert from "node:assert/strict";
import { test } from "node:test";

import * as fc from "fast-check";

import { assertProperty } from "../../../server/test/support/properties.ts";
import { html, render, type HtmlValue } from "./html.ts";

const written: [string, HtmlValue, string][] = [
  ["text", "Tom & Jerry", "Tom &amp; Jerry"],
  ["a tag", "<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
  ["the end of an attribute", `" onfocus="x`, "&quot; onfocus=&quot;x"],
  ["the end of the other kind", "' onfocus='x", "&#39; onfocus=&#39;x"],
  ["an entity, escaped again", "&lt;", "&amp;lt;"],
  ["a number", 0, "0"],
  ["nothing", undefined, ""],
  ["no", false, ""],
  ["a list", ["<", html`<br />`, ["&"]], "&lt;<br />&amp;"],
  ["markup inside markup", html`<b>${html`<i>${"<"}</i>`}</b>`, "<b><i>&lt;</i></b>"],
];

for (const [title, value, expected] of written) {
  test(`html writes ${title}`, () => {
    assert.equal(render(html`[${value}]`), `[${expected}]`);
  });
}

test("text cannot break out of an element or an attribute", () => {
  assertProperty(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const page = render(html`<p title="${text}">${text}</p>`);
      const [, attribute, content] = /^<p title="([^"]*)">([^<]*)<\/p>$/s.exec(page) ?? [];
      assert.equal(unescape(attribute), text);
      assert.equal(unescape(content), text);
    }),
  );
});

test("parsed JSON is never treated as markup", () => {
  const forged: HtmlValue = JSON.parse('[{"markup":"<script>"},{"Symbol(markup)":"<script>"}]');
  assert.throws(() => render(forged), TypeError);
});

function unescape(text = ""): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
