import assert from "node:assert/strict";
import { test } from "node:test";

import { MAX_CSS_LENGTH, problemOfCss } from "./own-css.ts";

const accepted: string[] = [
  "",
  "h1 { font-weight: 800 }",
  ".card { border-top: 4px solid var(--brass) }",
  "@media (max-width: 600px) { .card { padding: 8px } }",
  "@supports (display: grid) { .card { display: grid } }",
  "@keyframes fade { from { opacity: 0 } }",
  '.card { background: url("data:image/svg+xml;base64,PHN2Zy8+") }',
  ".card { background: url(data:image/png;base64,iVBORw0K) }",
  ".card::before { content: '✓' }",
  ".image { color: red }",
];

for (const css of accepted) {
  test(`it can be used: ${css}`, () => assert.equal(problemOfCss(css), undefined));
}

const refused: [string, string, RegExp][] = [
  ["a style sheet of another site", "@import 'https://mallory.example/a.css';", /at-rules/],
  ["the same in upper case", "@IMPORT url(a.css);", /at-rules/],
  ["a font", "@font-face { src: local(x) }", /at-rules/],
  ["a namespace", "@namespace svg url(http://www.w3.org/2000/svg);", /at-rules/],
  ["a remote image", ".card { background: url(https://mallory.example/i.png) }", /loads nothing/],
  ["an image in quotes", ".card { background: URL( 'https://mallory.example/i.png' ) }", /loads/],
  ["an image of the same origin", ".card { background: url(/oauth2/sessions/logout) }", /loads/],
  ["an image by its name", ".card { background: image('https://mallory.example/') }", /loads/],
  ["a set of images", ".a { background: image-set('https://mallory.example/' 1x) }", /loads/],
  ["a prefixed set", ".a { background: -webkit-image-set('https://m.example/' 1x) }", /loads/],
  ["the function src", ".a { background: src('https://mallory.example/') }", /loads nothing/],
  ["a document as data", ".a { background: url(data:text/html,hi) }", /loads nothing/],
  ["an escaped name", ".a { background: \\75rl(https://mallory.example/) }", /backslashes/],
  ["the end of the element", "</style><script>alert(1)</script>", /without “<”/],
  ["a comment of HTML", "<!-- h1 {} -->", /without “<”/],
  ["a binding", ".a { -moz-binding: url(https://mallory.example/x.xml#a) }", /loads nothing/],
  ["more than there is room for", "a".repeat(MAX_CSS_LENGTH + 1), /at most/],
];

for (const [what, css, expected] of refused) {
  test(`it is refused: ${what}`, () => assert.match(problemOfCss(css) ?? "accepted", expected));
}
