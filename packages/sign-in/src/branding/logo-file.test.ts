import assert from "node:assert/strict";
import { test } from "node:test";

import { MAX_LOGO_BYTES, readLogo, readLogoUrl } from "./logo-file.ts";

const png = Buffer.from("\x89PNG\r\n\x1a\nrest", "latin1");
const webp = Buffer.from("RIFF\x10\x00\x00\x00WEBPVP8 ", "latin1");
const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';

const files: [string, Buffer, string | undefined][] = [
  ["a PNG", png, "image/png"],
  ["a WebP", webp, "image/webp"],
  ["an SVG", Buffer.from(svg), "image/svg+xml"],
  [
    "an SVG with a declaration and a comment",
    Buffer.from(`<?xml version="1.0"?>\n<!-- drawn by hand -->\n${svg}`),
    "image/svg+xml",
  ],
  ["a JPEG", Buffer.from("\xff\xd8\xff\xe0", "latin1"), undefined],
  ["a page", Buffer.from("<html><svg></svg></html>"), undefined],
  ["an SVG with a document type", Buffer.from(`<!DOCTYPE svg [<!ENTITY a "b">]>${svg}`), undefined],
  ["nothing", Buffer.from(""), undefined],
  ["a large PNG", Buffer.concat([png, Buffer.alloc(MAX_LOGO_BYTES)]), undefined],
];

for (const [what, bytes, type] of files) {
  test(`${what} is ${type ?? "no logo"}`, () => assert.equal(readLogo(bytes)?.type, type));
}

test("the content decides the type, not the URL", () => {
  const url = `data:image/png;base64,${Buffer.from(svg).toString("base64")}`;
  const logo = readLogoUrl(url);
  assert.equal(logo?.type, "image/svg+xml");
  assert.match(logo?.path ?? "", /^assets\/logo\.[0-9a-f]{12}\.svg$/);
  assert.deepEqual(readLogoUrl(logo?.data_url ?? ""), logo);
});

for (const url of [
  "https://mallory.example/logo.png",
  `data:text/html;base64,${Buffer.from(svg).toString("base64")}`,
  `data:image/svg+xml,${svg}`,
  "data:image/png;base64,",
  "javascript:alert(1)",
]) {
  test(`${url} is no logo`, () => assert.equal(readLogoUrl(url), undefined));
}
