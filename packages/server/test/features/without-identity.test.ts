import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { features as composed } from "../../../cli/src/features.ts";
import { checkConfig } from "../../src/process/composed-config.ts";
import { registerApp } from "../support/app.ts";
import { locationOf, openBrowser } from "../support/browser.ts";
import { authorize, requestOf } from "../support/flow.ts";
import { startTestServer, testConfig } from "../support/server.ts";

const features = composed.filter(({ name }) => name !== "identity");
const own = {
  "urls.login": "https://login.example/login",
  "urls.consent": "https://login.example/consent",
  "urls.logout": "https://login.example/logout",
  "urls.post_logout_redirect": "https://login.example/bye",
};
const html = { headers: { accept: "text/html" } };

describe("a server without built-in sign-in pages", () => {
  it("needs settings that name the pages of the operator", () => {
    const problems = checkConfig(testConfig({}, features), "all", features);
    const message = "must be set, because this server has no built-in page for it";
    assert.deepEqual(
      problems,
      Object.keys(own).map((key) => ({ key, message })),
    );
    assert.deepEqual(checkConfig(testConfig(own, features), "all", features), []);
    assert.deepEqual(checkConfig(testConfig({}, features), "admin", features), []);
    assert.deepEqual(checkConfig(testConfig(), "all", composed), []);
  });

  it("says which setting is missing where a flow needs the page", async () => {
    const { latchkey, fetch } = await startTestServer({}, { features });
    const request = requestOf(await registerApp(latchkey));
    const { pathname, search } = locationOf(await authorize(openBrowser({ fetch }), request));
    assert.equal(pathname, "/login");
    const page = await fetch(`http://public.test${pathname}${search}`, html);
    assert.equal(page.status, 404);
    assert.match(await page.text(), /Its operator has to set urls\.login\./);
  });

  it("hands users over to the pages of the operator", async () => {
    const { latchkey, fetch } = await startTestServer(own, { features });
    const request = requestOf(await registerApp(latchkey));
    const login = locationOf(await authorize(openBrowser({ fetch }), request));
    assert.equal(`${login.origin}${login.pathname}`, own["urls.login"]);
    const page = await fetch("http://public.test/login", html);
    assert.equal(page.status, 404);
    assert.doesNotMatch(await page.text(), /urls\.login/);
  });

  it("serves no page of other features, and does not document it", async () => {
    const { fetch } = await startTestServer({}, { features });
    const document = await (await fetch("http://admin.test/openapi.json")).json();
    for (const path of ["/device", "/approve", "/workspace/installed"]) {
      assert.equal((await fetch(`http://public.test${path}`, html)).status, 404, path);
      assert.ok(!(path in document.paths), path);
    }
    assert.equal((await fetch("http://public.test/favicon.ico")).status, 200);
  });
});
