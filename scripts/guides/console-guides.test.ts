import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { root } from "../../packages/cli/test/docs/block.ts";
import { CONSOLE_GUIDES, consoleGuides, withPlaceholders } from "./support/console-guides.ts";

describe("the code that the console shows", () => {
  it("is that of examples/", () => {
    const written = readFileSync(join(root, CONSOLE_GUIDES), "utf8");
    assert.equal(written, consoleGuides(), `${CONSOLE_GUIDES}: run npm run docs`);
  });

  for (const [line, filled] of [
    [
      'const ISSUER = process.env.ISSUER ?? "http://a";',
      "const ISSUER = process.env.ISSUER ?? {{issuer}};",
    ],
    ['const ISSUER = "http://a";', "const ISSUER = {{issuer}};"],
    [
      "export const REDIRECT_URI =\n  process.env.REDIRECT_URI ?? `http://b:${1}/c`;",
      "export const REDIRECT_URI =\n  process.env.REDIRECT_URI ?? {{redirect_uri}};",
    ],
  ] as const) {
    it(`has placeholders: ${line}`, () => {
      const others = 'const ISSUER = "i";\nconst CLIENT_ID = "photos";\n';
      assert.ok(withPlaceholders(`${line}\n${others}`, "app.js").startsWith(filled));
    });
  }

  it("must have a place for the issuer and the client id", () => {
    assert.throws(
      () => withPlaceholders('const ISSUER = "i";', "app.js"),
      /place for the client_id/,
    );
  });
});
