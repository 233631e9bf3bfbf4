import assert from "node:assert/strict";
import { test } from "node:test";
import { render } from "@latchkey/sign-in";
import { prose } from "./prose.ts";

for (const [text, shown] of [
  ["Below `/v1`.", "Below <code>/v1</code>."],
  ["See [RFC 6749](https://rfc.test/6749).", 'See <a href="https://rfc.test/6749">RFC 6749</a>.'],
  ["See [the page](docs/api.md).", "See the page."],
  ["A `*` and a `*`.", "A <code>*</code> and a <code>*</code>."],
  ["[x](javascript:alert)", "x"],
  ["`<script>` <script>", "<code>&lt;script&gt;</code> &lt;script&gt;"],
] as const) {
  test(`${text} is shown as ${shown}`, () => assert.equal(render(prose(text)), shown));
}
