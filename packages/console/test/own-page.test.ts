import assert from "node:assert/strict";
import { it } from "node:test";
import { ownPage } from "../src/session/own-page.ts";

const pages: Readonly<Record<string, string>> = {
  "/console/clients?search=a": "/console/clients?search=a",
  "/console": "/console",
  "/console/signed-in?code=again": "/console",
  "https://evil.example/console": "/console",
  "//evil.example/console": "/console",
  "/\\evil.example/console": "/console",
  "/consoles": "/console",
  "/console/../oauth2/auth": "/console",
  "javascript:alert(1)": "/console",
  "http://[": "/console",
};

for (const [path, expected] of Object.entries(pages)) {
  it(`after signing in, ${path} leads to ${expected}`, () => {
    assert.equal(ownPage(path, "https://admin.example"), expected);
  });
}
