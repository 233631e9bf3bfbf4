import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { fillIn, type GuideValues, readGuideFiles } from "../src/guides/guide-code.ts";
import { type Guide, guides } from "../src/guides/guides.ts";

const values: GuideValues = {
  ISSUER: "https://id.example.com",
  CLIENT_ID: "tea-party",
  REDIRECT_URI: "https://tea.example/auth/callback",
  SCOPE: "tea.pour",
  AUDIENCE: "https://api.tea.example",
  RESOURCE: "https://api.tea.example",
};

/** The values that the file of a guide must have, besides the issuer. */
const expected = {
  web: ["CLIENT_ID", "REDIRECT_URI"],
  single_page: ["CLIENT_ID", "REDIRECT_URI"],
  native: ["CLIENT_ID"],
  device: ["CLIENT_ID"],
  machine: ["CLIENT_ID", "SCOPE", "AUDIENCE"],
  api: ["RESOURCE"],
} as const;

describe("the code that the console shows", () => {
  for (const guide of guides) {
    it(`of docs/guides/${guide.page}.md, ${guide.title}, has the values of the client`, () => {
      const files = filesOf(guide);
      const main = files.find(({ path }) => path === guide.file);
      assert.ok(main, `${guide.page} shows ${files.map(({ path }) => path).join(", ")}`);
      const code = fillIn(main, values);
      for (const name of ["ISSUER", ...expected[guide.kind]] as const) {
        assert.ok(code.includes(values[name] ?? ""), `${name} in ${guide.file}:\n${code}`);
      }
      for (const file of files) {
        const filled = fillIn(file, values);
        assert.doesNotMatch(filled, /127\.0\.0\.1:4444/, file.path);
        // The same lines, with other values.
        assert.equal(filled.split("\n").length, file.code.split("\n").length, file.path);
      }
    });
  }

  it("keeps what the guide has where a value is left out", () => {
    const file = { path: "app.js", language: "js", code: 'const CLIENT_ID = "photos";' };
    assert.equal(fillIn(file, { ISSUER: "https://id.example.com" }), file.code);
  });

  const hostile = `a "quoted" 'id' \${HOME} $& \\ #{1} \`x\``;
  for (const [language, code, filled] of [
    ["js", 'const CLIENT_ID = "photos";', `const CLIENT_ID = ${JSON.stringify(hostile)};`],
    [
      "js",
      'const CLIENT_ID = process.env.CLIENT_ID ?? "photos";',
      `const CLIENT_ID = process.env.CLIENT_ID ?? ${JSON.stringify(hostile)};`,
    ],
    [
      "python",
      'client_id=os.environ.get("CLIENT_ID", "photos"),',
      `client_id=os.environ.get("CLIENT_ID", ${JSON.stringify(hostile)}),`,
    ],
    ["go", 'env("CLIENT_ID", "photos"),', `env("CLIENT_ID", ${JSON.stringify(hostile)}),`],
    ["yaml", "client-id: photos", `client-id: ${JSON.stringify(hostile.replace("${", "\\${"))}`],
    [
      "sh",
      'CLIENT_ID="${CLIENT_ID:-backup}"',
      `CLIENT_ID='${hostile.replaceAll("'", String.raw`'\''`)}'`,
    ],
  ] as const) {
    it(`has any client id as one string: ${code}`, () => {
      const file = { path: "app", language, code };
      assert.equal(fillIn(file, { ISSUER: "", CLIENT_ID: hostile }), filled);
    });
  }
});

function filesOf({ page }: Guide) {
  const url = new URL(`../../../docs/guides/${page}.md`, import.meta.url);
  return readGuideFiles(readFileSync(url, "utf8"));
}
