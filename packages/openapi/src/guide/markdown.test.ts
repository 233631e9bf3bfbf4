import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { render } from "@latchkey/sign-in";
import { sectionsOf, renderMarkdown } from "./markdown.ts";

const links = (target: string): string | undefined =>
  target.startsWith("https:") || target.startsWith("#") ? target : undefined;

const table: readonly (readonly [what: string, text: string, shown: string])[] = [
  ["a heading", "## Get tokens", '<h2 id="get-tokens">Get tokens</h2>'],
  ["a paragraph of two lines", "one\ntwo", "<p>one\ntwo</p>"],
  [
    "code",
    "```sh tested\ncurl <here>\n```",
    '<pre tabindex="0"><code>curl &lt;here&gt;</code></pre>',
  ],
  ["code within a line", "`a < b`", "<p><code>a &lt; b</code></p>"],
  ["emphasis", "**two** and *one*", "<p><strong>two</strong> and <em>one</em></p>"],
  ["an escape", String.raw`\*not emphasis\*`, "<p>*not emphasis*</p>"],
  ["a link", "[`here`](https://a.test)", '<p><a href="https://a.test"><code>here</code></a></p>'],
  ["a link to what is not served", "[there](../src/index.ts)", "<p>there</p>"],
  ["an image", "![a diagram](https://a.test/b.svg)", "<p>a diagram</p>"],
  ["a list", "- one\n- two", "<ul><li>one</li><li>two</li></ul>"],
  ["a numbered list", "1. one\n2. two", "<ol><li>one</li><li>two</li></ol>"],
  ["a list in a list", "- one\n  - two", "<ul><li>one<ul><li>two</li></ul></li></ul>"],
  [
    "code in a list",
    "1. one\n\n   ```sh\n   ls\n   ```",
    '<ol><li>one<pre tabindex="0"><code>ls</code></pre></li></ol>',
  ],
  ["a quotation", "> one", "<blockquote><p>one</p></blockquote>"],
  ["a comment", "<!-- hidden -->\n\nshown", "<p>shown</p>"],
];

const attacks: readonly (readonly [what: string, text: string])[] = [
  ["an element", "<script>alert(1)</script>"],
  ["an attribute", '<img src=x onerror="alert(1)">'],
  ["a link to a script", "[here](javascript:alert)"],
  ["a quotation mark in a link", '[here](https://a.test/"onclick="alert)'],
  ["an element in a heading", "# <b onclick=alert>"],
  ["an element in a table", "| <b> |\n| --- |\n| <script> |"],
  ["an unclosed fence", "```\n<script>"],
  ["an unclosed comment", "<!-- <script>"],
];

describe("Markdown", () => {
  for (const [what, text, shown] of table) {
    it(`shows ${what}`, () => assert.equal(rendered(text), shown));
  }

  it("shows a table, with bars in its cells", () => {
    assert.match(
      rendered("| a | b |\n| --- | --- |\n| `x \\| y` | z |"),
      /<th>a<\/th>.*<td><code>x \| y<\/code><\/td>\s*<td>z<\/td>/s,
    );
  });

  for (const [what, text] of attacks) {
    it(`does not let through ${what}`, () => {
      assert.doesNotMatch(rendered(text), /<(?:script|img|b)\b|javascript:|" ?onclick/);
    });
  }

  it("names repeated headings as GitHub does", () => {
    const ids = sectionsOf("# A `b`, c\n\n## See\n\n## See").map(({ id }) => id);
    assert.deepEqual(ids, ["a-b-c", "see", "see-1"]);
  });

  it("takes time in proportion to the length", () => {
    // Not of nested quotations, which marked parses by recursion: the pages are files of ours.
    for (const part of ["[", "`", "*", "**", "![", "- ", "|", "# ", "<", "_"]) {
      assert.ok(rendered(part.repeat(20_000)).length > 0, part);
    }
  });
});

function rendered(text: string): string {
  return render(renderMarkdown(text, links)).replaceAll(/>\s*\n\s*</g, "><");
}
